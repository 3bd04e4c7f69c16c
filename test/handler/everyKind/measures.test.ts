import { type Outcome, withHandlers } from "../../helpers/handlers";
import { expectWithinTarget } from "../../helpers/measures";
import { around, declared, everything } from "../../helpers/monitored-stack";
import { expectNoErrors } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";

/** What a rate limit of the service costs: what is sent and how long it takes, against what is needed without a limit. */

const limit = { perSecond: 5, burst: 5 };
/** Who is refused waits for as long, in milliseconds: the service tells whole seconds. */
const oneWait = 1000;

type Operation = "create" | "refresh" | "destroy";

/** Runs one operation on a service of its own; what comes before it meets no limit. */
function play(operation: Operation, parts: typeof around, limited: boolean): Promise<Outcome> {
  return withHandlers(async ({ emulator, one }) => {
    const program = declared(parts, "1001");
    // What is waited for is there at the first look: polls are not what is counted.
    lasting(emulator, { changingPlugin: 0, configuringFirewall: 0 });
    if (operation !== "create") expect((await one.up(program)).errors).toEqual([]);
    if (limited) emulator.limit(limit);
    const outcome = expectNoErrors(await (operation === "create" ? one.up(program) : one[operation]()));
    emulator.liftLimit();
    expect((await one.refresh()).changes).toEqual([]);
    expect(one.state).toHaveLength(operation === "destroy" ? 0 : parts.length);
    return outcome;
  });
}

const stacks = [
  { parts: around, needed: { create: 27, refresh: 6, destroy: 20 } },
  { parts: everything, needed: { create: 42, refresh: 9, destroy: 31 } },
];

describe.each(stacks)("$parts.length resources on an instance, under 5 requests a second", ({ parts, needed }) => {
  test.each(["create", "refresh", "destroy"] as const)("%s: none fails, and little is lost", async (operation) => {
    const free = await play(operation, parts, false);
    const slow = await play(operation, parts, true);
    const what = `${operation} of ${parts.length} resources`;
    expect(free.requests).toBe(needed[operation]);
    expectWithinTarget("B2", "sent ÷ needed on a virtual clock", slow.requests / free.requests, what);
    const ideal = Math.max((free.requests / limit.perSecond) * 1000, free.ms) + oneWait;
    expectWithinTarget("B2", "time ÷ ideal on a virtual clock", slow.ms / ideal, what);
    // The limit was met: without a refusal nothing would have been measured.
    expect(slow.requests).toBeGreaterThan(free.requests);
  });
});
