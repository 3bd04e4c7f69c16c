// A claim keeps a second resource from managing the same thing. `preview/checkInputs.ts` calls `claimFailures`;
// `operations.ts`, `resources/instance/` and `resources/maintenanceDate/` call `throwIfClaimed`. The text may change. A
// claim with an unknown part must not count, because all unknown values look equal.
import type { Context, Sharing } from "../kind/context";
import type { Claim, Failure } from "../kind/definition";
import { nameOf } from "../kind/tokens";
import { allUnknowns } from "../kind/values";

/** Claims all known things that a resource manages. Returns a failure for each thing that another resource has. */
export function claimFailures({ claim }: Sharing, claims: readonly Claim[] | undefined = []): Failure[] {
  const known = claims.filter(({ what }) => !allUnknowns.some((each) => what.includes(each)));
  return known.flatMap(({ property, what, within }) => {
    const holder = claim(within === undefined ? what : `${what} in ${within}`);
    if (holder === undefined) return [];
    const others = `the resource ${nameOf(holder)} also declares ${what}`;
    return [{ property, reason: `${others}: only one of the two resources may declare this` }];
  });
}

/** Throws where another resource of the program has claimed a thing that this resource manages. */
export function throwIfClaimed({ call, run }: Context, claims?: readonly Claim[]): void {
  const [first] = claimFailures(run, claims);
  if (first !== undefined) throw new Error(`${call.subject}: ${first.reason}`);
}
