import type { StateChange } from "../../../provider/emulator";
import { someOf } from "../../helpers/cells";
import type { TestEmulator } from "../../helpers/emulator";
import {
  type Cut,
  type HandlerStack,
  type Handlers,
  type HostOptions,
  type Outcome,
  withHandlers,
} from "../../helpers/handlers";
import { momentsOf } from "../../helpers/moments";
import { type DoorName, doors } from "../../helpers/plugin-door";
import type { AnyRecord } from "../../kinds/things";
import { declare, held, idsOf, type Row, rows } from "./rows";

/**
 * One fault at each request of each operation (of a wait, at those that find another state), then the run again: what exists is what is declared and what was there.
 * The process is killed before the request, or after it with the answer unread; the engine goes while it is under way,
 * so that no result is saved; or the connection breaks, before the service acts or after, and the process goes on.
 */
const faults = ["killed before", "killed after", "engine gone", "reset before", "reset after"] as const;
/** A look changes nothing, so that a look whose answer is lost is like one that was never sent. */
const faultsOfLooks = ["killed before", "engine gone", "reset before"] as const;

/** An operation: how it is prepared, run, run again, and what then exists. */
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
const replaced = ({ row, emulator }: Scene) => row.replacement(emulator);
const upFirst = async (scene: Scene) => {
  expect((await scene.stack.up(program(scene))).errors).toEqual([]);
};

/** One that an outsider made, exactly as it will be declared. */
function outsider({ row, emulator }: Scene): string {
  const fields = row.record(row.inputs(emulator));
  const [id] = emulator.patch({ op: "add", in: row.collection, fields } as StateChange);
  return `${id}`;
}

const adoptedId = (scene: Scene) => idsOf(scene.row, scene.emulator).at(-1) ?? "";

const operations: Operation[] = [
  {
    name: "create",
    prepare: async () => {},
    run: (scene, options) => scene.stack.up(program(scene), options),
    declared: ({ row, emulator }) => row.inputs(emulator),
  },
  {
    name: "update",
    prepare: upFirst,
    run: (scene, options) => scene.stack.up(program(scene, scene.row.change), options),
    declared: ({ row, emulator }) => ({ ...row.inputs(emulator), ...row.change }),
  },
  {
    name: "replace",
    prepare: upFirst,
    run: (scene, options) => scene.stack.up(program(scene, replaced(scene)), options),
    declared: (scene) => ({ ...scene.row.inputs(scene.emulator), ...replaced(scene) }),
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
    declared: ({ row, emulator }) => row.inputs(emulator),
  },
  {
    name: "adopt",
    prepare: async (scene) => void outsider(scene),
    run: (scene, options) => scene.stack.up(program(scene, {}, adoptedId(scene)), options),
    declared: ({ row, emulator }) => row.inputs(emulator),
  },
  {
    name: "destroy",
    prepare: upFirst,
    run: (scene, options) => scene.stack.destroy(options),
    declared: () => undefined,
  },
];

const numberOf = (id: string) => Number(id.split("/").at(-1));

/** How one cell of the matrix ended. */
interface Ended {
  /** What is there beyond what should be. */
  extra: string[];
  /** What the second run said of it: a run that is cut off may have told of it before anybody could know what it leaves. */
  said: string;
  /** The request that the fault was played on, and the one before it. */
  request: string;
  previous: string | undefined;
}

/** Plays one fault at the n-th request, runs again, and looks. */
function cell(
  door: DoorName,
  row: Row,
  operation: Operation,
  fault: (typeof faults)[number],
  n: number,
): Promise<Ended> {
  const play = async ({ emulator, stack }: Handlers) => {
    const scene: Scene = { row, emulator, stack: stack() };
    outsider(scene);
    const there = held(row, emulator);
    await operation.prepare(scene);
    emulator.clearRequests();
    const options = arm(emulator, fault, n);
    await operation.run(scene, options);
    const [previous, hit] = [n - 2, n - 1].map((index) => emulator.requests()[index]);
    emulator.clearFaults();

    const second = await (operation.again?.(scene) ?? operation.run(scene));
    expect(second.errors).toEqual([]);
    const declared = operation.declared(scene);
    const ids = scene.stack.state.map(({ id }) => numberOf(id));
    const ours = ids.map((id) => ({ id, ...(declared && row.record(declared)) }));
    expect(scene.stack.state).toHaveLength(declared === undefined ? 0 : 1);
    const all = held(row, emulator);
    expect(all).toEqual(expect.arrayContaining([...there, ...ours]));
    const expected = new Set([...there, ...ours].map(({ id }) => id));
    const extra = all.filter(({ id }) => !expected.has(id)).map((record) => row.idOf(withId(row, emulator, record)));

    if (declared !== undefined) {
      const third = await (operation.again ? scene.stack.up(program(scene)) : operation.run(scene));
      expect(third).toMatchObject({ changes: [], errors: [], calls: [] });
      expect(await scene.stack.refresh()).toMatchObject({ changes: [], errors: [] });
    }
    const said = second.lines.map(({ text }) => text).join("\n");
    return { extra, said, request: hit ? `${hit.method} ${hit.path}` : "not sent", previous: previous?.method };
  };
  return withHandlers(play, { door });
}

