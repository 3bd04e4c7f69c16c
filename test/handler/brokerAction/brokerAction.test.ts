import { actionNames } from "../../../provider/resources/brokerAction/schema";
import { it, withHandlers } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { declare, fieldOfNodes, pathOf, prepare, results, sent } from "./scene";

it.each(actionNames)("%s is sent once, and the run ends when the action has ended", async (handlers, action) => {
  const { emulator, stack, clock } = handlers;
  await prepare(handlers, action);
  const { field, values, leastMs } = results[action];
  const one = stack();
  const run = await one.up([declare(emulator, { action })]);
  expect([run.errors, sent(emulator)]).toEqual([[], [pathOf(action)]]);
  expect(run.ms).toBeGreaterThanOrEqual(leastMs);
  expect(await fieldOfNodes(emulator, field)).toEqual(values);
  expect(await fieldOfNodes(emulator, "configured")).toEqual([true, true, true]);
  if (action === "run-maintenance") expect(emulator.state().maintenances).toEqual([]);
  expect(one.entry("one").id).toMatch(RegExp(`^1001/actions/${action}/[0-9a-f]{16}$`));
  expect(one.entry("one").outputs["sentAt"]).toMatch(/^2030-01-01T00:/);

  await clock.advance(600_000);
  await expectNothingToDo(one, [declare(emulator, { action })]);
  const removed = await one.destroy();
  expect(removed).toMatchObject({ changes: ["delete one"], errors: [], requests: 0 });
  expect(lastingLines(removed)).toEqual([
    expect.stringMatching(`^nothing takes back action ${action} of instance 1001, sent at 2030-01-01T`),
  ]);
  expect(sent(emulator)).toEqual([pathOf(action)]);
});

/** The paths of the requests of a create before the one that carries out the action. */
const looksBefore = (action: (typeof actionNames)[number]) =>
  withHandlers(async (handlers) => {
    await prepare(handlers, action);
    await handlers.stack().up([declare(handlers.emulator, { action })]);
    const all = handlers.emulator.requests();
    const position = all.findIndex(({ method }) => method === "POST");
    return all.slice(0, position).map(({ path }) => path);
  });

it.each(actionNames.filter((action) => action !== "mgmt-restart"))(
  "%s: a list without nodes, or without the maintenance, ends no wait",
  async (handlers, action) => {
    const { emulator, stack } = handlers;
    await prepare(handlers, action);
    const { field, values, leastMs } = results[action];
    const looks = await looksBefore(action);
    for (const path of ["/instance/api/nodes", "/instance/api/maintenance"]) {
      const skip = looks.filter((each) => each === path).length;
      emulator.fault({ match: { method: "GET", path }, skip, times: 2, fault: { raw: "[]" } });
    }
    const run = await stack().up([declare(emulator, { action })]);
    expect([run.errors, sent(emulator)]).toEqual([[], [pathOf(action)]]);
    expect(run.ms).toBeGreaterThanOrEqual(leastMs);
    expect(await fieldOfNodes(emulator, field)).toEqual(values);
  },
);

test("each change of triggers sends it once more; other nodes alone send nothing until then", () =>
  withHandlers(async ({ emulator, one }) => {
    const [first, second] = ["broker-1001-01", "broker-1001-02"];
    const up = (inputs: object) => one.up([declare(emulator, { action: "restart", ...inputs })]);
    await up({ nodes: [first] });
    expect(sent(emulator)).toEqual([`actions/restart ${first}`]);
    expect(await up({ nodes: [second] })).toMatchObject({ changes: ["update one"], errors: [], requests: 0 });
    expect(await up({ nodes: [second] })).toMatchObject({ changes: [], requests: 0 });
    for (const triggers of [["second"], { day: "monday" }, [3]]) {
      expect((await up({ nodes: [second], triggers })).errors).toEqual([]);
      expect(await up({ nodes: [second], triggers })).toMatchObject({ changes: [], requests: 0 });
    }
    expect(sent(emulator)).toEqual([`actions/restart ${first}`, ...Array(3).fill(`actions/restart ${second}`)]);
  }));

