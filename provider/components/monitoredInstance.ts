import * as pulumi from "@pulumi/pulumi";
import { remember } from "../dynamic/resource";
import { Alarm, type AlarmArgs } from "../resources/alarm/alarm";
import { Instance, type InstanceArgs } from "../resources/instance/instance";
import type { IntegrationArgs } from "../resources/integration/args";
import { Integration } from "../resources/integration/integration";
import { Recipient, type RecipientArgs } from "../resources/recipient/recipient";

/** The arguments of a part, without those that the component sets itself. */
type WithoutInstance<A> = A extends unknown ? Omit<A, "instance" | "instanceApiKey"> : never;

/** The conditions under which an alarm goes off. A condition that is left out has the standard value. */
export interface Threshold {
  /** The value that must be crossed: percent for cpu and memory, gigabytes for disk. */
  value?: pulumi.Input<number>;
  /** How many seconds the value must stay crossed. Standard: 600. */
  seconds?: pulumi.Input<number>;
}

/**
 * The standard alarms. `false` declares no alarm: the one that the service makes with an instance, for cpu, memory, disk
 * and notice, then stays and notifies.
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

/** The arguments of a {@link MonitoredInstance}. */
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
  moreAlarms?: Record<string, WithoutInstance<AlarmArgs>>;
  /** The integrations that logs and metrics are sent to, by names of your choice. */
  integrations?: Record<string, WithoutInstance<IntegrationArgs>>;
}

/**
 * A broker with everything that is needed to run it: recipients of alarms, the standard alarms in place of those that
 * the service makes, and integrations for logs and metrics.
 *
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import * as broker from "pulumi-broker";
 *
 * const config = new pulumi.Config();
 *
 * const shop = new broker.MonitoredInstance("shop", {
 *   instance: { plan: "clustered-medium-3", region: "provider-a::region-1" },
 *   recipients: { team: { type: "email", value: "team@example.com" } },
 *   alarms: { disk: { value: 20 } },
 *   integrations: { metrics: { system: "metric_vendor_c_v3", config: { apiKey: config.requireSecret("metricsKey") } } },
 * });
 *
 * export const url = shop.instance.url;
 * ```
 *
 * This is an ordinary component: its parts are an `Instance` of the same name, and `Recipient`, `Alarm` and `Integration`
 * resources named after it.
 *
 * @category What is watched, and who is told
 */
export class MonitoredInstance extends pulumi.ComponentResource {
  /** The instance. */
  readonly instance: Instance;
  /** The recipients, by the names that were given. */
  readonly recipients: Record<string, Recipient>;
  /** The alarms: the standard alarms by their types, the others by the names that were given. */
  readonly alarms: Record<string, Alarm>;
  /** The integrations that logs and metrics are sent to, by the names that were given. */
  readonly integrations: Record<string, Integration>;

  /** @throws at preview: what the parts of the component refuse, and the name of a standard alarm in `moreAlarms`. */
  constructor(name: string, args: MonitoredInstanceArgs, opts?: pulumi.ComponentResourceOptions) {
    const standard = standardAlarms(args.alarms ?? {});
    throwForTwoOfAName(name, Object.keys(standard), Object.keys(args.moreAlarms ?? {}));
    super("broker:index:MonitoredInstance", name, {}, opts);
    remember(this, opts);
    const parent = { parent: this };
    const instance = new Instance(name, args.instance, parent);
    this.instance = instance;
    this.recipients = mapEntries(args.recipients ?? {}, (key, recipient) => {
      return new Recipient(`${name}-${key}`, { ...recipient, instance }, parent);
    });
    const told = Object.values(this.recipients);
    const recipients = told.length > 0 ? told : undefined;
    this.alarms = mapEntries({ ...standard, ...args.moreAlarms }, (key, alarm) => {
      return new Alarm(`${name}-${key}`, { recipients, ...alarm, instance } as AlarmArgs, parent);
    });
    this.integrations = mapEntries(args.integrations ?? {}, (key, integration) => {
      return new Integration(`${name}-${key}`, { ...integration, instance } as IntegrationArgs, parent);
    });
    this.registerOutputs({ instance: instance.id });
  }
}

/** Ends the program for an alarm that would take the place of a standard alarm, because nothing else would show that. */
function throwForTwoOfAName(component: string, standard: readonly string[], more: readonly string[]): void {
  const both = standard.filter((name) => more.includes(name));
  if (both.length === 0) return;
  const what = both.length === 1 ? "is the name of a standard alarm" : "are names of standard alarms";
  throw new pulumi.RunError(
    `MonitoredInstance "${component}": ${both.join(" and ")} in moreAlarms ${what}: choose another name, or change the standard alarm in alarms (false leaves it out)`,
  );
}

/** The standard alarms. Alarms that a new instance has already are taken over; the two others are made. */
function standardAlarms({
  cpu = {},
  memory = {},
  disk = {},
  netsplit = {},
  serverUnreachable,
  notice,
}: StandardAlarms) {
  const level = (type: string, threshold: Threshold | false, usual: number) =>
    threshold !== false && {
      type,
      adoptDefault: true,
      valueThreshold: threshold.value ?? usual,
      timeThreshold: threshold.seconds ?? standardSeconds,
    };
  const all = {
    cpu: level("cpu", cpu, 90),
    memory: level("memory", memory, 90),
    disk: level("disk", disk, 5),
    netsplit: netsplit !== false && { type: "netsplit", timeThreshold: netsplit.seconds ?? standardSeconds },
    "server-unreachable": serverUnreachable !== false && { type: "server_unreachable" },
    notice: notice !== false && { type: "notice", adoptDefault: true },
  };
  return Object.fromEntries(Object.entries(all).filter(([, alarm]) => alarm !== false)) as Record<
    string,
    WithoutInstance<AlarmArgs>
  >;
}

/** How long a value must stay crossed for the service's own alarms: ten minutes. */
const standardSeconds = 600;

function mapEntries<V, R>(record: Record<string, V>, make: (key: string, value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(key, value)]));
}
