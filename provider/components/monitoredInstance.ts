// `provider/index.ts` exports `MonitoredInstance` to programs. A new part goes into `parts.ts`, and a new list of parts
// also becomes a property here. The type token and the parent of each part must stay, because URNs hold both.
import * as pulumi from "@pulumi/pulumi";
import { remember } from "../dynamic/resource";
import { Alarm } from "../resources/alarm/alarm";
import { Instance } from "../resources/instance/instance";
import { Integration } from "../resources/integration/integration";
import { Recipient } from "../resources/recipient/recipient";
import type { MonitoredInstanceArgs } from "./args";
import { assemble, clashOf } from "./parts";

/**
 * A broker with all that you need to run it: recipients of alarms, alarms, and integrations for logs and metrics. The
 * standard alarms take the place of those that the service makes.
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
 *   alarms: { disk: { value: 20 }, netsplit: false },
 *   integrations: { metrics: { system: "metric_vendor_c_v3", config: { apiKey: config.requireSecret("metricsKey") } } },
 * });
 *
 * export const url = shop.instance.url;
 * ```
 *
 * This is an ordinary component: its parts are an `Instance` of the same name, and `Recipient`, `Alarm` and
 * `Integration` resources named after it.
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
    const clash = clashOf(name, args);
    if (clash !== undefined) throw new pulumi.RunError(clash);
    super("broker:index:MonitoredInstance", name, {}, opts);
    remember(this, opts);
    const classes = { Alarm, Instance, Integration, Recipient };
    const parts = assemble<pulumi.Resource>(name, args, (kind, partName, partArgs) => {
      return new classes[kind](partName, partArgs as never, { parent: this });
    });
    this.instance = parts.instance as Instance;
    this.recipients = parts.recipients as Record<string, Recipient>;
    this.alarms = parts.alarms as Record<string, Alarm>;
    this.integrations = parts.integrations as Record<string, Integration>;
    this.registerOutputs({ instance: this.instance.id });
  }
}
