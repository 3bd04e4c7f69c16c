import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Rule } from "../../framework/definition";
import { field } from "../../framework/marks";
import type { Agrees, Holds } from "../shared/agrees";
import { cidrProblem } from "../shared/cidr";
import { isNumericId } from "../shared/ids";
import { isMarker } from "../shared/marker";
import {
  type BrokerSettings,
  type SettingValues,
  settingsMarks,
  settingsRule,
  settingsSchema,
} from "../shared/settings";
import type { Vpc } from "../vpc";
import type { Instance } from "./instance";

/** What may be copied from another instance when one is made. */
export type CopiedSetting = "alarms" | "definitions" | "metrics" | "logs" | "firewall" | "plugins" | "config";

/** What a new instance takes from another one. */
export interface CopySettings {
  /** The instance to copy from, as a resource or by its id. */
  instance: Instance | pulumi.Input<string | number>;
  /** What is copied. `definitions` also gives the new instance the user name and password of the other. */
  settings: pulumi.Input<pulumi.Input<CopiedSetting>[]>;
}

/** Disk that is added to the plan's own. */
export interface DiskArgs {
  /** Gigabytes that are added: 0, 25, 50, 100, 250, 500, 1000 or 2000. Made smaller only with `allowDowntime`. */
  extraSize: pulumi.Input<0 | 25 | 50 | 100 | 250 | 500 | 1000 | 2000>;
  /**
   * Whether the cluster may be down for the change, which lets the service swap the disk or make it smaller. Needed on
   * provider B where the size changes. Default: false.
   */
  allowDowntime?: pulumi.Input<boolean>;
}

/** What an `Instance` is made from. */
export interface InstanceArgs {
  /** The name of the instance. Changed in place. Default: the resource's logical name. */
  name?: pulumi.Input<string>;
  /**
   * The plan: size, price, broker software, shared or dedicated. A plan of the same software and tier **resizes** the
   * instance in place, which takes up to ten minutes; one of another software or tier **replaces** it, and its messages
   * are lost, except that a shared instance of the alternative broker is migrated to a dedicated plan in place, to
   * another region too. A plan that is not on offer is refused at preview, with the nearest names; `getPlans` lists them all.
   */
  plan: pulumi.Input<string>;
  /**
   * Where the instance is, as `<provider>::<region>`. Changing it replaces the instance, except beside a plan that
   * migrates it in place: then only its host name changes. One that is not on offer is refused at preview, with the
   * nearest names; `getRegions` lists them all.
   */
  region: pulumi.Input<string>;
  /** Tags, in any order. Changed in place; leaving them out removes them. Default: none. */
  tags?: pulumi.Input<pulumi.Input<string>[]>;
  /** The VPC that the instance is put into, as a resource or by its id. Changing it replaces the instance. */
  vpc?: Vpc | pulumi.Input<string | number>;
  /**
   * The IPv4 network of a VPC that the service makes for the instance, and keeps when the instance goes. Changing it
   * replaces the instance; naming the same VPC by `vpc` instead does not.
   *
   * @deprecated Declare a `Vpc` and name it in `vpc`.
   */
  vpcSubnet?: pulumi.Input<string>;
  /**
   * How many nodes, where the plan leaves the choice. Changed in place, and sent with a new plan. Not for a shared plan.
   * Default: as it is.
   *
   * @deprecated Plans name their node count.
   */
  nodes?: pulumi.Input<number>;
  /**
   * Disk that is added to the plan's own. Changed in place; leaving it out leaves the disk as it is. Not for a shared plan.
   */
  disk?: pulumi.Input<DiskArgs>;
  /**
   * Settings of the broker. Changed in place: only those that differ are sent. Leaving one out sets the service's
   * default for it; leaving `config` out leaves all as they are, and the output then holds none. Bounds are checked at
   * preview.
   */
  config?: pulumi.Input<BrokerSettings>;
  /**
   * The lowest version of the broker that will do: `3.13.7`, or `3.13` for any of it. A higher one upgrades the instance
   * in place, in as few steps as the service allows; one that is not on offer is refused before anything is sent, and one
   * that is several minor versions away is only upgraded to where another broker of the account shows that there is one.
   * A service that is newer is no difference. A new instance is made on this version; of `3.13` on the newest that the
   * account's other brokers have or are offered, and where they tell of none on the newest that there is. Default: as it
   * is, the newest for a new instance.
   */
  rmqVersion?: pulumi.Input<string>;
  /** What a new instance takes from another one. Read only when the instance is made: a later change does nothing. */
  copySettings?: pulumi.Input<CopySettings>;
  /**
   * Availability zones, one for each node; the service may choose others. Read only when the instance is made: a later
   * change does nothing.
   */
  preferredAz?: pulumi.Input<pulumi.Input<string>[]>;
}

