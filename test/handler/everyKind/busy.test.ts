import type { Fault } from "../../../provider/emulator";
import { isRest, someOf } from "../../helpers/cells";
import type { Handlers } from "../../helpers/handlers";
import { expectNoErrors, expectNothingToDo, minutes, progress } from "../../helpers/outcomes";
import { type Operation, operations, withOperation } from "./changes";

/** While the service is busy, or an instance stopped, an operation waits, says so, and then changes once. */

/** The answers of a service that is busy with something else. */
const busy: [string, Fault][] = [
  ["Timeout talking to backend", { status: 400, body: { error: "Timeout talking to backend" } }],
  ["code 40001", { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } }],
  ["code 40099", { status: 400, body: { error_code: 40099, error: "Timeout talking to backend" } }],
  ["423", { status: 423, body: { error: "Locked" } }],
];

/** The refusals of peerings that recordings of the service show and that end by themselves. */
const passing: [string, Fault][] = [
  ["a failed list", { status: 400, body: { error: "Failed to list VPC peering connections" } }],
  [
    "a peering operation in progress",
    { status: 400, body: { error: "There is a peering operation in progress, please try again later" } },
  ],
  [
    "rules that are configuring",
    {
      status: 400,
      body: { message: "There are firewall rules that have not finished configuring yet, try again in a few minutes" },
    },
  ],
  ["409 with code 40099", { status: 409, body: { error_code: 40099, error: "The backend is busy" } }],
];

/** The requests that the service refuses: all of the kind, the GETs, or those that change something. */
type Refused = "every request" | "each GET" | "each write";

/** The requests that a busy service refuses, for each kind. */
const refusals: Record<string, [answers: [string, Fault][], requests: Refused][]> = {
  firewallRuleSet: [[busy, "every request"]],
  vpcPeering: [
    [busy, "each write"],
    [passing, "each GET"],
    [passing, "each write"],
  ],
  vpcConnect: [[busy, "each write"]],
};
const usual: (typeof refusals)[string] = [
  [busy, "every request"],
  [busy, "each write"],
];

type Act = (handlers: Handlers) => Promise<void>;

/** Runs the operation during an outage of so many minutes; without minutes, the outage must not be noticed. */
function meets(operation: Operation, begin: Act, end: Act, lasts?: number): Promise<void> {
  const { kind, method, before, now, left } = operation;
  return withOperation(operation, async (scene) => {
    const { clock, emulator, one, declare } = scene;
    if (before) expectNoErrors(await one.up(declare(before)));
    await begin(scene);
    emulator.clearRequests();
    const outage = minutes(lasts ?? 3);
    const ended = clock.sleep(outage).then(() => end(scene));
    const run = expectNoErrors(await one.up(declare(now)));
    expect(kind.look(emulator.state())).toEqual(left);
    const done = emulator.requests().filter((each) => each.method === method && each.status < 300);
    // `end` sends a request of its own.
    expect(done.filter(({ path }) => !path.includes("/actions/"))).toHaveLength(1);
    if (lasts === undefined) {
      expect(run.ms).toBeLessThan(minutes(3));
      expect(progress(run).filter((text) => text.startsWith("waiting for the service"))).toEqual([]);
    } else {
      expect(run.ms).toBeGreaterThanOrEqual(outage);
      expect(run.ms).toBeLessThan(outage + minutes(4));
      const told = progress(run).filter((text) => /^waiting for .* \(\d+s\): \S|^the service did not conf/.test(text));
      expect(told.length).toBeGreaterThan(3 * lasts);
    }
    await ended;
    await expectNothingToDo(one, declare(now));
    expect(one.state).toHaveLength(now ? 1 : 0);
  });
}

/** Stops the first instance or starts it, as somebody else does. */
const act =
  (action: "start" | "stop"): Act =>
  async ({ clock, emulator }) => {
    expect(await emulator.call("POST", `/instance/api/actions/${action}`, { body: {} })).toMatchObject({ status: 200 });
    // What is stopped is down a moment later.
    if (action === "stop") await clock.advance(30_000);
  };

describe.each(operations)("$what", (operation) => {
  const { kind, method, needsNoBroker } = operation;
  // One outage of each operation is long. A call without a time limit of its own would be given up after two minutes.
  const answers = (refusals[kind.type] ?? usual)
    .flatMap(([all, requests]) => all.map(([what, fault]) => ({ what, fault, requests })))
    .map((each, i) => ({ ...each, lasts: needsNoBroker && i === 0 ? 11 : 3 }));
  const methods = { "every request": undefined, "each GET": "GET", "each write": method };

  test.each(someOf(answers, 0, 2))("answered $what to $requests for $lasts minutes", ({ fault, requests, lasts }) =>
    meets(
      operation,
      async ({ emulator }) => {
        emulator.fault({ match: { path: kind.path, method: methods[requests] }, times: "always", fault });
      },
      async ({ emulator }) => emulator.clearFaults(),
      lasts,
    ),
  );

  if (isRest) return;
  test(needsNoBroker ? "needs no broker that runs" : "while the instance is stopped for 11 minutes", () =>
    meets(operation, act("stop"), act("start"), needsNoBroker ? undefined : 11),
  );
});
