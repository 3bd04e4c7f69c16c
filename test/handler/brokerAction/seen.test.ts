import { actionNames } from "../../../provider/resources/brokerAction/schema";
import type { TestEmulator } from "../../helpers/emulator";
import { withHandlers } from "../../helpers/handlers";
import { expectError, lastingLines } from "../../helpers/outcomes";
import { declare, fieldOfNodes, prepare, results, sent } from "./scene";

/** How the end of an action is seen: on fast services, and of a restart that no look catches. */

/** The longest time that an action of the table takes on the service. */
const longestMs = 302_000;

test.each([5, 60, 600].flatMap((speed) => actionNames.map((action) => [action, speed] as const)))(
  "%s on a service that is %d times as fast: its end is seen",
  (action, speed) =>
    withHandlers(
      async (handlers) => {
        const { emulator, stack } = handlers;
        await prepare(handlers, action);
        const { field, values, leastMs } = results[action];
        const run = await stack().up([declare(emulator, { action })]);
        expect([run.errors, await fieldOfNodes(emulator, field)]).toEqual([[], values]);
        const doubts = lastingLines(run).filter((text) => /to be seen|will not show the end/.test(text));
        expect(doubts).toHaveLength(action === "mgmt-restart" ? 1 : 0);
        expect(run.ms).toBeGreaterThanOrEqual(leastMs / speed);
        expect(run.ms).toBeLessThan((1.5 * longestMs) / speed + 5_000);
      },
      { speed },
    ),
);

/** Shows all nodes as running, whatever happens to them. */
function hideOutages(emulator: TestEmulator): void {
  const all = [1, 2, 3].map((n) => ({ name: `broker-1001-0${n}`, configured: true, running: true }));
  const match = { method: "GET", path: "/instance/api/nodes" };
  emulator.fault({ match, times: "always", fault: { raw: JSON.stringify(all) } });
}

test("a restart that no look catches is done when the answer named the nodes, and a warning says what is not known", () =>
  withHandlers(async ({ emulator, one }) => {
    hideOutages(emulator);
    const program = [declare(emulator, { action: "restart" })];
    const run = await one.up(program);
    expect([run.errors, run.ms >= 60_000 && run.ms < 75_000]).toEqual([[], true]);
    expect(lastingLines(run)).toContainEqual(
      expect.stringMatching(
        /^the service has accepted action restart of instance 1001, but within 60s the provider saw no node that stopped\. Either/,
      ),
    );
    expect(run.lines.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/: no node has stopped so far \(3 of 3 nodes run; the limit of this wait is 60s, /),
    );
    expect(await one.up(program)).toMatchObject({ changes: [], requests: 0 });
  }));

test("a restart that is not seen to begin is not done: the run fails with the id, and the next one sends nothing", () =>
  withHandlers(async ({ emulator, one }) => {
    hideOutages(emulator);
    emulator.fault({ match: { method: "POST", path: "/instance/api/actions/restart" }, fault: { raw: "" } });
    const run = await one.up([declare(emulator, { action: "restart" })]);
    expectError(
      run,
      expect.stringContaining("the provider saw no node that stopped. Perhaps a node stopped only for a short time"),
    );
    expect(run.ms).toBeGreaterThanOrEqual(600_000);
    expect(one.entry("one").id).toMatch(/^1001\/actions\/restart\//);
    const next = await one.up([declare(emulator, { action: "restart" })]);
    expect(next).toMatchObject({ changes: ["update one"], errors: [] });
    expect(sent(emulator)).toEqual(["actions/restart"]);
  }));
