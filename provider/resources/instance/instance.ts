// `resources/index.ts` exports the class; `shared/child.ts` and `components/` use it too. A new argument goes into
// `schema.ts` too. `vpcs` must hold the VPC of each instance, because previews take the subnet from it.
import * as pulumi from "@pulumi/pulumi";
import { CustomResource, idOf, isInstanceOf, type Outputs, remember, superArguments } from "../../dynamic/resource";
import type { Agrees } from "../shared/agrees";
import type { BrokerSettings } from "../shared/settings";
import { Vpc } from "../vpc/vpc";
import { instanceDefinition } from "./definition";
import type { instanceSchema } from "./schema";
import type { InstanceState } from "./state";

/** A kind of settings that a new instance can copy from another instance. */
export type CopiedSetting = "alarms" | "definitions" | "metrics" | "logs" | "firewall" | "plugins" | "config";

/** The settings that a new instance copies from another instance. */
export interface CopySettings {
  /** The instance to copy from, as a resource or by its id. The instance must exist. */
  instance: Instance | pulumi.Input<string | number>;
  /**
   * The settings that are copied. `definitions` also gives the new instance the user name and password of the other.
   */
  settings: pulumi.Input<pulumi.Input<CopiedSetting>[]>;
}

/** Disk that is added to the plan's own. */
export interface DiskArgs {
  /**
   * Gigabytes on top of the disk that the plan includes: 25, 50, 100, 250, 500, 1000 or 2000, or 0 for none. Changed in
   * place. On providers A and C the disk grows without downtime. To make it smaller, or to change it on provider B, you
   * need `allowDowntime`.
   */
  extraSize: pulumi.Input<0 | 25 | 50 | 100 | 250 | 500 | 1000 | 2000>;
  /**
   * True when the cluster may be down for the change. The service can then swap the disk, make it smaller, or change it
   * sooner after an earlier change than otherwise. Needed on provider B for any change of the size. Left out: false.
   */
  allowDowntime?: pulumi.Input<boolean>;
}

/** What an `Instance` is made from. */
export interface InstanceArgs {
  /**
   * The name of the instance. Other instances may have the same name; `shop-${pulumi.getStack()}` keeps the stacks of
   * one program apart. Changed in place, without downtime. Left out: the resource's logical name.
   */
  name?: pulumi.Input<string>;
  /**
   * The plan: size, price, broker software, shared or dedicated. A plan of the same software and tier **resizes** the
   * instance in place. The resize takes up to ten minutes; expect that clients must connect again. A plan of another
   * software or tier **replaces** the instance, and its messages are lost. One exception: a shared instance of the
   * alternative broker is migrated to a dedicated plan in place, also to another region. A plan that is not on offer is
   * refused at preview, with the nearest names; `getPlans` lists them all.
   */
  plan: pulumi.Input<string>;
  /**
   * Where the instance is, as `<provider>::<region>`. Changing it replaces the instance, unless the plan changes to one
   * that migrates the instance in place: then only its host name changes. A region that is not on offer is refused at
   * preview, with the nearest names; `getRegions` lists them all.
   */
  region: pulumi.Input<string>;
  /** Tags, in any order. Changed in place, without downtime. Left out: no tags, and existing tags are removed. */
  tags?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * The VPC that the instance is put into, as a resource or by its id. The VPC must be in the same region, and the plan
   * dedicated. Changing this replaces the instance. An instance without `vpc` stays if you name the VPC that it is in
   * already; `up` refuses any other for it. Left out: a new instance is in no VPC, and an existing one stays where it
   * is.
   */
  vpc?: Vpc | pulumi.Input<string | number>;
  /**
   * The IPv4 network of a VPC that the service makes for the instance, and keeps when the instance goes. No VPC of the
   * region may overlap it. Changing it replaces the instance. The instance stays if you name the same VPC by `vpc`
   * instead, or name the VPC that an instance without `vpcSubnet` is in already. Left out: as with `vpc`.
   *
   * @deprecated Declare a `Vpc` and name it in `vpc`.
   */
  vpcSubnet?: pulumi.Input<string>;
  /**
   * How many nodes the instance has, if the plan leaves a choice. Changed in place, and sent with a new plan. Not for a
   * shared plan. Left out: the number stays as it is.
   *
   * @deprecated Plans name their node count.
   */
  nodes?: pulumi.Input<number>;
  /**
   * Disk that is added to the plan's own. Changed in place. Not for a shared plan. Left out: a new instance has the
   * plan's disk alone, and an existing one keeps what it has.
   */
  disk?: pulumi.Input<DiskArgs>;
  /**
   * Settings of the broker. Changed in place, without downtime: only those that differ are sent, and the preview says
   * which one waits for a restart. Taking a setting out sets the service's default for it. Left out as a whole: all
   * settings stay as they are, and the output holds none. Bounds are checked at preview.
   */
  config?: pulumi.Input<BrokerSettings>;
  /**
   * The lowest version that the broker may have: `3.13.7`, or `3.13` for any patch of it. Changed in place: a higher
   * version upgrades the instance in place, in as few steps as the service allows. A version that is not on offer is
   * refused at preview, with those that are. The service offers a broker the next minor version only. The package
   * reaches a later one in steps if another broker of the account has it or is offered it. Else declare it step by
   * step. A broker that is newer already does not change. A new instance gets this version. For `3.13` it gets the
   * newest patch that the account's other brokers have or are offered, or else the newest that there is. An upgrade
   * restarts the broker: clients must connect again, and a broker of one node is down meanwhile. Left out: the newest
   * for a new instance, and no change for an existing one.
   */
  rmqVersion?: pulumi.Input<string>;
  /**
   * The settings that a new instance copies from another instance. Read only when the instance is made: a later change
   * does nothing. Left out: nothing is copied.
   */
  copySettings?: pulumi.Input<CopySettings>;
  /**
   * Availability zones, one for each node of the plan; the service may choose others. Read only when the instance is
   * made: a later change does nothing. Left out: the service chooses.
   */
  preferredAz?: pulumi.Input<pulumi.Input<string>[]>;
}