function withId(row: Row, emulator: TestEmulator, { id }: Record<string, unknown>): AnyRecord {
  const records: readonly AnyRecord[] = emulator.state()[row.collection];
  return records.find((each) => each.id === id)!;
}

/** Switches the fault on at the n-th request from now. */
function arm(emulator: TestEmulator, fault: (typeof faults)[number], n: number): HostOptions {
  const how: Record<string, Cut["how"]> = { "killed before": "before", "killed after": "after", "engine gone": "gone" };
  const cut = how[fault];
  if (cut !== undefined) return { cut: { request: n, how: cut } };
  emulator.fault({ match: {}, skip: n - 1, fault: { reset: fault === "reset before" ? "before" : "after" } });
  return {};
}

/** The requests to play faults on, by their numbers in a run in which nothing is wrong, each with its faults. */
function cellsIn(door: DoorName, row: Row, operation: Operation) {
  const play = async ({ emulator, stack }: Handlers) => {
    const scene: Scene = { row, emulator, stack: stack() };
    outsider(scene);
    await operation.prepare(scene);
    emulator.clearRequests();
    const clean = await operation.run(scene);
    expect(clean.errors).toEqual([]);
    expect(emulator.requests()).toHaveLength(clean.requests);
    requests += clean.requests;
    const sent = emulator.requests();
    return momentsOf(sent).flatMap((n) =>
      (sent[n - 1]?.method === "GET" ? faultsOfLooks : faults).map((fault) => ({ n, fault })),
    );
  };
  return withHandlers(play, { door });
}

/** The two windows of this matrix that nothing closes: what they leave behind is one twin, and the next run names it. */
function isWindow(row: Row, operation: Operation, fault: string, { request, previous }: Ended): boolean {
  if (operation.name !== "create" && operation.name !== "replace") return false;
  // The mark was taken off, and the engine had no time to save.
  if (row.marked) return request.startsWith("PUT ") && (fault === "killed after" || fault === "engine gone");
  // Made, and the process was killed before it read the answer, or before it had looked at what was made.
  if (row.looksAfter && previous === "POST") return fault === "killed before" || fault === "killed after";
  return request.startsWith("POST ") && fault === "killed after";
}

let requests = 0;
let runs = 0;
let windows = 0;
afterAll(() =>
  console.log(
    `crash matrix: ${runs} cases (kind, operation, state, fault), one for each state that ${requests} requests with ${faults.length} faults find; ${windows} of them in the two named windows`,
  ),
);

const tables = doors.flatMap((door) => rows.map((row, index) => ({ door, row, index, ...row })));
describe.each(tables)("$type of $collection through the $door door", ({ door, row, index }) => {
  // Where every change replaces there is no update to cut.
  const applicable = operations.filter(({ name }) => name !== "update" || row.change !== undefined);
  test.each(applicable)("$name, cut at each of its requests, and run again", async (operation) => {
    const cells = await cellsIn(door, row, operation);
    expect(cells).not.toEqual([]);
    for (const { n, fault } of someOf(cells, index, door === "dynamic" ? 4 : 7)) {
      const where = `${operation.name}, ${fault} request ${n}`;
      const ended = await cell(door, row, operation, fault, n).catch((error: Error) => {
        throw new Error(`${where}: ${error.message}`);
      });
      runs += 1;
      if (isWindow(row, operation, fault, ended)) {
        windows += 1;
        expect([where, ended.extra.length, ended.said]).toEqual([where, 1, expect.stringContaining(ended.extra[0]!)]);
      } else {
        expect([where, ended.request, ended.extra]).toEqual([where, ended.request, []]);
      }
    }
  });
});
