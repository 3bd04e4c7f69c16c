import type { Fault } from "../../../provider/emulator";
import { expectError, lastingLines, minutes } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { it, type Scene, withScene } from "./scene";

const path = "/instance/api/plugins";
const shovel = "broker_shovel";
const delayed = "broker_delayed_message_exchange";

/** Runs `work` with the state of an earlier version: a plugin that is enabled, under the id of the other kind. */
const mistaken = (name: string, community: boolean, work: (scene: Scene) => Promise<void>) =>
  withScene(async (all) => {
    const { emulator, instance, one, program, patch } = all;
    patch(name, { enabled: true, installed: true });
    await one.up(program({ name, community: !community }));
    const { inputs, outputs, ...entry } = one.entry("one");
    const id = `${instance}/${community ? "community-plugins" : "plugins"}/${name}`;
    one.state = [{ ...entry, id, inputs: { ...inputs, community }, outputs: { ...outputs, community } }];
    emulator.clearRequests();
    await work(all);
  });

test("what is enabled already is believed to be of the declared kind, without another request", () =>
  withScene(async ({ emulator, one, program, writes }) => {
    expect((await one.up(program({ name: delayed, community: true }))).errors).toEqual([]);
    one.state = [];
    emulator.clearRequests();
    const again = await one.up(program({ name: delayed, community: true }));
    expect(again).toMatchObject({ changes: ["create one"], errors: [] });
    expect(again.calls).toEqual(["GET /customer/api/instances/1001", `GET ${path}`]);
    expect(writes()).toEqual([]);
  }));

describe.each([
  ["a standard plugin that was taken for a community one", shovel, true],
  ["a community plugin that was taken for a standard one", delayed, false],
])("%s", (_what, name, wrong) => {
  test("is corrected in one run, and stays enabled", () =>
    mistaken(name, wrong, async ({ one, program, record, writes }) => {
      const run = await one.up(program({ name, community: !wrong }));
      expect(run).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
      expect(lastingLines(run)).toContainEqual(
        `plugin ${name} stays enabled, because this program now manages the plugin under the id 1001/${wrong ? "plugins" : "community-plugins"}/${name}`,
      );
      expect(writes()).toEqual([]);
      expect(record(name)).toMatchObject({ enabled: true, change: null });
      expect(await one.up(program({ name, community: !wrong }))).toMatchObject({ changes: [], requests: 0 });
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record(name).enabled).toBe(false);
    }));

  test("is corrected also where the run before ended between the two steps of it", () =>
    mistaken(name, wrong, async ({ one, program, record, writes }) => {
      const [left] = one.state;
      one.state = [];
      await one.up(program({ name, community: !wrong }));
      one.state = [...one.state, { ...left!, condemned: true }];
      expect(await one.up(program({ name, community: !wrong }))).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(writes()).toEqual([]);
      expect(one.state.map(({ id }) => id)).toEqual([`1001/${wrong ? "plugins" : "community-plugins"}/${name}`]);
      expect(record(name)).toMatchObject({ enabled: true, change: null });
    }));

  test("cannot be destroyed before it is corrected, and the error says so", () =>
    mistaken(name, wrong, async ({ one, record, writes, program }) => {
      const run = await one.destroy();
      expect(run.changes).toEqual([]);
      expect(run.errors).toEqual([
        expect.stringMatching(
          wrong
            ? /answered 400: Unknown plugin \S+ \([^)]*\); the service seems to know no community plugin "\S+"\. If this plugin comes with the broker, set community: false on this resource\. If not, correct the name$/
            : /answered 400: Unknown plugin \S+ \([^)]*\); the service seems to know no standard plugin "\S+"\. If this plugin is a community plugin, set community: true on this resource\. If not, correct the name$/,
        ),
      ]);
      expect(writes()).toEqual([`DELETE /plugins/${wrong ? "community/" : ""}${name}?async=true 400`]);
      expect(one.state).toHaveLength(1);
      expect((await one.up(program({ name, community: !wrong }))).errors).toEqual([]);
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record(name)).toMatchObject({ enabled: false, change: null });
    }));
});

it("a plugin that is right is not given up for the wrong kind", async ({ emulator, one, program, record }) => {
  // Only a list that has the installed ones too tells the kinds apart.
  emulator.patch({ op: "set", in: "dialects", id: 1, fields: { offers_installed: true } });
  await one.up(program({ name: delayed, community: true }));
  expect((await one.up(program({ name: delayed }))).errors).toEqual([
    expect.stringMatching(
      /plugin "[a-z_]+", but the instance has a community plugin with this name: set community to true$/,
    ),
  ]);
  expect(one.entry("one").id).toBe(`1001/community-plugins/${delayed}`);
  expect(await one.up(program({ name: delayed, community: true }))).toMatchObject({ changes: [], errors: [] });
  expect(record(delayed).enabled).toBe(true);
});

it("what refuses a delete for another reason is an error", async ({ emulator, one, program }) => {
  await one.up(program({ name: shovel }));
  const fault: Fault = { status: 400, body: { error: "Another one depends on it" } };
  emulator.fault({ match: { method: "DELETE" }, times: "always", fault });
  expectError(await one.destroy(), /answered 400: Another one depends on it/);
  expect(one.state).toHaveLength(1);
});

describe("a service that refuses to disable what is not enabled", () => {
  const refusal: Fault = { status: 400, body: { error: "Plugin broker_mqtt is not enabled" } };
  const name = "broker_mqtt";
  const pending = async ({ emulator, one, program }: Scene, lasts: number) => {
    lasting(emulator, { changingPlugin: lasts });
    await one.up(program({ name }, { create: "1m" }));
    expect(one.entry("one").outputs).toHaveProperty("__sent");
  };

  it("is asked again when what an earlier run asked for has come", async (all) => {
    const { clock, emulator, one, record, writes } = all;
    await pending(all, minutes(4));
    // As one that does not count a change under way.
    emulator.fault({ match: { method: "DELETE" }, times: "always", fault: refusal });
    void clock.sleep(minutes(2)).then(() => emulator.clearFaults());
    expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
    const sent = [400, 204].map((status) => `DELETE /plugins/${name}?async=true ${status}`);
    expect(writes().slice(1)).toEqual(sent);
    expect(record(name)).toMatchObject({ enabled: false, change: null });
  });

  it("has nothing to disable where that was lost", async (all) => {
    const { emulator, one, patch, record } = all;
    patch(name, { never_enables: true });
    await pending(all, 20_000);
    emulator.fault({ match: { method: "DELETE" }, times: "always", fault: refusal });
    expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
    expect(record(name)).toMatchObject({ enabled: false, change: null });
  });
});

it("one that becomes enabled and blocked at once counts as enabled", async ({ clock, one, program, patch, record }) => {
  void clock.sleep(10_000).then(() => patch("broker_mqtt", { blocked: "Contact us.", enabled: true, change: null }));
  expect(await one.up(program())).toMatchObject({ changes: ["create one"], errors: [] });
  expect(record("broker_mqtt").enabled).toBe(true);
});

it("one that becomes blocked while it is not enabled fails at once", async ({ clock, one, program, patch }) => {
  void clock.sleep(10_000).then(() => patch("broker_mqtt", { blocked: "Contact us.", change: null }));
  const run = expectError(
    await one.up(program()),
    /cannot enable plugin [^:]*, or remove the plugin\. The service says: Contact us\.$/,
  );
  expect(run.ms).toBeLessThan(minutes(1));
});
