import type { Client } from "../../api";
import type { Context } from "../../framework/kind/context";
import { hasUnknown } from "../../framework/kind/unknowns";
import { fromCatalogue } from "../shared/catalogue";
import { throwIfRefused } from "../shared/refusals";
import { explainResets } from "../shared/settings";
import { isAtLeast, versionOf } from "../shared/versions";
import { type InstanceValues, nodesNamedBy } from "./schema";
import type { InstanceState } from "./state";
import { findNextStep, type NextStep } from "./upgrade";
import { countOf, look } from "./waits";

type Ctx = Context<Client>;

/** Notes what the changes in place do to the instance. Throws when its new version is not on offer. */
export async function noteChanges(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
  changed: readonly string[],
): Promise<void> {
  const sizes = describeSizes(state, args, changed);
  if (sizes.length > 0) ctx.note(`changes in place: ${sizes.join(", ")}`);
  if (changed.includes("plan") && !hasUnknown(args.plan)) {
    ctx.note("a change of plan takes up to ten minutes, and clients have to connect again");
  }
  if (changed.includes("config")) for (const text of explainResets(state.config, args.config)) ctx.note(text);
  if (changed.includes("rmqVersion") && !hasUnknown(args.rmqVersion)) await noteUpgrade(ctx, id, state, args);
}

function describeSizes(state: Partial<InstanceState>, args: InstanceValues, changed: readonly string[]): string[] {
  const { plan, disk } = args;
  const sizes: string[] = [];
  if (changed.includes("plan") && !hasUnknown(plan)) sizes.push(`plan ${state.plan} → ${plan}`);
  const nodes = nodesAfter(state, args);
  if (nodes !== undefined && typeof state.nodes === "number" && nodes !== state.nodes) {
    sizes.push(`${countOf(state.nodes)} → ${nodes}`);
  }
  if (changed.includes("disk") && disk !== undefined && !hasUnknown(disk)) {
    const before = state.disk === undefined ? "" : `${state.disk.extraSize} → `;
    sizes.push(`${before}${disk.extraSize} GB of added disk`);
  }
  return sizes;
}

/**
 * The number of nodes after the change: the declared number, or else the number in the new plan's name, if the number
 * in the old plan's name was right.
 */
function nodesAfter(state: Partial<InstanceState>, { plan, nodes }: InstanceValues): number | undefined {
  if (hasUnknown(plan) || hasUnknown(nodes)) return undefined;
  if (nodes !== undefined) return nodes;
  return nodesNamedBy(state.plan) === state.nodes ? nodesNamedBy(plan) : undefined;
}

/** The topic under which a run keeps the next version of each upgrade, so that the service is asked once. */
const nextVersions = "next versions";

async function noteUpgrade(ctx: Ctx, id: string, state: Partial<InstanceState>, args: InstanceValues): Promise<void> {
  const { rmqVersion: wanted = "" } = args;
  // After an unfinished run, only a look at the nodes can tell how far its upgrade has come.
  if (ctx.pending) return;
  const key = `${id} ${state.rmqVersion} ${wanted}`;
  let next = ctx.recall(nextVersions).get(key) as Partial<NextStep> | undefined;
  if (next === undefined) {
    next = (await nextStepFor(ctx, id, state, args)) ?? {};
    ctx.tell(nextVersions, key, next);
  }
  throwIfRefused(ctx, "refusal" in next ? `rmqVersion ${next.refusal}` : undefined);
  if (!("version" in next)) return;
  const isLast = isAtLeast(next.version, wanted);
  const way = isLast ? `${next.version}` : `${wanted} in steps, the first to ${next.version}`;
  ctx.note(
    `rmqVersion ${state.rmqVersion ?? "not known"} → ${way}: ${describeDowntime(nodesAfter(state, args) ?? state.nodes, isLast)}`,
  );
}

/** Looks for the next version; undefined when the service cannot be asked, or when there is nothing left to do. */
function nextStepFor(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
): Promise<NextStep | undefined> {
  return fromCatalogue(ctx, `versions for instance ${id}`, async (within) => {
    const call = { ...within, busy: "throw" as const };
    const next = await findNextStep(call, id, state.rmqVersion, args);
    if ("version" in next) return next;
    // Something else may have upgraded the broker after state was last written.
    const version = versionOf((await look(call, id)).nodes) ?? state.rmqVersion;
    if (version === state.rmqVersion) return next;
    return isAtLeast(version, args.rmqVersion ?? "") ? undefined : findNextStep(call, id, version, args);
  });
}

function describeDowntime(nodes: number | null | undefined, isLast: boolean): string {
  const each = isLast ? "" : " at each step";
  if (typeof nodes !== "number") return `the broker restarts${each}`;
  if (nodes === 1) return `the broker is down while it restarts${each}`;
  return `the nodes restart one after another${each}, and their clients have to reconnect`;
}
