import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { actionNames, type BrokerActionName } from "../../../provider/resources/brokerAction/names";
import { type Cut, type Handlers, withHandlers } from "../../helpers/handlers";
import { lastingLines } from "../../helpers/outcomes";
import { declare, pathOf, prepare, sent } from "./scene";

/**
 * An action is sent once for its triggers, whatever cuts the run off, and whatever is run again: at the request that
 * carries the action out, at the looks before it and in the wait after it.
 */

/** Nothing shows afterwards whether the service has carried these out. */
const unseen: readonly BrokerActionName[] = ["restart", "cluster-restart", "mgmt-restart", "reboot"];
const isSeen = (action: BrokerActionName) => !unseen.includes(action);

const open = (action: BrokerActionName) =>
  expect.stringMatching(
    RegExp(
      `^BrokerAction "one": action ${action} of instance 1001 was sent at 2030-01-01T\\S+, and it is open whether the service has acted.*` +
        `import: "1001/actions/${action}/[0-9a-f]{16}".*sends nothing for the same triggers`,
    ),
  );

/** The number of the request that carries out an action, among those of a create. */
const positionOf = (action: BrokerActionName) =>
  withHandlers(async (handlers) => {
    await prepare(handlers, action);
    await handlers.stack().up([declare(handlers.emulator, { action })]);
    return handlers.emulator.requests().findIndex(({ method }) => method === "POST") + 1;
  });

/** How a run is cut off, and what is then known of the action. */
interface Moment {
  name: string;
  /** The request, counted from the one that carries the action out. */
  at: number;
  cut?: Cut["how"];
  reset?: "before" | "after";
  /** True where the request has reached the service. */
  arrives: boolean;
  /** True where the service has carried the action out. */
  acts: boolean;
  /** True where the run again knows that the service accepted the action. */
  isKnown: boolean;
}

const moments: Moment[] = [
  { name: "killed at the look before it", at: -1, cut: "before", arrives: false, acts: false, isKnown: true },
  { name: "killed before it is sent", at: 0, cut: "before", arrives: false, acts: false, isKnown: false },
  { name: "killed with its answer unread", at: 0, cut: "after", arrives: true, acts: true, isKnown: false },
  {
    name: "with the engine gone, so that no state is saved",
    at: 0,
    cut: "gone",
    arrives: true,
    acts: true,
    isKnown: true,
  },
  { name: "with its answer lost", at: 0, reset: "after", arrives: true, acts: true, isKnown: false },
  { name: "killed in the wait", at: 1, cut: "before", arrives: true, acts: true, isKnown: true },
];

const cells = actionNames.flatMap((action) =>
  moments
    // A restart of the management interface is not waited for.
    .filter(({ at }) => action !== "mgmt-restart" || at < 1)
    .map((moment) => [action, moment.name, moment] as const),
);

async function cutOff({ emulator, stack }: Handlers, action: BrokerActionName, position: number, moment: Moment) {
  const one = stack();
  const request = position + moment.at;
  if (moment.reset) emulator.fault({ match: {}, skip: request - 1, fault: { reset: moment.reset } });
  const cut = moment.cut === undefined ? {} : { cut: { request, how: moment.cut } };
  const first = await one.up([declare(emulator, { action })], cut);
  emulator.clearFaults();
  expect(sent(emulator)).toEqual(moment.arrives ? [pathOf(action)] : []);
  return { one, first };
}

