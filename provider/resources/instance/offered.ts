import type { Failure } from "../../framework/kind/definition";
import { regionFailures } from "../shared/catalogue";
import type { Ctx } from "../shared/ctx";
import { failuresOf } from "../shared/refusals";
import { explainRestart, explainTypos } from "../shared/settings";
import { diskFailures } from "./disk";
import { vpcFailures } from "./network";
import { nodesFailures, zoneFailures } from "./nodes";
import { planFailures } from "./plan";
import type { InstanceValues } from "./schema";

/** Checks each part against the service's offers where it is new or changed, and shows the price. */
export async function offeredFailures(
  ctx: Ctx,
  args: InstanceValues,
  olds: Partial<InstanceValues>,
): Promise<Failure[]> {
  // The note for a new instance is printed here; `decide` prints the note for a change.
  const restart = olds.plan === undefined ? explainRestart(args.config, undefined) : undefined;
  if (restart !== undefined) ctx.say.note(restart);
  return [
    ...(await regionFailures(ctx, args.region, olds.region)),
    ...diskFailures(args, olds),
    ...zoneFailures(args, olds),
    ...nodesFailures(args, olds),
    ...vpcFailures(ctx.run, args),
    ...failuresOf("config", explainTypos(args.config, olds.config)),
    ...(await planFailures(ctx, args, olds)),
  ];
}
