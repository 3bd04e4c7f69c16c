import { readdirSync } from "node:fs";
import type { Declared, HandlerStack, Handlers, HostOptions } from "../../helpers/handlers";
import { it, withHandlers } from "../../helpers/handlers";
import { expectError, lastingLines, warningsOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";
import * as action from "../brokerAction/scene";
import * as rotation from "../credentialRotation/scene";

/** What is sent once per triggers is sent again for a resource made anew, never for a create that was killed. */
interface Kind {
  kind: string;
  declare(at: Handlers, triggers?: unknown, name?: string): Declared;
  /** The number of requests that have reached the service. */
  sent(at: Handlers): number;
  /** The import id of what the service has done. */
  id: string;
  /** What the outputs then show of it. */
  shown(at: Handlers): object;
}

const anAction = (name: "restart" | "stop"): Kind => ({
  kind: `the action ${name}`,
  declare: ({ emulator }, triggers, one = "one") => action.declare(emulator, { action: name, triggers }, { name: one }),
  sent: ({ emulator }) => action.sent(emulator).length,
  id: `1001/actions/${name}/0a1b2c3d4e5f6071`,
  shown: () => ({}),
});

const kinds: Kind[] = [
  {
    kind: "a rotation",
    declare: ({ emulator }, triggers, name) => rotation.declare(emulator, "password", triggers, name),
    sent: ({ emulator }) => rotation.carriedOut(emulator),
    id: "1001/rotations/password",
    shown: ({ emulator }) => ({ password: rotation.heldBy(emulator, "password") }),
  },
  anAction("restart"),
  anAction("stop"),
];

/** Lets the resource leave the state unseen, as `pulumi state delete` and `retainOnDelete` do. */
const takeOut = (stack: HandlerStack) => {
  stack.state = [];
};

/** Cuts a run off after the service has acted, with nothing saved. */
const killed: HostOptions = { cut: { request: "POST", how: "gone" } };

describe.each(kinds)("$kind", ({ declare, sent, id, shown }) => {
  it("is sent for each new name, also where the name was used before", async (at) => {
    const { one } = at;
    for (const [i, name] of ["one", "two", "one", "two"].entries()) {
      expect((await one.up([declare(at, ["a"], name)])).errors).toEqual([]);
      expect([one.state.map(({ urn }) => urn.split("::").at(-1)), sent(at)]).toEqual([[name], i + 1]);
    }
  });

  test.each(["up", "refresh"] as const)("taken out of the state after a further %s, it is sent anew", (operation) =>
    withHandlers(async (at) => {
      const { one } = at;
      const program = [declare(at, ["a"])];
      await one.up(program);
      if (operation === "up") await one.up(program);
      else await one.refresh();
      takeOut(one);
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(at)).toBe(2);
    }),
  );

  it("taken out of the state before any further run, it is not sent, and a line says what sends it", async (at) => {
    const { one } = at;
    await one.up([declare(at, ["a"])]);
    takeOut(one);
    const again = await one.up([declare(at, ["a"])]);
    expect([again.errors, sent(at)]).toEqual([[], 1]);
    expect(lastingLines(again)).toContainEqual(
      expect.stringMatching(
        /by an earlier run, and is not sent again\. To send the request again, change the input "triggers"$/,
      ),
    );
    await one.up([declare(at, ["b"])]);
    expect(sent(at)).toBe(2);
  });

  it("made anew with --replace, of which the engine asks no comparison, it is sent if a run has come in between", async (at) => {
    const { one } = at;
    const program = [declare(at, ["a"])];
    await one.up(program);
    for (const [options, count] of [
      [{ replace: ["one"] }, 1],
      [{}, 1],
      [{ replace: ["one"] }, 2],
      [{}, 2],
    ] as const) {
      expect((await one.up(program, options)).errors).toEqual([]);
      expect(sent(at)).toBe(count);
    }
  });

  it("made anew in a run that is killed, it is sent once more and not twice", async (at) => {
    const { one } = at;
    const program = [declare(at, ["a"])];
    await one.up(program);
    await one.refresh();
    takeOut(one);
    await one.up(program, killed);
    expect([one.state, sent(at)]).toEqual([[], 2]);
    expect((await one.up(program)).errors).toEqual([]);
    expect(sent(at)).toBe(2);
  });

  it.each(doors)(
    "made in a run that is killed, it is not sent again through the other door: from %s",
    async (at, door) => {
      const program = [declare(at, ["a"])];
      await at.stack("test", door).up(program, killed);
      for (const other of doors) expect((await at.stack("test", other).up(program)).errors).toEqual([]);
      expect(sent(at)).toBe(1);
    },
  );

  test("replaced with the same triggers in a run that is killed, it is not sent again by the replacement of the next run", () =>
    withHandlers(async (at) => {
      const { one } = at;
      await one.up([declare(at, ["a"])]);
      const { type, outputs, inputs, id: oldId } = one.entry("one");
      await at.clock.advance(60_000);
      // The engine compares the old state, and makes the new resource although nothing differs. Its answer is lost.
      const replace = async () => {
        const handler = at.host().handler(type);
        await handler.check(inputs, inputs);
        expect((await handler.diff(oldId, outputs, inputs)).changes).toBe(false);
        await handler.check({}, inputs);
        return handler.create(inputs);
      };
      await replace();
      expect(sent(at)).toBe(2);
      const { outs } = await replace();
      expect([sent(at), outs["sentAt"] === outputs["sentAt"]]).toEqual([2, false]);
    }));

  it("imported after a run that was killed, it is as new when it was taken out of the state", async (at) => {
    const { one } = at;
    const program = [declare(at, ["a"])];
    await one.up(program, killed);
    expect((await one.up([{ ...program[0]!, import: id }])).errors).toEqual([]);
    expect(sent(at)).toBe(1);
    takeOut(one);
    expect((await one.up(program)).errors).toEqual([]);
    expect(sent(at)).toBe(2);
  });

  test("renamed with an alias, the record of its first name is removed with the first run that sees its state", () =>
    withHandlers(async (at) => {
      const { one } = at;
      await one.up([declare(at, ["a"])]);
      // Under an alias the engine goes on with the state under the new URN.
      one.state[0]!.urn = one.urn(one.state[0]!.type, "two");
      expect(await one.up([declare(at, ["a"], "two")])).toMatchObject({ changes: [], errors: [], requests: 0 });
      takeOut(one);
      expect((await one.up([declare(at, ["a"])])).errors).toEqual([]);
      expect(sent(at)).toBe(2);
    }));

  it("killed in its create, it is not sent for triggers that were taken out since, and may be put back", async (at) => {
    const { one } = at;
    await one.up([declare(at, ["a"])], killed);
    expect([one.state, sent(at)]).toEqual([[], 1]);
    for (const triggers of [undefined, undefined, ["a"], undefined]) {
      expect((await one.up([declare(at, triggers)])).errors).toEqual([]);
      expect([triggers, sent(at)]).toEqual([triggers, 1]);
    }
    // The state now holds the triggers with which it was sent, so that nothing is left to remember.
    expect(readdirSync(at.records)).toEqual([]);
    await one.up([declare(at, ["b"])]);
    expect(sent(at)).toBe(2);
  });

  it("triggers that are only taken out send nothing, and the same ones declared again do not either", async (at) => {
    const { one } = at;
    await one.up([declare(at, ["a"])]);
    const without = await one.up([declare(at)]);
    expect(without).toMatchObject({ changes: [], errors: [], requests: 0 });
    expect(lastingLines(without)).toEqual(["the input triggers is not declared any more: the value stays as it is"]);
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    expect(await one.up([declare(at)])).toMatchObject({ changes: [], requests: 0 });
    expect(await one.up([declare(at, ["a"])])).toMatchObject({ changes: [], requests: 0, lines: [] });
    expect([sent(at), one.entry("one").outputs]).toEqual([1, expect.objectContaining(shown(at))]);
    expect((await one.up([declare(at, ["b"])])).errors).toEqual([]);
    expect(sent(at)).toBe(2);
  });

  it.each([
    ["declared again", "before", ["a"]],
    ["declared again", "after", ["a"]],
    ["taken out", "before", undefined],
    ["taken out", "after", undefined],
  ] as const)("%s after an answer was lost %s the service acted, nothing is sent or stays open", async (...row) => {
    const [at, , reset, triggers] = row;
    const { emulator, one } = at;
    await one.up([declare(at, ["a"])]);
    const { sentAt } = one.entry("one").outputs;
    emulator.fault({ match: { method: "POST" }, fault: { reset } });
    expectError(await one.up([declare(at, ["b"])]), expect.stringContaining("it is unknown whether"));
    expect((await one.up([declare(at, triggers)])).errors).toEqual([]);
    expect(sent(at)).toBe(2);
    expect(one.entry("one").outputs).toMatchObject({ sentAt, ...shown(at) });
    expect(await one.up([declare(at, triggers)])).toMatchObject({ changes: [], requests: 0 });
  });

  it("imported, it is not sent and warns of nothing, and new triggers send it", async (at) => {
    const { one } = at;
    const run = await one.up([{ ...declare(at, ["a"]), import: id }]);
    expect([run.errors, warningsOf(run), sent(at)]).toEqual([[], [], 0]);
    expect(one.entry("one").outputs).toMatchObject(shown(at));
    expect(await one.up([declare(at, ["a"])])).toMatchObject({ changes: [], requests: 0 });
    expect((await one.up([declare(at, ["b"])])).errors).toEqual([]);
    expect(sent(at)).toBe(1);
  });
});
