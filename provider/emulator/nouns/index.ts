// `server/` serves `routes` and keeps `collections`; tests and `test/kinds/` use `operations` and their names. A new
// noun goes into `nouns`, at its place in the specification, because `coverage.test.ts` compares the order. Names of
// `State` must stay, because users' tests and saved state files have them.
import type { z } from "zod";
import type { Collection } from "../server/collection";
import { type Route, routesOf } from "../server/route";
import { dialects } from "../service/dialects";
import { timings } from "../service/timings";
import { versions } from "../service/versions";
import { actionNoun } from "./actions";
import { alarmNoun, recipientNoun } from "./alarms";
import { auditLogNoun } from "./auditLog";
import { configNoun } from "./config";
import { customDomainNoun } from "./customDomain";
import { eventBridgeNoun } from "./eventBridges";
import { firewallNoun } from "./firewall";
import { instanceNoun } from "./instances/instances";
import { logNoun, metricNoun } from "./integrations";
import { invoiceNoun } from "./invoices";
import { jobNoun } from "./jobs";
import { accountKeyNoun, instanceKeyNoun, instancePasswordNoun } from "./keys";
import { maintenanceNoun, maintenanceSettingsNoun } from "./maintenance";
import { nodeNoun } from "./nodes";
import { peeringNoun } from "./peerings/peerings";
import { planNoun } from "./plans";
import { communityPluginNoun, pluginNoun } from "./plugins/plugins";
import { regionNoun } from "./regions";
import { teamNoun } from "./team";
import { vpcConnectNoun } from "./vpcConnect";
import { vpcNoun } from "./vpcs";
import { webhookNoun } from "./webhooks";

/** The nouns of the two APIs, in the order of the specification. */
const nouns = [
  instanceNoun,
  vpcNoun,
  invoiceNoun,
  auditLogNoun,
  regionNoun,
  teamNoun,
  accountKeyNoun,
  planNoun,
  nodeNoun,
  pluginNoun,
  communityPluginNoun,
  customDomainNoun,
  firewallNoun,
  recipientNoun,
  alarmNoun,
  eventBridgeNoun,
  webhookNoun,
  configNoun,
  instancePasswordNoun,
  instanceKeyNoun,
  actionNoun,
  logNoun,
  metricNoun,
  maintenanceNoun,
  maintenanceSettingsNoun,
  peeringNoun,
  vpcConnectNoun,
  jobNoun,
] as const;

type Noun = (typeof nouns)[number];

/** The names of the operations in one part of a noun, such as `vpcs.create`. */
type NamesIn<N, P extends "routes" | "observed"> = N extends { name: infer Name extends string } & {
  [K in P]?: infer R;
}
  ? `${Name}.${keyof R & string}`
  : never;

/** The name of an operation of the specification. */
export type SpecifiedName = NamesIn<Noun, "routes">;

/** The name of one operation. */
export type OperationName = SpecifiedName | NamesIn<Noun, "observed">;

/** All operations of all nouns. */
export const routes: readonly Route[] = nouns.flatMap(routesOf);

/** The operations of the specification, in its order. */
export const operations = routes.filter((route): route is Route & { operation: SpecifiedName } => !route.isObserved);

// Records that no operation changes: the versions on offer, and how the emulator behaves.
const others = [dialects, timings, versions];

type AnyCollection = NonNullable<Noun["collections"]>[number] | (typeof others)[number];

/** The kinds of record that the emulator holds. */
export const collections: readonly Collection[] = [
  ...nouns.flatMap<Collection>(({ collections = [] }) => collections),
  ...others,
].sort((a, b) => a.name.localeCompare(b.name, "en"));

/** The emulator's state: all records, in one list for each kind of record. */
export type State = { [C in AnyCollection as C["name"]]: z.output<C["schema"]>[] };

/** The name of a kind of record, such as `instances`. */
export type CollectionName = keyof State;

/** One record of the kind `C`. */
export type RecordOf<C extends CollectionName> = State[C][number];

/** The names of all kinds of record. */
export const collectionNames = collections.map(({ name }) => name) as [CollectionName, ...CollectionName[]];
