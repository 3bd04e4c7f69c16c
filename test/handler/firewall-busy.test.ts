import type { Fault } from "../../provider/emulator";
import type { HandlerStack, Outcome } from "../helpers/handlers";
import { type Allowed, a, allowedBy, b, fine, foreign, merge, type Scene, withFirewall } from "./firewall-scene";

/** A firewall that is busy, or an instance that is stopped, for ten minutes: waited out, with lines that say so. */

const minutes = (n: number) => n * 60_000;
const path = "/instance/api/security/firewall";

const busy: [string, Fault][] = [
  ["40001", { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } }],
  ["423", { status: 423, body: { error: "Locked" } }],
  ["Timeout talking to backend", { status: 400, body: { error: "Timeout talking to backend" } }],
];

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
    prepare: async ({ stack, set }) => fine(await stack.up([set("fw", [a], merge)])),
    run: ({ stack, set }) => stack.up([set("fw", [b], merge)]),
    left: allowedBy(foreign, b),
  },
  {
    what: "delete",
    prepare: async ({ stack, set }) => fine(await stack.up([set("fw", [a], merge)])),
    run: ({ stack }) => stack.destroy(),
    left: allowedBy(foreign),
  },
];

const progress = ({ lines }: Outcome) => lines.filter(({ passing }) => passing).map(({ text }) => text);

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
  const outcome = fine(await run(at));
  await ended;
  expect(outcome.ms).toBeGreaterThanOrEqual(minutes(10));
  expect(outcome.ms).toBeLessThan(minutes(14));
  const waiting = progress(outcome).filter((text) => /^waiting for the service \(\d+s\): /.test(text));
  expect(waiting.length).toBeGreaterThan(10);
  expect(at.allowed()).toEqual(left);
  expect(at.firewall().change).toBeNull();
}

describe.each(operations)("$what", (operation) => {
  test.each(busy)("answered %s", (_what, fault) =>
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
    withFirewall((at) => {
      const act = async (action: string) => {
        const { status } = await at.emulator.call("POST", `/instance/api/actions/${action}`, { body: {} });
        expect(status).toBe(200);
        // What is stopped is down a moment later.
        if (action === "stop") await at.clock.advance(30_000);
      };
      return outlasts(
        at,
        operation,
        () => act("stop"),
        () => act("start"),
      );
    }));
});

test("rules that are still configuring are named, with the instance", () =>
  withFirewall(async ({ stack, set, instance }) => {
    const outcome = fine(await stack.up([set("fw", [a, b])]));
    expect(progress(outcome)).toContain(
      `waiting for the firewall of instance ${instance} (0s): 3 rules are not in force yet`,
    );
  }));
