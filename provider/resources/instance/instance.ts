import * as pulumi from "@pulumi/pulumi";
import { idOf, isInstanceOf, remember, superArguments } from "../../framework/resource";
import type { BrokerSettings } from "../shared/settings";
import { instanceDefinition } from "./definition";
import type { InstanceArgs } from "./schema";

/**
 * A message broker: a single one or a cluster, of the clustered or the alternative software, on a shared or a dedicated
 * plan.
 *
 * It is there when `up` says so: the resource waits until the broker can be used, and after a change until the change is
 * seen. Waits end by `customTimeouts` (default: create 60 minutes, and 3 hours more where a disk may be swapped, update 3
 * hours, delete 30 minutes), or with what the instance shows when it is idle again without the change; a run that
 * is cut off is gone on with by the next one, which sends nothing twice and makes no second broker.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const shop = new broker.Instance(
 *   "shop",
 *   {
 *     plan: "clustered-medium-3",
 *     region: "provider-a::region-1",
 *     tags: ["production"],
 *     disk: { extraSize: 100 },
 *     config: { heartbeat: 60, vmMemoryHighWatermark: 0.7 },
 *   },
 *   { protect: true },
 * );
 *
 * export const url = shop.url;
 * ```
 *
 * What a change does: `name`, `tags`, `nodes`, `disk`, `config`, `rmqVersion` upwards, and a `plan` of the same software
 * and tier are changed in place. `region`, `vpc`, `vpcSubnet` and a plan of another software or tier replace the broker,
 * and the preview says what is lost. In doubt a change is planned in place, and the service may refuse it. `protect` is
 * Pulumi's own way to let nothing remove it. An existing one is taken over with `{ import: "<id>" }`.
 */
export class Instance extends pulumi.CustomResource {
  /** The name. */
  declare readonly name: pulumi.Output<string>;
  /** The plan. */
  declare readonly plan: pulumi.Output<string>;
  /** Where the instance is, as `<provider>::<region>`. */
  declare readonly region: pulumi.Output<string>;
  /** The tags. */
  declare readonly tags: pulumi.Output<string[]>;
  /** The id of the VPC that the instance is in. */
  declare readonly vpc: pulumi.Output<string | undefined>;
  /** The IPv4 network of that VPC. */
  declare readonly vpcSubnet: pulumi.Output<string | undefined>;
  /** How many nodes there are; none of its own for a shared one. */
  declare readonly nodes: pulumi.Output<number | undefined>;
  /** The disk that is added to the plan's, where it is declared. */
  declare readonly disk: pulumi.Output<{ extraSize: number; allowDowntime?: boolean } | undefined>;
  /** The settings that are declared, as last seen. */
  declare readonly config: pulumi.Output<pulumi.Unwrap<BrokerSettings> | undefined>;
  /** The broker's version, as last seen. */
  declare readonly rmqVersion: pulumi.Output<string | undefined>;
  /** The URL that clients connect to, with user name and password; inside a VPC the internal one. Secret. */
  declare readonly url: pulumi.Output<string>;
  /** The URLs for clients outside and inside the VPC. Secret. */
  declare readonly urls: pulumi.Output<{ external?: string; internal?: string } | undefined>;
  /** The host name for the outside. */
  declare readonly host: pulumi.Output<string>;
  /** The host name inside the VPC. */
  declare readonly hostInternal: pulumi.Output<string | undefined>;
  /** The user that clients connect as. */
  declare readonly username: pulumi.Output<string>;
  /** The user's password. Secret. */
  declare readonly password: pulumi.Output<string>;
  /** The vhost that the URL names. */
  declare readonly vhost: pulumi.Output<string>;
  /** The instance's own API key. Secret. */
  declare readonly apiKey: pulumi.Output<string>;
  /** Whether it could be used when last seen. */
  declare readonly ready: pulumi.Output<boolean>;
  /** The broker software. */
  declare readonly backend: pulumi.Output<string | undefined>;
  /** Whether it is on a shared plan. */
  declare readonly shared: pulumi.Output<boolean | undefined>;
  /** What the service names as the provider's id of the instance. */
  declare readonly providerId: pulumi.Output<string | undefined>;
  /** The price in USD per month, as of when the plan was last chosen. */
  declare readonly monthlyPrice: pulumi.Output<number | undefined>;
  /** The names of the nodes. */
  declare readonly nodeNames: pulumi.Output<string[] | undefined>;

  /**
   * @throws at preview: a plan or region that is not on offer, a shared plan where the region has none, a disk size that
   * there is not, a setting out of its bounds, an account key that is missing or refused.
   */
  constructor(name: string, args: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? plainArguments(name, args) : undefined;
    super(...superArguments(instanceDefinition, name, given, opts));
    remember(this, opts);
  }

  /** Reads an instance that something else manages, by its id. An error when there is none. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {} as InstanceArgs, { ...opts, id });
  }

  /** Whether a value is an Instance, whichever copy of this package made it. */
  static override isInstance(value: unknown): value is Instance {
    return isInstanceOf(instanceDefinition, value);
  }
}

/** The arguments with ids in place of resources. */
function plainArguments(name: string, args: InstanceArgs): object {
  const copy = args.copySettings;
  return {
    ...args,
    name: args.name ?? name,
    vpc: args.vpc === undefined ? undefined : idOf(args.vpc),
    copySettings:
      copy === undefined
        ? undefined
        : pulumi.output(copy).apply(({ settings, instance }) => ({ settings, instance: idOf(instance) })),
  };
}