test.each(cells)(
  "%s, %s: sent once for its triggers, or not known and never sent again",
  async (action, _name, moment) => {
    const position = await positionOf(action);
    await withHandlers(async (handlers) => {
      const { emulator } = handlers;
      await prepare(handlers, action);
      const { one, first } = await cutOff(handlers, action, position, moment);
      // A lost answer is known to the run itself; a killed run says nothing.
      if (moment.reset) expect(first.errors).toEqual([open(action)]);

      const program = [declare(emulator, { action })];
      const again = await one.up(program);
      if (!moment.isKnown && !isSeen(action)) {
        // Nothing shows whether the service has acted: nothing is sent, however often the run is repeated.
        expect(again.errors).toEqual([open(action)]);
        expect((await one.refresh()).errors).toEqual([]);
        expect((await one.up(program)).errors).toEqual([open(action)]);
        expect(sent(emulator)).toEqual(moment.arrives ? [pathOf(action)] : []);
        expect(one.entry("one").id).toMatch(RegExp(`^1001/actions/${action}/`));
        // New triggers are a new action.
        const next = await one.up([declare(emulator, { action, triggers: ["second"] })]);
        expect(next).toMatchObject({ changes: ["update one"], errors: [] });
        expect(sent(emulator)).toHaveLength(moment.arrives ? 2 : 1);
        return;
      }
      expect(again.errors).toEqual([]);
      expect(sent(emulator)).toEqual([pathOf(action)]);
      const isOfEarlierRun = lastingLines(again).some((text) =>
        text.includes("by an earlier run, and is not sent again"),
      );
      expect(isOfEarlierRun).toBe(moment.acts);
      expect(await one.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
      expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
      expect(await one.destroy()).toMatchObject({ errors: [], requests: 0 });
      expect(sent(emulator)).toEqual([pathOf(action)]);
    });
  },
);

test.each(actionNames)(
  "%s, whose request breaks before the service acts: the run fails with the id, and the same triggers send nothing",
  async (action) => {
    const position = await positionOf(action);
    await withHandlers(async (handlers) => {
      const { emulator } = handlers;
      await prepare(handlers, action);
      const moment = { name: "", at: 0, reset: "before", arrives: true, acts: false, isKnown: false } as const;
      const { one, first } = await cutOff(handlers, action, position, moment);
      expect(first.errors).toEqual([open(action)]);
      for (const run of [
        await one.up([declare(emulator, { action })]),
        await one.up([declare(emulator, { action })]),
      ]) {
        expect(run.errors).toEqual([open(action)]);
      }
      expect(sent(emulator)).toEqual([pathOf(action)]);
      const next = await one.up([declare(emulator, { action, triggers: ["second"] })]);
      expect([next.errors, sent(emulator)]).toEqual([[], Array(2).fill(pathOf(action))]);
    });
  },
);

test.each(["restart", "stop"] as const)("a change of triggers of a %s that is cut off sends it once, too", (action) =>
  withHandlers(async (handlers) => {
    const { emulator, stack, clock } = handlers;
    const one = stack();
    await one.up([declare(emulator, { action })]);
    const program = [declare(emulator, { action, triggers: ["second"] })];
    await clock.advance(100_000);
    emulator.clearRequests();
    // The key, the nodes for the preview, the nodes before the action, the action.
    const position = await withHandlers(async (others) => {
      const other = others.stack();
      await other.up([declare(others.emulator, { action })]);
      await others.clock.advance(100_000);
      others.emulator.clearRequests();
      await other.up([declare(others.emulator, { action, triggers: ["second"] })]);
      return others.emulator.requests().findIndex(({ method }) => method === "POST") + 1;
    });
    await one.up(program, { cut: { request: position, how: "gone" } });
    expect(sent(emulator)).toEqual([`actions/${action}`]);
    expect((await one.up(program)).errors).toEqual([]);
    expect(await one.up(program)).toMatchObject({ changes: [], requests: 0 });
    expect(sent(emulator)).toEqual([`actions/${action}`]);
  }),
);

test("on another machine, which has no record of this one: what state keeps is enough not to send it again", () =>
  withHandlers(async ({ emulator, stack, records }) => {
    emulator.fault({ match: { method: "POST", path: "/instance/api/actions/*" }, fault: { reset: "after" } });
    const one = stack();
    const program = [declare(emulator, { action: "restart" })];
    expect((await one.up(program)).errors).toEqual([open("restart")]);
    expect((await one.up(program, { records: `${records}-elsewhere` })).errors).toEqual([open("restart")]);
    expect(sent(emulator)).toEqual(["actions/restart"]);
  }));

test.each([
  ["earlier triggers declared again", ["first"]],
  ["triggers taken out", undefined],
])("%s after an answer was lost: nothing is sent, and nothing stays open", (_what, back) =>
  withHandlers(async ({ emulator, stack }) => {
    const one = stack();
    const program = (triggers?: string[]) => [declare(emulator, { action: "restart", triggers })];
    expect((await one.up(program(["first"]))).errors).toEqual([]);
    const { sentAt } = one.entry("one").outputs;
    emulator.fault({ match: { method: "POST", path: "/instance/api/actions/*" }, fault: { reset: "after" } });
    expect((await one.up(program(["second"]))).errors).toEqual([open("restart")]);
    expect((await one.up(program(back))).errors).toEqual([]);
    expect(sent(emulator)).toEqual(["actions/restart", "actions/restart"]);
    expect(one.entry("one").outputs["sentAt"]).toBe(sentAt);
    expect(await one.up(program(back))).toMatchObject({ changes: [], requests: 0 });
  }),
);

test("answers lost for two triggers in a row: both stay open, also after the wait of a third has failed", () =>
  withHandlers(async ({ emulator, stack }) => {
    const one = stack();
    const program = (triggers: string[]) => [declare(emulator, { action: "restart", triggers })];
    const match = { method: "POST", path: "/instance/api/actions/*" };
    emulator.fault({ match, times: 2, fault: { reset: "before" } });
    for (const triggers of [["first"], ["second"], ["first"], ["second"]]) {
      expect((await one.up(program(triggers))).errors).toEqual([open("restart")]);
    }
    expect(sent(emulator)).toHaveLength(2);
    emulator.fault({ match: { path: "/instance/api/nodes" }, skip: 2, fault: { status: 403, raw: "{}" } });
    const third = await one.up(program(["third"]));
    expect([third.errors.length, sent(emulator).length]).toEqual([1, 3]);
    emulator.clearFaults();
    expect((await one.up(program(["first"]))).errors).toEqual([open("restart")]);
    expect((await one.up(program(["third"]))).errors).toEqual([]);
    expect(sent(emulator)).toHaveLength(3);
  }));

test.each([1, 2])(
  "a maintenance whose run was killed before it was sent, and %i lists without it: it is still run",
  (times) =>
    withHandlers(async (handlers) => {
      const { emulator } = handlers;
      const action = "run-maintenance";
      const { one } = await cutOff(handlers, action, await positionOf(action), moments[1]!);
      emulator.fault({ match: { method: "GET", path: "/instance/api/maintenance" }, times, fault: { raw: "[]" } });
      expect((await one.up([declare(emulator, { action })])).errors).toEqual([]);
      expect([sent(emulator), emulator.state().maintenances]).toEqual([[pathOf(action)], []]);
    }),
);

test.each(["restart", "upgrade-erlang"] as const)(
  "a clock that was set back after a killed run of %s fails nothing",
  (action) =>
    withHandlers(async (handlers) => {
      const { emulator, clock, records } = handlers;
      // Versions that are the newest already make the upgrade wait until it may ask whether there is anything newer.
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "26.2.5.2" } });
      const { one } = await cutOff(handlers, action, await positionOf(action), moments[5]!);
      await clock.advance(600_000);
      // To the next run, a record of tomorrow is what a clock that was set back shows.
      const [file = ""] = readdirSync(records).map((name) => join(records, name));
      writeFileSync(file, readFileSync(file, "utf8").replace('"at":"2030-01-01T', '"at":"2030-01-02T'));
      expect((await one.up([declare(emulator, { action })])).errors).toEqual([]);
      expect(sent(emulator)).toEqual([pathOf(action)]);
    }),
);

