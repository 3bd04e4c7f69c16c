import { type At, applies, type Cell, type Row, type Variant } from "../kinds/kind";
import { coverage, differing, line, type Suite, startSuite } from "./lifecycle-suite";

type Column = "inPlace" | "replacing" | "outsideEdit" | "outsideDelete";
type CellIn<C extends Column> = Row[C] extends Cell<infer T> ? T : never;

/** Declares every kind in one stack, each step one engine run over all of them. The tests are the steps, in this order. */
export function testLifecycle(name: string, rows: readonly Row[]): void {
  let suite: Suite;

  beforeAll(async () => {
    suite = await startSuite(name, rows);
  });

  afterAll(() => suite.close());

  const { cells, missing } = coverage(rows);
  const kinds = rows.map((row) => row.kind);
  const onInstances = rows.filter((row) => row.onInstance).length;

  /** The variant in which a row's resource is after the steps so far. */
  const now = (row: Row): Variant => (applies(row.replacing) ? "replacing" : applies(row.inPlace) ? "inPlace" : "args");
  const heldNow = () => suite.each((row, at) => [row.heldOf(now(row), at)]);

  /** What the cells of a column say, for the rows to which they apply. */
  function cellsOf<C extends Column, R>(column: C, value: (cell: CellIn<C>, at: At) => R): Record<string, R> {
    const entries = rows.flatMap((row) => {
      const cell = row[column] as Cell<CellIn<C>>;
      return applies(cell) ? [[row.kind, value(cell, suite.at(row))] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  /** A value of each row whose kind is in `like`. */
  const eachIn = <T>(like: Record<string, unknown>, value: (row: Row, at: At) => T): Record<string, T> =>
    Object.fromEntries(rows.filter(({ kind }) => kind in like).map((row) => [row.kind, value(row, suite.at(row))]));

  /** What a run changes where it does `op` to the resources of these kinds. */
  const changesOf = (op: string, of: readonly string[]) => of.map((kind) => `${op} main-${kind}`).sort();

  const lookUps = (on: Record<string, unknown>) => (rows.some((row) => row.onInstance && row.kind in on) ? 1 : 0);

  test(`create: ${kinds.join(", ")}; ${missing.length} of ${cells} cells do not apply`, async () => {
    process.stdout.write(missing.map((text) => `  does not apply: ${text}\n`).join(""));
    const run = suite.learn(await suite.stack.up());
    expect(run.changes.sort()).toEqual(changesOf("create", kinds));
    expect(suite.held()).toEqual(suite.expectedHeld("args"));
    await expect(suite.outputs()).resolves.toEqual(suite.each((row, at) => row.outputsOf("args", at)));
  });

  test("up again: no change and no request", async () => {
    suite.clear();
    expect((await suite.stack.up()).changes).toEqual([]);
    expect(suite.emulator.requests()).toEqual([]);
  });

  test("refresh: no change, one GET for each collection, one look-up of an instance's key", async () => {
    suite.clear();
    const run = await suite.stack.refresh();
    expect(run.changes).toEqual([]);
    expect(run.steps).toHaveLength(rows.length);
    expect(suite.requests()).toEqual({ lookUps: Math.min(onInstances, 1), others: suite.reads() });
  });

  test("update in place: the same id, and exactly the expected requests", async () => {
    suite.clear();
    suite.declare({ variant: "inPlace" });
    const run = await suite.stack.up();
    const requests = cellsOf("inPlace", (cell, at) => cell.requests(at));
    expect(run.changes.sort()).toEqual(changesOf("update", Object.keys(requests)));
    expect(suite.each((row) => suite.steps(run)[row.kind]?.newId)).toEqual(suite.each((_row, at) => at.id));
    // The lists of the account show, besides, what an interrupted run has left.
    const lists = ["GET /customer/api/instances", "GET /customer/api/vpcs"];
    expect(suite.requests()).toEqual({
      lookUps: lookUps(requests),
      others: [...lists, ...Object.values(requests).flat().map(line)].sort(),
    });
    expect(suite.held()).toEqual(suite.expectedHeld("inPlace"));
    await expect(suite.outputs()).resolves.toEqual(suite.each((row, at) => row.outputsOf("inPlace", at)));
  });

  test("replace: a new id, and the old object gone", async () => {
    // Back to the first declaration, so that what a replacement shows is the replacing change alone.
    suite.declare({ variant: "args" });
    await suite.stack.up();
    suite.declare({ variant: "replacing" });
    const before = suite.each((_row, at) => at.id);
    const run = suite.learn(await suite.stack.up());
    const props = cellsOf("replacing", (cell) => [...cell.props].sort());
    const firstStep = (row: Row) =>
      run.steps.find(({ type, name }) => type === row.token && name === `main-${row.kind}`);
    expect(eachIn(props, (row) => [...(firstStep(row)?.keys ?? [])].sort())).toEqual(props);
    for (const kind of Object.keys(props)) expect(suite.each((_row, at) => at.id)[kind]).not.toBe(before[kind]);
    expect(suite.held()).toEqual(suite.expectedHeld("replacing"));
    await expect(suite.outputs()).resolves.toEqual(suite.each((row, at) => row.outputsOf("replacing", at)));
  });

  test("edited outside: exactly that property is drift, and up repairs it", async () => {
    const edits = cellsOf("outsideEdit", ({ property, said, change, repair }, at) => ({
      properties: said === undefined ? [property] : [],
      said: said ?? [],
      change: change(at),
      repair: () => repair(at).map(line),
    }));
    const properties = eachIn(edits, ({ kind }) => edits[kind]!.properties);
    suite.emulator.patch(...Object.values(edits).map(({ change }) => change));
    const found = await suite.stack.refresh({ flags: ["--preview-only", "--expect-no-changes"], exit: 7 });
    expect(found.changes.sort()).toEqual(changesOf("update", Object.keys(properties)));
    expect(eachIn(properties, (row) => differing(suite.steps(found)[row.kind]))).toEqual(properties);
    for (const text of Object.values(edits).flatMap(({ said }) => said))
      expect(found.diagnostics).toContainEqual(expect.objectContaining({ message: expect.stringContaining(text) }));

    const shown = await suite.stack.preview({ flags: ["--refresh", "--diff"] });
    expect(eachIn(properties, (row) => suite.steps(shown)[row.kind]?.op)).toEqual(eachIn(properties, () => "update"));
    for (const property of Object.values(properties).flat()) expect(shown.stdout).toContain(property);

    suite.clear();
    await suite.stack.up({ flags: ["--refresh"] });
    const repairs = Object.values(edits).flatMap(({ repair }) => repair());
    expect(suite.requests().others).toEqual([...suite.reads(), ...repairs].sort());
    expect(suite.held()).toEqual(heldNow());
  });

  test("deleted outside: a refresh drops it, and up makes exactly one", async () => {
    const changes = cellsOf("outsideDelete", (change, at) => change(at));
    suite.emulator.patch(...Object.values(changes));
    const dropped = await suite.stack.refresh();
    expect(dropped.changes.sort()).toEqual(changesOf("delete", Object.keys(changes)));

    suite.clear();
    const run = suite.learn(await suite.stack.up());
    expect(run.changes.sort()).toEqual(changesOf("create", Object.keys(changes)));
    const creates = eachIn(changes, (row, at) => row.create(at));
    const sent = suite
      .requests()
      .others.filter((text) => Object.values(creates).some((create) => text.startsWith(`${create} `)));
    expect(sent.map((text) => text.split(" ").slice(0, 2).join(" ")).sort()).toEqual(Object.values(creates).sort());
    expect(suite.held()).toEqual(heldNow());
  });

  test("destroy: gone, and a second delete is fine", async () => {
    const state = suite.stack.exportState();
    const destroyed = await suite.stack.destroy();
    expect(destroyed.changes.sort()).toEqual(changesOf("delete", kinds));
    expect(suite.held()).toEqual(suite.expectedLeft(now));

    await suite.stack.importState(state);
    expect((await suite.stack.destroy()).changes.sort()).toEqual(destroyed.changes);
  });
}
