import type { LoggedRequest, StateChange } from "../../../provider/emulator";
import { type CutOff, cutRun, kills, playCuts, resets } from "../../helpers/cut-rows";
import type { TestEmulator } from "../../helpers/emulator";
import { type HandlerStack, type HostOptions, type Outcome, withHandlers } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { type DoorName, playedDoors } from "../../helpers/plugin-door";
import type { AnyRecord } from "../../kinds/things";
import { declare, held, idsOf, type Row, rows } from "./rows";

/**
 * One fault at each request of each operation (of a wait, at those that find another state), then the run again: what exists is what is declared and what was there.
 * The process is killed before the request, or after it with the answer unread; the engine goes while it is under way,
 * so that no result is saved; or the connection breaks, before the service acts or after, and the process goes on.
 */
interface Operation {
  name: string;
  /** What is there before; the fault comes after it. */
  prepare(scene: Scene): Promise<void>;
  run(scene: Scene, options?: HostOptions): Promise<Outcome>;
  /** The same operation again, if it is not `run`. */
  again?(scene: Scene): Promise<Outcome>;
  /** The inputs of what then exists; undefined where nothing of ours does. */
  declared(scene: Scene): Record<string, unknown> | undefined;
}

interface Scene {
  row: Row;
  emulator: TestEmulator;
  stack: HandlerStack;
}

const program = ({ row, emulator }: Scene, inputs: Record<string, unknown> = {}, adopt?: string) => [
  declare(row, emulator, { inputs, ...(adopt !== undefined && { import: adopt }) }),
];
const usual = ({ row, emulator }: Scene) => row.inputs(emulator);
const replaced = ({ row, emulator }: Scene) => row.replacement(emulator);
const upFirst = async (scene: Scene) => expect((await scene.stack.up(program(scene))).errors).toEqual([]);

/** Makes one as an outsider does, exactly as it will be declared. */
const addOutsider = ({ row, emulator }: Scene) =>
  void emulator.patch({ op: "add", in: row.collection, fields: row.record(row.inputs(emulator)) } as StateChange);

const adoptedId = (scene: Scene) => idsOf(scene.row, scene.emulator).at(-1) ?? "";
const numberOf = (id: string) => Number(id.split("/").at(-1));

const operations: Operation[] = [
  {
    name: "create",
    prepare: async () => {},
    run: (scene, options) => scene.stack.up(program(scene), options),
    declared: usual,
  },
  {
    name: "update",
    prepare: upFirst,
    run: (scene, options) => scene.stack.up(program(scene, scene.row.change), options),
    declared: (scene) => ({ ...usual(scene), ...scene.row.change }),
  },
  {
    name: "replace",
    prepare: upFirst,
    run: (scene, options) => scene.stack.up(program(scene, replaced(scene)), options),
    declared: (scene) => ({ ...usual(scene), ...replaced(scene) }),
  },
  {
    name: "refresh",
    prepare: async (scene) => {
      await upFirst(scene);
      const mine = numberOf(scene.stack.entry("one").id);
      scene.emulator.patch({ op: "set", in: scene.row.collection, id: mine, fields: scene.row.edit } as StateChange);
    },
    run: (scene, options) => scene.stack.refresh(options),
    again: async (scene) => {
      const refreshed = await scene.stack.refresh();
      const repaired = await scene.stack.up(program(scene));
      return { ...repaired, errors: [...refreshed.errors, ...repaired.errors] };
    },
    declared: usual,
  },
  {
    name: "adopt",
    prepare: async (scene) => addOutsider(scene),
    run: (scene, options) => scene.stack.up(program(scene, {}, adoptedId(scene)), options),
    declared: usual,
  },
  { name: "destroy", prepare: upFirst, run: ({ stack }, options) => stack.destroy(options), declared: () => undefined },
];

/** Plays an operation beside one of an outsider's, runs it again, and looks at what is there then. */
function play(door: DoorName, row: Row, operation: Operation, cutOff?: CutOff): Promise<readonly LoggedRequest[]> {
  const work = async (emulator: TestEmulator, stack: HandlerStack) => {
    const scene: Scene = { row, emulator, stack };
    addOutsider(scene);
    const there = held(row, emulator);
    await operation.prepare(scene);
    const { requests } = await cutRun(emulator, cutOff, (options) => operation.run(scene, options));

    const second = expectNoErrors(await (operation.again?.(scene) ?? operation.run(scene)));
    const declared = operation.declared(scene);
    const ids = stack.state.map(({ id }) => numberOf(id));
    const ours = ids.map((id) => ({ id, ...(declared && row.record(declared)) }));
    expect(stack.state).toHaveLength(declared === undefined ? 0 : 1);
    const all = held(row, emulator);
    expect(all).toEqual(expect.arrayContaining([...there, ...ours]));
    const expected = new Set([...there, ...ours].map(({ id }) => id));
    const extra = all.filter(({ id }) => !expected.has(id)).map((record) => row.idOf(withId(row, emulator, record)));

    if (declared !== undefined) {
      const third = await (operation.again ? stack.up(program(scene)) : operation.run(scene));
      expect(third).toMatchObject({ changes: [], errors: [], calls: [] });
      expect(await stack.refresh()).toMatchObject({ changes: [], errors: [] });
    }
    if (cutOff !== undefined && isWindow(row, operation, cutOff, requests)) {
      const said = second.lines.map(({ text }) => text).join("\n");
      expect([extra.length, said]).toEqual([1, expect.stringContaining(extra[0]!)]);
    } else {
      expect(extra).toEqual([]);
    }
    return requests;
  };
  return withHandlers(({ emulator, one }) => work(emulator, one), { door });
}

function withId(row: Row, emulator: TestEmulator, { id }: Record<string, unknown>): AnyRecord {
  const records: readonly AnyRecord[] = emulator.state()[row.collection];
  return records.find((each) => each.id === id)!;
}

/** The two windows of this matrix that nothing closes: what they leave behind is one twin, and the next run names it. */
function isWindow(
  row: Row,
  { name }: Operation,
  { way: { ends }, request }: CutOff,
  requests: readonly LoggedRequest[],
): boolean {
  if (name !== "create" && name !== "replace") return false;
  const [previous, hit] = [request - 2, request - 1].map((index) => requests[index]?.method);
  // The mark was taken off, and the engine had no time to save.
  if (row.marked) return hit === "PUT" && (ends === "after" || ends === "gone");
  // Made, and the process was killed before it read the answer, or before it had looked at what was made.
  if (row.looksAfter && previous === "POST") return ends === "before" || ends === "after";
  return hit === "POST" && ends === "after";
}

describe.each(playedDoors(rows))("$type of $subject.collection through the $door door", ({ door, row, subject }) => {
  // Where every change replaces there is no update to cut.
  const applicable = operations.filter(({ name }) => name !== "update" || subject.change !== undefined);
  test.each(applicable)("$name, cut at each of its requests, and run again", (operation) =>
    playCuts([...kills, ...resets], (cut) => play(door, subject, operation, cut), door === "dynamic" ? 4 : 7, row),
  );
});