test("a refusal has sent nothing: it is an error without a resource, and the run again sends it", () =>
  withHandlers(async ({ emulator, stack }) => {
    emulator.fault({
      match: { method: "POST", path: "/instance/api/actions/*" },
      fault: { status: 400, raw: '{"error":"Not today"}' },
    });
    const one = stack();
    const program = [declare(emulator, { action: "restart" })];
    expect((await one.up(program)).errors).toEqual([expect.stringContaining("Not today")]);
    expect(one.state).toEqual([]);
    expect((await one.up(program)).errors).toEqual([]);
    expect(sent(emulator)).toHaveLength(2);
  }));

test("a preview after a killed run says that the action was sent, and refuses nothing", () =>
  withHandlers(async (handlers) => {
    const { emulator } = handlers;
    const action = "run-maintenance";
    const [, moment] = moments.slice(1, 3);
    const { one } = await cutOff(handlers, action, await positionOf(action), moment!);
    const again = await one.up([declare(emulator, { action })]);
    expect(lastingLines(again)[0]).toMatch(/^action run-maintenance of instance 1001 was sent at .* up looks what has/);
    expect(again.errors).toEqual([]);
  }));

test.each(["before", "after"] as const)(
  "an upgrade that leads nowhere, with a lost answer (%s the service acted): what is on offer decides",
  (reset) =>
    withHandlers(async ({ emulator, stack }) => {
      const [newest] = emulator.state().versions.filter(({ broker }) => broker === "3.12.13");
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: newest!.erlang } });
      emulator.fault({ match: { method: "POST", path: "/instance/api/actions/*" }, fault: { reset } });
      const one = stack();
      const program = [declare(emulator, { action: "upgrade-erlang" })];
      expect((await one.up(program)).errors).toEqual([open("upgrade-erlang")]);
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(emulator)).toEqual(["actions/upgrade-erlang"]);
    }),
);
