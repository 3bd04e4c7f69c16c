import { readdirSync } from "node:fs";
import type { Declared, HandlerStack, Handlers, HostOptions } from "../../helpers/handlers";
import { it, withHandlers } from "../../helpers/handlers";
import { lastingLines } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";
import * as action from "../brokerAction/scene";
import * as rotation from "../credentialRotation/scene";

/**
 * What is sent once per triggers is sent again for a resource that was really made anew, and never for a create that was
 * killed. Only a state that the engine has saved tells the two apart.
 */
interface Kind {
  kind: string;
  declare(at: Handlers, triggers?: unknown, name?: string): Declared;
  /** The number of requests that have reached the service. */
  sent(at: Handlers): number;
  /** The import id of what the service has done. */
  id: string;
}

const kinds: Kind[] = [
  {
    kind: "a rotation",
    declare: ({ emulator }, triggers, name) => rotation.declare(emulator, "password", triggers, name),
    sent: ({ emulator }) => rotation.carriedOut(emulator),
    id: "1001/rotations/password",
  },
  {
    kind: "an action",
    declare: ({ emulator }, triggers, name = "one") => action.declare(emulator, { action: "stop", triggers }, { name }),
    sent: ({ emulator }) => action.sent(emulator).length,
    id: "1001/actions/stop/0a1b2c3d4e5f6071",
  },
];

/** Lets the resource leave the state unseen, as `pulumi state delete` and `retainOnDelete` do. */
function takeOut(stack: HandlerStack): void {
  stack.state = [];
}

/** The number of the request that is sent once, among those of a create. */
const positionOf = ({ declare }: Kind) =>
  withHandlers(async (at) => {
    await at.stack().up([declare(at, ["a"])]);
    return at.emulator.requests().findIndex(({ method }) => method === "POST") + 1;
  });

/** Cuts a create off after the service has acted, with nothing saved. */
const killed = async (kind: Kind): Promise<HostOptions> => ({ cut: { request: await positionOf(kind), how: "gone" } });

describe.each(kinds)("$kind", (kind) => {
  const { declare, sent, id } = kind;

  it("is sent for each new name, also where the name was used before", async (at) => {
    const one = at.stack();
    for (const [i, name] of ["one", "two", "one", "two"].entries()) {
      expect((await one.up([declare(at, ["a"], name)])).errors).toEqual([]);
      expect([one.state.map(({ urn }) => urn.split("::").at(-1)), sent(at)]).toEqual([[name], i + 1]);
    }
  });

  test.each(["up", "refresh"] as const)("taken out of the state after a further %s, it is sent anew", (operation) =>
    withHandlers(async (at) => {
      const one = at.stack();
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
    const one = at.stack();
    await one.up([declare(at, ["a"])]);
    takeOut(one);
    const again = await one.up([declare(at, ["a"])]);
    expect([again.errors, sent(at)]).toEqual([[], 1]);
    expect(lastingLines(again)).toContainEqual(
      expect.stringMatching(/by an earlier run, and is not sent again; new triggers send it once more$/),
    );
    await one.up([declare(at, ["b"])]);
    expect(sent(at)).toBe(2);
  });

  it("made anew with --replace, of which the engine asks no comparison, it is sent if a run has come in between", async (at) => {
    const one = at.stack();
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

  test("made anew in a run that is killed, it is sent once more and not twice", async () => {
    const cut = await killed(kind);
    await withHandlers(async (at) => {
      const one = at.stack();
      const program = [declare(at, ["a"])];
      await one.up(program);
      await one.refresh();
      takeOut(one);
      await one.up(program, cut);
      expect([one.state, sent(at)]).toEqual([[], 2]);
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(at)).toBe(2);
    });
  });

  test.each(doors)(
    "made in a run that is killed, it is not sent again through the other door: from %s",
    async (door) => {
      const cut = await killed(kind);
      await withHandlers(async (at) => {
        const program = [declare(at, ["a"])];
        await at.stack("test", door).up(program, cut);
        for (const other of doors) expect((await at.stack("test", other).up(program)).errors).toEqual([]);
        expect(sent(at)).toBe(1);
      });
    },
  );

  test("replaced with the same triggers in a run that is killed, it is not sent again by the replacement of the next run", () =>
    withHandlers(async (at) => {
      const one = at.stack();
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

  test("imported after a run that was killed, it is as new when it was taken out of the state", async () => {
    const cut = await killed(kind);
    await withHandlers(async (at) => {
      const one = at.stack();
      const program = [declare(at, ["a"])];
      await one.up(program, cut);
      expect((await one.up([{ ...program[0]!, import: id }])).errors).toEqual([]);
      expect(sent(at)).toBe(1);
      takeOut(one);
      expect((await one.up(program)).errors).toEqual([]);
      expect(sent(at)).toBe(2);
    });
  });

  test("renamed with an alias, the record of its first name is removed with the first run that sees its state", () =>
    withHandlers(async (at) => {
      const one = at.stack();
      await one.up([declare(at, ["a"])]);
      // Under an alias the engine goes on with the state under the new URN.
      one.state[0]!.urn = one.urn(one.state[0]!.type, "two");
      expect(await one.up([declare(at, ["a"], "two")])).toMatchObject({ changes: [], errors: [], requests: 0 });
      takeOut(one);
      expect((await one.up([declare(at, ["a"])])).errors).toEqual([]);
      expect(sent(at)).toBe(2);
    }));

  test("killed in its create, it is not sent for triggers that were taken out since, and may be put back", async () => {
    const cut = await killed(kind);
    await withHandlers(async (at) => {
      const one = at.stack();
      await one.up([declare(at, ["a"])], cut);
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
  });
});
