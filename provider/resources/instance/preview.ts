// `definition.ts` passes `offeredFailures`, which checks inputs, and `decide`, which finds what a change replaces, to
// the framework. A new check goes here. A refresh must refuse nothing, because it changes nothing; every request must
// be a GET, because a preview must not change the broker.
import type { Differences } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";
import { throwIfClaimed } from "../../framework/run/claims";
import { regionFailures } from "../shared/catalogue";
import type { Ctx } from "../shared/ctx";
import { claimsOf } from "../shared/putSettings";
import { failuresOf, throwIfRefused } from "../shared/refusals";
import { explainTooNew, explainTypos, noteResets, noteRestart } from "../shared/settings";
import { highest, isFullVersion } from "../shared/versions";
import { decideNetwork, vpcFailures } from "./network";
import { decidePlan, planFailures } from "./plan";
import type { InstanceValues } from "./schema";
import { describeSizes, diskFailures, nodesFailures, zoneFailures } from "./sizes";
import type { State } from "./state";
import { noteUpgrade, withoutOldVersion } from "./version";

/** Checks each part against the service's offers where it is new or changed, and shows the price. */
export async function offeredFailures(ctx: Ctx, args: InstanceValues, olds: Partial<InstanceValues>) {
  // The note for a new instance is printed here; `decide` prints the note for a change.
  if (olds.plan === undefined) noteRestart(ctx.say, args.config, undefined);
  const [ofRegion, ofPlan] = await Promise.all([
    regionFailures(ctx, args.region, olds.region),
    planFailures(ctx, args, olds),
  ]);
  return [
    ...ofRegion,
    ...diskFailures(args, olds),
    ...zoneFailures(args, olds),
    ...nodesFailures(args, olds),
    ...vpcFailures(ctx.run, args),
    ...failuresOf("config", explainTypos(args.config, olds.config)),
    ...ofPlan,
  ];
}

/** Decides what a change replaces, and notes what a change in place does. Throws when the change cannot succeed. */
export async function decide(ctx: Ctx, id: string, state: State, args: InstanceValues, found: Differences) {
  throwIfClaimed(ctx, claimsOf(id, args.config));
  if (ctx.run.inProgram) noteRestart(ctx.say, args.config, state.config);
  const sure = decideNetwork(ctx, id, state, args, withoutOldVersion(ctx.say, state, args, found));
  const decided = await decidePlan(ctx, state, args, sure);
  const become =
    decided.replaced.length > 0
      ? "the new object is made without this input"
      : `the settings of instance ${id} stay as they are`;
  if (found.local.includes("config")) ctx.say.note(`the input config is not declared any more: ${become}`);
  // A replacement makes a new broker, for which other checks apply; a refresh refuses nothing.
  if (decided.replaced.length > 0 || !ctx.run.inProgram) return decided;
  const { changed } = decided;
  const sizes = describeSizes(state, args, changed);
  if (sizes.length > 0) ctx.say.note(`changes in place: ${sizes.join(", ")}`);
  if (changed.includes("plan") && !hasUnknown(args.plan))
    ctx.say.note("a change of plan takes up to ten minutes, and clients have to connect again");
  if (changed.includes("config")) noteResets(ctx.say, args.config, state.config);
  if (changed.includes("rmqVersion") && !hasUnknown(args.rmqVersion)) await noteUpgrade(ctx, id, state, args);
  const tooNew = explainTooOldBroker(state, args);
  throwIfRefused(ctx.call, tooNew && `config: ${tooNew}`);
  return decided;
}

/** Explains why an existing broker is too old for its settings, which are sent after the upgrade. */
function explainTooOldBroker(state: State, { config, rmqVersion }: InstanceValues): string | undefined {
  if (config === undefined || hasUnknown(config) || hasUnknown(rmqVersion) || !state.rmqVersion) return undefined;
  const version = highest([state.rmqVersion, rmqVersion ?? state.rmqVersion]);
  // If the full version is not declared, the upgrade may lead to a version that is new enough.
  if (version !== state.rmqVersion && !isFullVersion(version ?? "")) return undefined;
  return explainTooNew(config, state.config, { backend: state.backend, rmqVersion: version });
}
