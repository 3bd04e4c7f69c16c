// `definition.ts` takes the inputs of `Instance` with their marks, the options of `field`, and the outputs that each
// change alters; the folder's files use `InstanceValues`. A new input goes into `instance.ts` too. Names and `replace`
// marks must stay, because states hold the inputs.
import { z } from "zod";
import { isNumericId } from "../../api";
import type { Rule } from "../../framework/kind/definition";
import { field, inputsOf } from "../../framework/kind/marks";
import { explainBadIPv4Network } from "../shared/cidr";
import { tagsField } from "../shared/marker";
import { type SettingValues, settingsMarks, settingsRule, settingsSchema } from "../shared/settings";
import { regionText, textWithout } from "../shared/texts";

const diskSizes = [0, 25, 50, 100, 250, 500, 1000, 2000] as const;
const copied = ["alarms", "definitions", "metrics", "logs", "firewall", "plugins", "config"] as const;

const numericId = z.string().refine(isNumericId, "must be a numeric id, such as 45");
const version = z.string().regex(/^\d+(\.\d+){0,2}$|^\d+\.\d+\.\d+-[\w.-]+$/, "must be a version such as 3.12.13");
const copySettings = z.object({
  instance: numericId,
  settings: z.array(z.enum(copied)).min(1, 'must name at least one part to copy, such as "alarms"'),
});

/** The outputs that say where clients connect. */
export const addresses = ["host", "hostInternal", "url", "urls"] as const;

/** The outputs that follow from the plan. */
export const ofPlan = ["backend", "shared", "monthlyPrice", "nodeNames"] as const;

/** The outputs that a change in place of an input may change. */
export const altered = {
  plan: ["nodes", "rmqVersion", ...ofPlan, ...addresses],
  region: [...addresses, "vpc", "vpcSubnet", "nodeNames"],
  nodes: ["nodeNames"],
  vpc: ["vpcSubnet"],
  vpcSubnet: ["vpc"],
};

export const instanceSchema = inputsOf(() => ({
  name: z.string().min(1, "must not be empty"),
  plan: z.string().min(1, "must not be empty"),
  region: field(regionText, { replace: true }),
  tags: tagsField("an instance"),
  vpc: field(numericId.optional(), { replace: true, refersTo: "Vpc" }),
  vpcSubnet: field(textWithout(explainBadIPv4Network).optional(), { replace: true, notImported: true }),
  nodes: field(z.number().int("must be a whole number").min(1, "must be 1 or more").optional(), {
    keep: { follows: ["plan"] },
    notImported: true,
  }),
  disk: field(z.object({ extraSize: z.literal(diskSizes), allowDowntime: z.boolean().optional() }).optional(), {
    keep: true,
    // `allowDowntime` says how a disk may be changed and is no property of the disk, so it is not compared.
    normal: (disk) => ({ extraSize: (disk as { extraSize?: number }).extraSize ?? 0 }),
  }),
  config: field(settingsSchema().optional(), settingsMarks),
  rmqVersion: field(version.optional(), { keep: true, notImported: true }),
  copySettings: field(copySettings.optional(), { createOnly: true }),
  preferredAz: field(z.array(z.string().min(1, "must not be empty")).optional(), { createOnly: true }),
}));

/** The inputs of an instance as the definition sees them. */
export type InstanceValues = Omit<z.output<typeof instanceSchema>, "config" | "tags"> & {
  tags: string[];
  config?: SettingValues;
};

export const instanceRules: readonly Rule<InstanceValues>[] = [
  settingsRule as Rule<InstanceValues>,
  {
    needs: ["vpcSubnet", "vpc"],
    refuses: ({ vpc, vpcSubnet }) =>
      vpc !== undefined && vpcSubnet !== undefined
        ? "cannot be given together with vpc: give only vpc or only vpcSubnet"
        : undefined,
  },
];
