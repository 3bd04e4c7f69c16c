import { hasUnknown } from "../../framework/kind/unknowns";
import type { Ctx } from "../shared/ctx";
import { explainResets } from "../shared/settings";
import { countOf, nodesAfter } from "./nodes";
import type { InstanceValues } from "./schema";
import type { InstanceState } from "./state";
import { noteUpgrade } from "./version";

/** Notes what the changes in place do to the instance. Throws when its new version is not on offer. */
export async function noteChanges(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
  changed: readonly string[],
): Promise<void> {
  const sizes = describeSizes(state, args, changed);
  if (sizes.length > 0) ctx.say.note(`changes in place: ${sizes.join(", ")}`);
  if (changed.includes("plan") && !hasUnknown(args.plan)) {
    ctx.say.note("a change of plan takes up to ten minutes, and clients have to connect again");
  }
  if (changed.includes("config")) for (const text of explainResets(state.config, args.config)) ctx.say.note(text);
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
