// `components/`, `plugin/construct.ts` and programs use the types. A new argument also goes into `parts.ts`,
// `plugin/construct.ts` and `tools/schema/components.mjs`. Names must stay, because programs use these names.
import type * as pulumi from "@pulumi/pulumi";
import type { AlarmArgs } from "../resources/alarm/alarm";
import type { InstanceArgs } from "../resources/instance/instance";
import type { IntegrationArgs } from "../resources/integration/args";
import type { RecipientArgs } from "../resources/recipient/recipient";

/** The arguments of a part that a `MonitoredInstance` makes: those of its kind, without those that the component sets. */
export type WithoutInstance<A> = A extends unknown ? Omit<A, "instance" | "instanceApiKey"> : never;
/** The arguments of an alarm of a `MonitoredInstance`. */
export type AlarmPart = WithoutInstance<AlarmArgs>;
/** The arguments of an integration of a `MonitoredInstance`. */
export type IntegrationPart = WithoutInstance<IntegrationArgs>;

/**
 * The conditions under which an alarm goes off. A condition that is left out has the standard value.
 *
 * @category What is watched, and who is told
 */
export interface Threshold {
  /** The value that must be crossed: percent for cpu and memory, gigabytes for disk. */
  value?: pulumi.Input<number>;
  /** How many seconds the value must stay crossed. Standard: 600. */
  seconds?: pulumi.Input<number>;
}

/**
 * The standard alarms. `false` declares no alarm. The service makes a cpu, a memory, a disk and a notice alarm with an
 * instance: that alarm then stays and notifies.
 *
 * @category What is watched, and who is told
 */
export interface StandardAlarms {
  /** CPU usage. Standard: above 90 % for 600 seconds. */
  cpu?: Threshold | false;
  /** Memory usage. Standard: above 90 % for 600 seconds. */
  memory?: Threshold | false;
  /** Free disk. Standard: 5 gigabytes for 600 seconds. */
  disk?: Threshold | false;
  /** Nodes that do not see each other. Standard: for 600 seconds. */
  netsplit?: Pick<Threshold, "seconds"> | false;
  /** A server that cannot be reached. */
  serverUnreachable?: false;
  /** Notices of events such as maintenance. */
  notice?: false;
}

/**
 * The arguments of a `MonitoredInstance`.
 *
 * @category What is watched, and who is told
 */
export interface MonitoredInstanceArgs {
  /** The arguments of the instance, as `Instance` takes them. */
  instance: InstanceArgs;
  /** The recipients of the alarms, by names of your choice. Default: the recipient that the service made. */
  recipients?: Record<string, WithoutInstance<RecipientArgs>>;
  /**
   * The standard alarms: other thresholds for them, or `false` for those to leave out. On a shared plan only `notice`
   * exists: set the others to false there.
   */
  alarms?: StandardAlarms;
  /** More alarms, by names of your choice. The name of a standard alarm is free only where that one is `false`. */
  moreAlarms?: Record<string, AlarmPart>;
  /** The integrations that logs and metrics are sent to, by names of your choice. */
  integrations?: Record<string, IntegrationPart>;
}
