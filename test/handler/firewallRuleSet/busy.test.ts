import type { HandlerStack } from "../../helpers/handlers";
import { expectNoErrors, minutes, progress } from "../../helpers/outcomes";
import { act, busyAnswers } from "../everyKind/busy-scene";
import { type Allowed, a, allowedBy, b, foreign, merge, type Scene, withFirewall } from "./scene";

/** A firewall that is busy, or an instance that is stopped, for ten minutes: waited out, with lines that say so. */

const path = "/instance/api/security/firewall";

interface Operation {
  what: string;
  prepare(at: Scene): Promise<unknown>;
  run(at: Scene): ReturnType<HandlerStack["up"]>;
  left: Allowed;
}

const operations: Operation[] = [
  {
    what: "create",
    prepare: async () => {},
    run: ({ stack, set }) => stack.up([set("fw", [a], merge)]),
    left: allowedBy(foreign, a),
  },
  {
    what: "update",
    prepare: async ({ stack, set }) => expectNoErrors(await stack.up([set("fw", [a], merge)])),
    run: ({ stack, set }) => stack.up([set("fw", [b], merge)]),
    left: allowedBy(foreign, b),
  },
  {
    what: "delete",
    prepare: async ({ stack, set }) => expectNoErrors(await stack.up([set("fw", [a], merge)])),
    run: ({ stack }) => stack.destroy(),
    left: allowedBy(foreign),
  },
];

/** Runs the operation while `end` comes ten minutes later. */
async function outlasts(
  at: Scene,
  { prepare, run, left }: Operation,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  at.byHand(foreign);
  await prepare(at);
  await begin();
  const ended = at.clock.sleep(minutes(10)).then(end);
  const outcome = expectNoErrors(await run(at));
  await ended;
  expect(outcome.ms).toBeGreaterThanOrEqual(minutes(10));
  expect(outcome.ms).toBeLessThan(minutes(14));
  const waiting = progress(outcome).filter((text) => /^waiting for the service \(\d+s\): /.test(text));
  expect(waiting.length).toBeGreaterThan(10);
  expect(at.allowed()).toEqual(left);
  expect(at.firewall().change).toBeNull();
}

describe.each(operations)("$what", (operation) => {
  test.each(busyAnswers)("answered %s", (_what, fault) =>
    withFirewall((at) =>
      outlasts(
        at,
        operation,
        async () => at.emulator.fault({ match: { path }, times: "always", fault }),
        async () => at.emulator.clearFaults(),
      ),
    ),
  );

  test("while the instance is stopped", () =>
    withFirewall((at) =>
      outlasts(
        at,
        operation,
        () => act(at, "stop"),
        () => act(at, "start"),
      ),
    ));
});

test("rules that are still configuring are named, with the instance", () =>
  withFirewall(async ({ stack, set, instance }) => {
    const outcome = expectNoErrors(await stack.up([set("fw", [a, b])]));
    expect(progress(outcome)).toContain(
      `waiting for the firewall of instance ${instance} (0s): 3 rules are not in force yet`,
    );
  }));
