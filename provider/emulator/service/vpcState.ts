import type { RecordOf } from "../records";
import { vpcBusy } from "../server/reply";
import type { Context } from "../server/route";

type Vpc = RecordOf<"vpcs">;

const makingMs = [60_000, 120_000] as const;

/** The time at which a VPC will be ready if the service begins to make it now. */
export const vpcReadyAt = ({ now, random }: Pick<Context, "now" | "random">): number =>
  now + random.between(...makingMs);

/** Answers "busy" while a VPC is being made. */
export function assertMade({ readyAt }: Vpc, now: number): void {
  if (now < readyAt) throw vpcBusy();
}

/** Answers "busy" while a VPC is being made or removed. */
export function assertUsable(vpc: Vpc, now: number): void {
  assertMade(vpc, now);
  if (vpc.goneAt !== null) throw vpcBusy();
}
