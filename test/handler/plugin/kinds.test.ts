import type { Fault, RecordOf } from "../../../provider/emulator";
import { type Declared, type Handlers, withHandlers } from "../../helpers/handlers";
import { lastingLines, minutes } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";

const path = "/instance/api/plugins";
const shovel = "broker_shovel";
const delayed = "broker_delayed_message_exchange";

interface Scene extends Handlers {
  one: ReturnType<Handlers["stack"]>;
  /** The plugin of that name, declared as of this kind. */
  declare(name: string, community: boolean): Declared[];
  record(name: string): RecordOf<"plugins">;
  patch(name: string, fields: Partial<RecordOf<"plugins">>): void;
  /** What changed something, with its answer. */
  writes(): string[];
  /** An entry of state as an earlier version left it: a plugin that is enabled, under the id of the other kind. */
  mistake(name: string, community: boolean): Promise<void>;
}

function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  return withHandlers(async (handlers) => {
    const { emulator } = handlers;
    lasting(emulator, { changingPlugin: 20_000 });
    const instance = `${emulator.instances[0]?.id}`;
    const one = handlers.stack();
    const record = (name: string) => {
      const found = emulator.state().plugins.find((each) => each.name === name && `${each.instance_id}` === instance);
      if (found === undefined) throw new Error(`there is no plugin ${name}`);
      return found;
    };
    const declare = (name: string, community: boolean): Declared[] => [
      { type: "plugin", name: "one", inputs: { instance, name, community } },
    ];
    const patch = (name: string, fields: object) =>
      emulator.patch({ op: "set", in: "plugins", id: record(name).id, fields });
    await work({
      ...handlers,
      one,
      declare,
      record,
      patch,
      writes: () =>
        emulator
          .requests()
          .filter(({ method }) => method !== "GET")
          .map(({ method, path: at, status }) => `${method} ${at.slice("/instance/api".length)} ${status}`),
      async mistake(name, community) {
        patch(name, { enabled: true });
        await one.up(declare(name, !community));
        const [entry] = one.state;
        if (entry === undefined) throw new Error(`${name} was not taken over`);
        const kind = community ? "community-plugins" : "plugins";
        const wrong = { community };
        one.state = [
          {
            ...entry,
            id: `${instance}/${kind}/${name}`,
            inputs: { ...entry.inputs, ...wrong },
            outputs: { ...entry.outputs, ...wrong },
          },
        ];
        emulator.clearRequests();
      },
    });
  });
}

test("what is enabled already is believed to be of the declared kind, without another request", () =>
  scene(async ({ emulator, one, declare, writes }) => {
    expect((await one.up(declare(delayed, true))).errors).toEqual([]);
    one.state = [];
    emulator.clearRequests();
    const again = await one.up(declare(delayed, true));
    expect(again).toMatchObject({ changes: ["create one"], errors: [] });
    expect(again.calls).toEqual(["GET /customer/api/instances/1001", `GET ${path}`]);
    expect(writes()).toEqual([]);
  }));

describe.each([
  ["a standard plugin that was taken for a community one", shovel, true],
  ["a community plugin that was taken for a standard one", delayed, false],
])("%s", (_what, name, wrong) => {
  test("is corrected in one run, and stays enabled", () =>
    scene(async ({ one, declare, record, writes, mistake }) => {
      await mistake(name, wrong);
      const run = await one.up(declare(name, !wrong));
      expect(run).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
      expect(lastingLines(run)).toContainEqual(
        `plugin ${name} stays enabled: it is managed as 1001/${wrong ? "plugins" : "community-plugins"}/${name}`,
      );
      expect(writes()).toEqual([]);
      expect(record(name)).toMatchObject({ enabled: true, change: null });
      expect(await one.up(declare(name, !wrong))).toMatchObject({ changes: [], requests: 0 });
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record(name).enabled).toBe(false);
    }));

  test("is corrected also where the run before ended between the two steps of it", () =>
    scene(async ({ one, declare, record, writes, mistake }) => {
      await mistake(name, wrong);
      const [left] = one.state;
      one.state = [];
      await one.up(declare(name, !wrong));
      one.state = [...one.state, { ...left!, condemned: true }];
      expect(await one.up(declare(name, !wrong))).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(writes()).toEqual([]);
      expect(one.state.map(({ id }) => id)).toEqual([`1001/${wrong ? "plugins" : "community-plugins"}/${name}`]);
      expect(record(name)).toMatchObject({ enabled: true, change: null });
    }));

  test("cannot be destroyed before it is corrected, and the error says so", () =>
    scene(async ({ one, record, mistake, writes, declare }) => {
      await mistake(name, wrong);
      const run = await one.destroy();
      expect(run.changes).toEqual([]);
      expect(run.errors).toEqual([
        expect.stringMatching(
          wrong
            ? /answered 400: Unknown plugin .*; if it comes with the broker, declare it with community: false first$/
            : /answered 400: Unknown plugin .*; if it is a community plugin, declare it with community: true first$/,
        ),
      ]);
      expect(writes()).toEqual([`DELETE /plugins/${wrong ? "community/" : ""}${name} 400`]);
      expect(one.state).toHaveLength(1);
      expect((await one.up(declare(name, !wrong))).errors).toEqual([]);
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record(name)).toMatchObject({ enabled: false, change: null });
    }));
});