test("triggers that are put back warn of nothing and are refused for nothing; new ones warn, and are refused", () =>
  withHandlers(async ({ emulator, one }) => {
    const up = (triggers?: string[], more: object = {}) =>
      one.up([declare(emulator, { action: "restart", triggers, ...more })]);
    const gone = { nodes: ["broker-1001-09"] };
    await up(["first"]);
    await up(undefined);
    const back = await up(["first"], gone);
    expect([back.errors, lastingLines(back), back.requests]).toEqual([[], [], 0]);
    await up(undefined);
    expectError(await up(["second"], gone), /^BrokerAction "one": nodes: .* no node with the name broker-1001-09/);
    const other = await up(["second"]);
    expect([other.changes, other.errors]).toEqual([["update one"], []]);
    const warning = "this action restarts the broker on instance 1001: the broker there is down during the action";
    expect(lastingLines(other).filter((text) => text === warning)).toHaveLength(1);
    expect(sent(emulator)).toEqual(Array(2).fill("actions/restart"));
  }));

it("another action replaces the resource, and is carried out", async ({ emulator, one }) => {
  await one.up([declare(emulator, { action: "stop" })]);
  const run = await one.up([declare(emulator, { action: "start" })]);
  expect([run.changes, run.errors]).toEqual([["replace one", "delete one"], []]);
  expect(sent(emulator)).toEqual(["actions/stop", "actions/start"]);
  expect(await fieldOfNodes(emulator, "running")).toEqual([true, true, true]);
});

test("a restart of the management interface is not to be seen: it returns when it is accepted, and says so", () =>
  withHandlers(async ({ emulator, stack }) => {
    const run = await stack().up([declare(emulator, { action: "mgmt-restart" })]);
    expect(lastingLines(run)).toEqual([
      "the service has accepted action mgmt-restart of instance 1001, but will not show the end of the action",
    ]);
    expect(run.ms).toBeLessThan(2_000);
  }));

it("nodes that do not say whether they run: a line says so, and nothing is waited for", async ({ emulator, stack }) => {
  const silent = JSON.stringify([{ name: "broker-1001-01", configured: true, erlang_version: "25" }]);
  emulator.fault({ match: { method: "GET", path: "/instance/api/nodes" }, times: "always", fault: { raw: silent } });
  for (const action of ["restart", "stop"]) {
    const run = await stack(action).up([declare(emulator, { action })]);
    expect([run.errors, lastingLines(run)]).toEqual([
      [],
      expect.arrayContaining([expect.stringContaining("will not show the end of the action")]),
    ]);
  }
});

it.each(["restart", "upgrade-erlang", "run-maintenance"])(
  "%s: a wait that runs out keeps the id, and the next run waits on without sending it again",
  async ({ emulator, one }, action) => {
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "25.3.2" } });
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { restarting: [300_000, 300_000] } });
    const program = [declare(emulator, { action }, { timeouts: { create: "30s", update: "1h" } })];
    expect((await one.up(program)).errors).toEqual([
      expect.stringMatching(
        RegExp(`^BrokerAction "one": gave up waiting for action ${action} of instance 1001 to end after`),
      ),
    ]);
    expect(one.entry("one").id).toMatch(RegExp(`^1001/actions/${action}/`));
    const next = await one.up(program);
    expect(next).toMatchObject({ changes: ["update one"], errors: [] });
    expect(next.ms).toBeGreaterThan(60_000);
    expect(sent(emulator)).toEqual([pathOf(action)]);
    expect(await one.up(program)).toMatchObject({ changes: [], requests: 0 });
  },
);

it("an earlier change is waited for before the action is sent", async ({ emulator, stack, clock }) => {
  await emulator.call("PUT", "/customer/api/instances/1001", { body: { plan: "clustered-large-3" } });
  await clock.advance(8_000);
  expect(await fieldOfNodes(emulator, "configured")).toEqual([false, false, false]);
  const run = await stack().up([declare(emulator, { action: "restart" })]);
  expect([run.errors, sent(emulator)]).toEqual([[], ["actions/restart"]]);
  expect(run.ms).toBeGreaterThan(120_000);
});

test("nothing newer: an upgrade is sent all the same, once, and a line says that it changed nothing", () =>
  withHandlers(async ({ emulator, stack }) => {
    for (const action of ["upgrade-erlang", "upgrade-broker-erlang"]) {
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "4.1.0", erlang_version: "99" } });
      for (const each of emulator.state().versions.filter(({ broker }) => broker > "4.1.0"))
        emulator.patch({ op: "delete", in: "versions", id: each.id });
      const run = expectNoErrors(await stack(action).up([declare(emulator, { action })]));
      expect(lastingLines(run)).toContainEqual(
        expect.stringContaining(`action ${action} of instance 1001 has changed nothing`),
      );
    }
    expect(sent(emulator)).toEqual(["actions/upgrade-erlang", "actions/upgrade-broker-erlang"]);
  }));