/** Ids and settings have other types in the schema. */
type ArgsAgree = Agrees<InstanceArgs, typeof instanceSchema, "name", "vpc" | "copySettings" | "config">;

/**
 * A message broker: a single one or a cluster, of the clustered or the alternative software, on a shared or a dedicated
 * plan.
 *
 * The resource waits until you can use the broker, and after a change until it sees the change. A wait ends when the
 * time of `customTimeouts` is over. The default is 60 minutes for a create, and 3 hours more if a disk may be swapped.
 * An update has 3 hours, and a delete 30 minutes. A wait ends with an error, too, when the instance is idle
 * again without the change. The error says what the instance shows. When a run is cut off, the next one continues: it
 * sends nothing twice and makes no second broker.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const net = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
 * const shop = new broker.Instance(
 *   "shop",
 *   {
 *     plan: "clustered-medium-3",
 *     region: "provider-a::region-1",
 *     vpc: net,
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
 * What a change does: `name`, `tags`, `nodes`, `disk`, `config`, `rmqVersion` upwards, and a `plan` of the same
 * software and tier are changed in place. `region`, `vpc`, `vpcSubnet` and a plan of another software or tier replace
 * the broker, and the preview says what is lost. If it is not certain that a change needs a new broker, the change is
 * planned in place, and the service may refuse it. Take over an existing instance with `{ import: "<id>" }`.
 *
 * If you change the logical name (the first argument), Pulumi deletes the broker with its messages and makes another
 * one. To keep the broker, add the option `{ aliases: [{ name: "second" }] }` with the old logical name. With
 * `protect: true`, Pulumi refuses the delete.
 *
 * @category Brokers and their networks
 */
export class Instance extends CustomResource {
  /** The declared settings, as last seen. */
  declare readonly config: pulumi.Output<pulumi.Unwrap<BrokerSettings> | undefined>;

  /**
   * @throws at preview: a plan, region or version that is not on offer, an unknown disk size or setting, a setting out
   * of its bounds. Also: a shared plan in a VPC or in a region that offers none, a VPC of another region. Also: nodes
   * that the plan does not have, an account key that is missing or refused.
   */
  constructor(name: string, args: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? plainArguments(args) : undefined;
    super(...superArguments<ArgsAgree>(instanceDefinition, name, given, opts));
    remember(this, opts);
    if (opts?.id === undefined && Vpc.isInstance(args.vpc)) vpcs.set(this, args.vpc);
  }

  /** Reads an instance that something else manages, by its id. Fails for an unknown id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {} as InstanceArgs, { ...opts, id });
  }

  /** True when a value is an Instance, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Instance {
    return isInstanceOf(instanceDefinition, value);
  }
}

export interface Instance extends Outputs<Omit<InstanceState, "config">> {}

/** For each instance, the VPC that it was given as a resource. */
const vpcs = new WeakMap<pulumi.Resource, Vpc>();

/** The network of the VPC that an instance is in, known before `up` when the VPC was given as a resource. */
export const subnetOf = (instance: Instance): pulumi.Output<string | undefined> =>
  vpcs.get(instance)?.subnet ?? instance.vpcSubnet;

/** The arguments with ids in place of resources, and with facts of these resources that only `check` reads. */
function plainArguments(args: InstanceArgs): object {
  const copy = args.copySettings;
  return {
    ...args,
    vpc: args.vpc === undefined ? undefined : idOf(args.vpc),
    ...(Vpc.isInstance(args.vpc) && { __facts: { vpcRegion: args.vpc.region } }),
    copySettings:
      copy && pulumi.output(copy).apply(({ settings, instance }) => ({ settings, instance: idOf(instance) })),
  };
}
