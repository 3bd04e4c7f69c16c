import type { z } from "zod";
import { instances } from "../nouns/instances/record";
import { dialects } from "../service/dialects";
import { timings } from "../service/timings";
import { accountKeys } from "./accountKeys";
import { alarms } from "./alarms";
import { auditEvents, invoices } from "./books";
import { plans, regions } from "./catalogue";
import { customDomains } from "./customDomains";
import { eventBridges } from "./eventBridges";
import { firewalls } from "./firewalls";
import { logs, metrics } from "./integrations";
import { maintenanceSettings, maintenances } from "./maintenances";
import { networkPeerings, peerings } from "./peerings";
import { plugins } from "./plugins";
import { recipients } from "./recipients";
import { team } from "./team";
import { versions } from "./versions";
import { vpcConnects } from "./vpcConnects";
import { vpcs } from "./vpcs";
import { webhooks } from "./webhooks";

/** The kinds of record that the emulator holds, one line each. */
export const collections = {
  accountKeys,
  alarms,
  auditEvents,
  customDomains,
  dialects,
  eventBridges,
  firewalls,
  instances,
  invoices,
  logs,
  maintenances,
  maintenanceSettings,
  metrics,
  networkPeerings,
  peerings,
  plans,
  plugins,
  recipients,
  regions,
  team,
  timings,
  versions,
  vpcConnects,
  vpcs,
  webhooks,
};

/** All records of all kinds. */
export type State = { [C in keyof typeof collections]: z.output<(typeof collections)[C]["schema"]>[] };

/** The name of a kind of record. */
export type CollectionName = keyof State;

/** The names of all kinds of record. */
export const collectionNames = Object.keys(collections) as CollectionName[];

/** The kinds of which each instance has exactly one record, made with the instance. */
export const singleNames = ["firewalls", "customDomains", "maintenanceSettings", "vpcConnects"] as const;

/** The name of a kind of which each instance has exactly one record. */
export type SingleName = (typeof singleNames)[number];

/** One record of a kind. */
export type RecordOf<C extends CollectionName> = State[C][number];