const diskSizes = [0, 25, 50, 100, 250, 500, 1000, 2000] as const;
const copied = ["alarms", "definitions", "metrics", "logs", "firewall", "plugins", "config"] as const;

const numericId = z.string().refine(isNumericId, "must be an id, such as 45");

export const instanceSchema = z.object({
  name: z.string().min(1, "must not be empty"),
  plan: z.string().min(1, "must not be empty"),
  region: field(z.string().regex(/^[^\s:]+::[^\s:]+$/, 'must have the form "<provider>::<region>"'), { replace: true }),
  tags: field(
    z
      .array(
        z
          .string()
          .min(1, "must not be empty")
          .refine((tag) => !isMarker(tag), "is reserved for finding an instance again after a run that was cut off"),
      )
      .optional(),
    { set: true, default: [] },
  ),
  vpc: field(numericId.optional(), { replace: true }),
  vpcSubnet: field(
    z
      .string()
      .superRefine((subnet, issues) => {
        const problem = cidrProblem(subnet);
        if (problem !== undefined) issues.addIssue({ code: "custom", message: problem });
      })
      .optional(),
    { replace: true },
  ),
  nodes: field(z.number().int("must be a whole number").min(1, "must be 1 or more").optional(), { keep: true }),
  disk: field(z.object({ extraSize: z.literal(diskSizes), allowDowntime: z.boolean().optional() }).optional(), {
    keep: true,
    // Whether the cluster may be down for a change is no property of the disk.
    normal: (disk) => ({ extraSize: (disk as { extraSize?: number }).extraSize ?? 0 }),
  }),
  config: field(settingsSchema.optional(), settingsMarks),
  rmqVersion: field(
    z
      .string()
      .regex(/^\d+(\.\d+){0,2}$|^\d+\.\d+\.\d+-[\w.-]+$/, "must be a version such as 3.12.13")
      .optional(),
    { keep: true },
  ),
  copySettings: field(
    z.object({ instance: numericId, settings: z.array(z.enum(copied)).min(1, "must name what to copy") }).optional(),
    { createOnly: true },
  ),
  preferredAz: field(z.array(z.string().min(1, "must not be empty")).optional(), { createOnly: true }),
});

/** The inputs of an instance as the definition sees them. */
export type InstanceValues = Omit<z.output<typeof instanceSchema>, "config" | "tags"> & {
  tags: string[];
  config?: SettingValues;
};

/** How the schema and the interface that users see are kept in agreement; ids and settings are of other types inside. */
export type InstanceArgsAgree = Holds<
  Agrees<
    Omit<InstanceArgs, "vpc" | "copySettings" | "config">,
    Omit<z.input<typeof instanceSchema>, "vpc" | "copySettings" | "config">,
    "name"
  >
>;

export const instanceRules: readonly Rule<InstanceValues>[] = [
  settingsRule as Rule<InstanceValues>,
  {
    needs: ["vpcSubnet", "vpc"],
    refuses: ({ vpc, vpcSubnet }) =>
      vpc !== undefined && vpcSubnet !== undefined ? "names a second VPC beside vpc: give one of the two" : undefined,
  },
  {
    needs: ["preferredAz", "nodes"],
    refuses: ({ preferredAz, nodes }) =>
      preferredAz !== undefined && nodes !== undefined && preferredAz.length !== nodes
        ? `names ${preferredAz.length} zones for ${nodes} nodes: one for each`
        : undefined,
  },
];