test("a plugin that is right is not given up for the wrong kind", () =>
  scene(async ({ emulator, one, declare, record }) => {
    // Only a list that has the installed ones too tells the kinds apart.
    emulator.patch({ op: "set", in: "dialects", id: 1, fields: { offers_installed: true } });
    await one.up(declare(delayed, true));
    expect((await one.up(declare(delayed, false))).errors).toEqual([
      expect.stringMatching(/has no plugin "[a-z_]+", but a community plugin of that name: set community to true$/),
    ]);
    expect(one.entry("one").id).toBe(`1001/community-plugins/${delayed}`);
    expect(await one.up(declare(delayed, true))).toMatchObject({ changes: [], errors: [] });
    expect(record(delayed).enabled).toBe(true);
  }));

test("what refuses a delete for another reason is an error", () =>
  scene(async ({ emulator, one, declare }) => {
    await one.up(declare(shovel, false));
    const fault: Fault = { status: 400, body: { error: "Another one depends on it" } };
    emulator.fault({ match: { method: "DELETE" }, times: "always", fault });
    expect((await one.destroy()).errors).toEqual([expect.stringMatching(/answered 400: Another one depends on it/)]);
    expect(one.state).toHaveLength(1);
  }));

describe("a service that refuses to disable what is not enabled", () => {
  const refusal: Fault = { status: 400, body: { error: "Plugin broker_mqtt is not enabled" } };
  const name = "broker_mqtt";
  const pending = async ({ emulator, one, declare }: Scene, lasts: number) => {
    lasting(emulator, { changingPlugin: lasts });
    const [program] = declare(name, false);
    await one.up([{ ...program!, timeouts: { create: "1m" } }]);
    expect(one.entry("one").outputs).toHaveProperty("__sent");
  };

  test("is asked again when what an earlier run asked for has come", () =>
    scene(async (all) => {
      const { clock, emulator, one, record, writes } = all;
      await pending(all, minutes(4));
      // As one that does not count a change under way.
      emulator.fault({ match: { method: "DELETE" }, times: "always", fault: refusal });
      void clock.sleep(minutes(2)).then(() => emulator.clearFaults());
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(writes().slice(1)).toEqual([`DELETE /plugins/${name} 400`, `DELETE /plugins/${name} 204`]);
      expect(record(name)).toMatchObject({ enabled: false, change: null });
    }));

  test("has nothing to disable where that was lost", () =>
    scene(async (all) => {
      const { emulator, one, patch, record } = all;
      patch(name, { never_enables: true });
      await pending(all, 20_000);
      emulator.fault({ match: { method: "DELETE" }, times: "always", fault: refusal });
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record(name)).toMatchObject({ enabled: false, change: null });
    }));
});

test("one that becomes enabled and blocked at once counts as enabled", () =>
  scene(async ({ clock, one, declare, patch, record }) => {
    void clock.sleep(10_000).then(() => patch("broker_mqtt", { blocked: "Contact us.", enabled: true, change: null }));
    expect(await one.up(declare("broker_mqtt", false))).toMatchObject({ changes: ["create one"], errors: [] });
    expect(record("broker_mqtt").enabled).toBe(true);
  }));

test("one that becomes blocked while it is not enabled fails at once", () =>
  scene(async ({ clock, one, declare, patch }) => {
    void clock.sleep(10_000).then(() => patch("broker_mqtt", { blocked: "Contact us.", change: null }));
    const run = await one.up(declare("broker_mqtt", false));
    expect(run.errors).toEqual([expect.stringMatching(/cannot be enabled; the service says: Contact us\.$/)]);
    expect(run.ms).toBeLessThan(minutes(1));
  }));
