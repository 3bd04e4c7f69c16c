import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { actionNames, type BrokerActionName } from "../../../provider/resources/brokerAction/schema";
import { isRest, someOf } from "../../helpers/cells";
import { cutRun, type Way } from "../../helpers/cut-rows";
import { type Handlers, it, withHandlers } from "../../helpers/handlers";
import { expectError, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { declare, pathOf, prepare, sent } from "./scene";

/** An action is sent once for its triggers, wherever the run is cut, and whatever is run again. */

/** Nothing shows afterwards whether the service has carried these out. */
const unseen: readonly BrokerActionName[] = ["restart", "cluster-restart", "mgmt-restart", "reboot"];
const isSeen = (action: BrokerActionName) => !unseen.includes(action);

const open = (action: BrokerActionName) =>
  expect.stringMatching(
    RegExp(
      `^BrokerAction "one": the request for action ${action} of instance 1001 was sent at 2030-01-01T\\S+, and it is unknown whether the service acted.*` +
        `import: "1001/actions/${action}/[0-9a-f]{16}".*To send the request again, change the value of the input "triggers"`,
    ),
  );

/** The number of the request that carries out each action, among those of a create. */
const positions = new Map<BrokerActionName, number>();
beforeAll(async () => {
  for (const action of actionNames) {
    await withHandlers(async (handlers) => {
      const { emulator, one } = handlers;
      await prepare(handlers, action);
      await one.up([declare(emulator, { action })]);
      positions.set(action, emulator.requests().findIndex(({ method }) => method === "POST") + 1);
    });
  }
});

/** How a run is cut off, and what is then known of the action. */
interface Moment extends Way {
  /** The request, counted from the one that carries the action out. */
  at: number;
  /** True where the request has reached the service. */
  arrives: boolean;
  /** True where the service has carried the action out. */
  acts: boolean;
  /** Where it stays open whether the service has acted: for no action, for those that nothing shows, or for all. */
  open: "never" | "unseen" | "always";
}

const before: Moment = { how: "before it is sent", ends: "before", at: 0, arrives: false, acts: false, open: "unseen" };
const unread: Moment = { ...before, how: "with its answer unread", ends: "after", arrives: true, acts: true };
const inWait: Moment = { ...unread, how: "killed in the wait", ends: "before", at: 1, open: "never" };
const byReset = (reset: "before" | "after") => ({ ends: undefined, plays: { fault: { reset } } });
const moments: Moment[] = [
  { ...before, how: "killed at the look before it", at: -1, open: "never" },
  before,
  unread,
  { ...unread, how: "with the engine gone, so that no state is saved", ends: "gone", open: "never" },
  { ...unread, how: "with its answer lost", ...byReset("after") },
  { ...unread, how: "broken before the service acts", ...byReset("before"), acts: false, open: "always" },
  inWait,
];

const cells = actionNames.flatMap((action) =>
  moments
    // A restart of the management interface is not waited for.
    .filter(({ at }) => action !== "mgmt-restart" || at < 1)
    .map((moment) => [action, moment.how, moment] as const),
);

async function cutOff({ emulator, one }: Handlers, action: BrokerActionName, moment: Moment) {
  const program = [declare(emulator, { action })];
  const request = (positions.get(action) ?? 0) + moment.at;
  const { run } = await cutRun(emulator, { way: moment, request }, (options) => one.up(program, options));
  expect(sent(emulator)).toEqual(moment.arrives ? [pathOf(action)] : []);
  return { one, run, program };
}

test.each(someOf(cells, 0, 3))(
  "%s, %s: sent once for its triggers, or not known and never sent again",
  (action, _how, moment) =>
    withHandlers(async (handlers) => {
      const { emulator } = handlers;
      await prepare(handlers, action);
      const { one, run, program } = await cutOff(handlers, action, moment);
      // A lost answer is known to the run itself; a killed run says nothing.
      if (moment.plays) expect(run.errors).toEqual([open(action)]);

      const again = await one.up(program);
      if (moment.open === "always" || (moment.open === "unseen" && !isSeen(action))) {
        // Nothing shows whether the service has acted: nothing is sent, however often the run is repeated.
        expectError(again, open(action));
        expect((await one.refresh()).errors).toEqual([]);
        expectError(await one.up(program), open(action));
        expect(sent(emulator)).toEqual(moment.arrives ? [pathOf(action)] : []);
        expect(one.entry("one").id).toMatch(RegExp(`^1001/actions/${action}/`));
        // New triggers are a new action.
        const next = await one.up([declare(emulator, { action, triggers: ["second"] })]);
        expect(next).toMatchObject({ changes: ["update one"], errors: [] });
        expect(sent(emulator)).toEqual(Array(moment.arrives ? 2 : 1).fill(pathOf(action)));
        return;
      }
      expect(again.errors).toEqual([]);
      expect(sent(emulator)).toEqual([pathOf(action)]);
      const isOfEarlierRun = lastingLines(again).some((text) =>
        text.includes("by an earlier run, and is not sent again"),
      );
      expect(isOfEarlierRun).toBe(moment.acts);
      await expectNothingToDo(one, program);
      expect(await one.destroy()).toMatchObject({ errors: [], requests: 0 });
      expect(sent(emulator)).toEqual([pathOf(action)]);
    }),
);

if (!isRest) {
  it.each(["restart", "stop"])(
    "a change of triggers of a %s that is cut off sends it once, too",
    async (at, action) => {
      const { emulator, one } = at;
      await one.up([declare(emulator, { action })]);
      const program = [declare(emulator, { action, triggers: ["second"] })];
      await at.clock.advance(100_000);
      emulator.clearRequests();
      await one.up(program, { cut: { request: "POST", how: "gone" } });
      expect(sent(emulator)).toEqual([`actions/${action}`]);
      expect((await one.up(program)).errors).toEqual([]);
      expect(await one.up(program)).toMatchObject({ changes: [], requests: 0 });
      expect(sent(emulator)).toEqual([`actions/${action}`]);
    },
  );

  test("answers lost for two triggers in a row: both stay open, also after the wait of a third has failed", () =>
    withHandlers(async ({ emulator, one }) => {
      const program = (triggers: string[]) => [declare(emulator, { action: "restart", triggers })];
      const match = { method: "POST", path: "/instance/api/actions/*" };
      emulator.fault({ match, times: 2, fault: { reset: "before" } });
      for (const triggers of [["first"], ["second"], ["first"], ["second"]])
        expectError(await one.up(program(triggers)), open("restart"));
      expect(sent(emulator)).toHaveLength(2);
      emulator.fault({ match: { path: "/instance/api/nodes" }, skip: 2, fault: { status: 403, raw: "{}" } });
      const third = await one.up(program(["third"]));
      expect([third.errors.length, sent(emulator).length]).toEqual([1, 3]);
      emulator.clearFaults();
      expectError(await one.up(program(["first"])), open("restart"));
      expect((await one.up(program(["third"]))).errors).toEqual([]);
      expect(sent(emulator)).toHaveLength(3);
    }));

  it.each([1, 2])(
    "a maintenance whose run was killed before it was sent, and %i lists without it: it is still run",
    async (handlers, times) => {
      const { emulator } = handlers;
      const action = "run-maintenance";
      const { one, program } = await cutOff(handlers, action, before);
      emulator.fault({ match: { method: "GET", path: "/instance/api/maintenance" }, times, fault: { raw: "[]" } });
      expect((await one.up(program)).errors).toEqual([]);
      expect([sent(emulator), emulator.state().maintenances]).toEqual([[pathOf(action)], []]);
    },
  );

  it.each(["restart", "upgrade-erlang"] as const)(
    "a clock that was set back after a killed run of %s fails nothing",
    async (handlers, action) => {
      const { emulator, clock, records } = handlers;
      // Versions that are the newest already make the upgrade wait until it may ask whether there is anything newer.
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "26.2.5.2" } });
      const { one, program } = await cutOff(handlers, action, inWait);
      await clock.advance(600_000);
      // To the next run, a record of tomorrow is what a clock that was set back shows.
      const [file = ""] = readdirSync(records).map((name) => join(records, name));
      writeFileSync(file, readFileSync(file, "utf8").replace('"at":"2030-01-01T', '"at":"2030-01-02T'));
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(emulator)).toEqual([pathOf(action)]);
    },
  );

  test("a refusal has sent nothing: it is an error without a resource, and the run again sends it", () =>
    withHandlers(async ({ emulator, one }) => {
      const fault = { status: 400, raw: '{"error":"Not today"}' };
      emulator.fault({ match: { method: "POST", path: "/instance/api/actions/*" }, fault });
      const program = [declare(emulator, { action: "restart" })];
      expectError(await one.up(program), expect.stringContaining("Not today"));
      expect(one.state).toEqual([]);
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(emulator)).toHaveLength(2);
    }));

  it("a preview after a killed run says that the action was sent, and refuses nothing", async (handlers) => {
    const { one, program } = await cutOff(handlers, "run-maintenance", unread);
    const again = await one.up(program);
    expect(lastingLines(again)[0]).toMatch(
      /^action run-maintenance of instance 1001 was sent at .* up checks the result/,
    );
    expect(again.errors).toEqual([]);
  });

  it.each(["before", "after"] as const)(
    "an upgrade that leads nowhere, with a lost answer (%s the service acted): what is on offer decides",
    async ({ emulator, one }, reset) => {
      const [newest] = emulator.state().versions.filter(({ broker }) => broker === "3.12.13");
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: newest!.erlang } });
      emulator.fault({ match: { method: "POST", path: "/instance/api/actions/*" }, fault: { reset } });
      const program = [declare(emulator, { action: "upgrade-erlang" })];
      expectError(await one.up(program), open("upgrade-erlang"));
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(emulator)).toEqual(["actions/upgrade-erlang"]);
    },
  );
}
