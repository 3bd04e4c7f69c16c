import type { Fault } from "../../../provider/emulator";
import { withHandlers } from "../../helpers/handlers";
import { declare, held, idsOf, type Row, rows } from "../everyKind/rows";

/** Answers to a POST that leave it open whether it was done; it was. The list shows what was made three seconds later. */
const acted: [string, Fault][] = [
  ["a reset", { reset: "after" }],
  ["no answer at all", { blackHole: "after" }],
  ["a truncated answer", { truncate: true }],
  ["a 500", { status: 500, actThen: true }],
  ["a 502 with a page", { html: true, status: 502, actThen: true }],
  ["a 503", { status: 503, actThen: true }],
  ["a 504", { status: 504, actThen: true }],
  ["a 400 that the backend timed out", { status: 400, body: { error: "Timeout talking to backend" }, actThen: true }],
  ["a page", { html: true, actThen: true }],
  ["an empty answer", { empty: true, actThen: true }],
  ["a 204", { status: 204, actThen: true }],
  ["null", { raw: "null", actThen: true }],
  ["[]", { raw: "[]", actThen: true }],
  ["an answer without an id", { raw: '{"message":"made"}', actThen: true }],
  ["an id that is none", { raw: '{"id":true}', actThen: true }],
  ["a word for an id", { raw: '{"id":"abc"}', actThen: true }],
  ["an id that no later run could send", { raw: '{"id":"007"}', actThen: true }],
];

/** The same, and it was not done. */
const notActed: [string, Fault][] = [
  ["a reset", { reset: "before" }],
  ["no answer at all", { blackHole: "before" }],
  ["a 500", { status: 500 }],
  ["a 502 with a page", { html: true, status: 502 }],
  ["a 504", { status: 504 }],
  ["a 429", { status: 429, headers: { "retry-after": "7" } }],
  ["a 423", { status: 423 }],
  ["a 400 that the backend timed out", { status: 400, body: { error: "Timeout talking to backend" } }],
];

const cells = [
  ...acted.map(([what, fault]) => ["done", what, { ...fault, hideNewFor: 3_000 }] as const),
  ...notActed.map(([what, fault]) => ["not done", what, fault] as const),
];

describe.each(rows)("a POST of a $type of $collection", (row) => {
  test.each(cells)("%s and answered by %s: one, in one run", (_done, _what, fault) => oneOf(row, 1, fault, 1));
  test.each(cells)("%s and answered by %s, of two equal ones: two, in one run", (_done, _what, fault) =>
    oneOf(row, 2, fault, 1),
  );
  test.each(cells)("%s and answered by %s twice, of two equal ones: two, in one run", (_done, _what, fault) =>
    oneOf(row, 2, fault, 2),
  );

  test("busy for ten minutes, and it is open each time whether it acted: waited out, and one made", () =>
    withHandlers(async ({ clock, emulator, stack }) => {
      const body = { error_code: 40099, error: "Timeout talking to backend" };
      const path = row.createPath ?? row.path;
      emulator.fault({ match: { method: "POST", path }, times: "always", fault: { status: 400, body } });
      void clock.sleep(600_000).then(() => emulator.clearFaults());
      const before = held(row, emulator).length;
      const run = await stack().up([declare(row, emulator)]);
      expect(run).toMatchObject({ errors: [], changes: ["create one"] });
      expect(run.ms).toBeGreaterThanOrEqual(600_000);
      expect(run.lines.filter(({ passing }) => passing).length).toBeGreaterThan(10);
      expect(held(row, emulator)).toHaveLength(before + 1);
    }));

  test.each(["14s", "17s", "19s", "23s"])("busy until its time is up after %s: the error says with what", (create) =>
    withHandlers(async ({ emulator, stack }) => {
      const body = { error_code: 40099, error: "Timeout talking to backend" };
      const path = row.createPath ?? row.path;
      emulator.fault({ match: { method: "POST", path }, times: "always", fault: { status: 400, body } });
      const { errors } = await stack().up([declare(row, emulator, { timeouts: { create } })]);
      expect(errors).toEqual([expect.stringMatching(/^[^\n]*Timeout talking to backend[^\n]*$/)]);
    }),
  );

  test.each([
    ["after the service has acted: found at once", true],
    ["and nothing is made: an error, and the next run makes it", false],
  ])("answered with the id of a neighbour %s, and the neighbour stays", (_, acts) =>
    withHandlers(async ({ emulator, stack }) => {
      const theirs = stack("theirs");
      const over = row.change ?? row.replacement(emulator);
      await theirs.up([declare(row, emulator, { inputs: { ...over, subnet: "10.99.0.0/24" } })]);
      const { id } = theirs.entry("one");
      const before = held(row, emulator);
      const path = row.createPath ?? row.path;
      const raw = JSON.stringify({ id: Number(id.split("/").at(-1)) });
      emulator.fault({ match: { method: "POST", path }, fault: { raw, status: 201, actThen: acts } });
      const one = stack();
      if (!acts) {
        const refused = [
          expect.stringMatching(/, which existed before; it may have been done all the same: run again/),
        ];
        expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: refused, changes: [] });
        expect(held(row, emulator)).toEqual(before);
      }
      expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: [], changes: ["create one"] });
      expect(one.entry("one").id).not.toBe(id);
      expect(await one.destroy()).toMatchObject({ errors: [] });
      expect(held(row, emulator)).toEqual(before);
    }),
  );

  test("done and answered by 500, and the list is refused afterwards: the error says that it may have been made", () =>
    withHandlers(async ({ emulator, stack }) => {
      const before = held(row, emulator).length;
      const { createPath = row.path, path } = row;
      emulator.fault({ match: { method: "POST", path: createPath }, fault: { status: 500, actThen: true } });
      // The list is read before the POST; for a kind that is marked, also in search of the marker.
      const skip = row.marked ? 2 : 1;
      emulator.fault({ match: { method: "GET", path }, skip, times: "always", fault: { status: 403 } });
      const one = stack();
      const { errors } = await one.up([declare(row, emulator)]);
      const wanted =
        /"one": POST [^\n]* answered 500[^\n]*; the [^\n;]* may have been made all the same, and the look for it failed: GET [^\n]* answered 403/;
      expect(errors).toEqual([expect.stringMatching(wanted)]);
      expect([one.state.length, held(row, emulator).length]).toEqual([0, before + 1]);
    }));

  test("refused: nothing is made, one line, and the next run makes it", () =>
    withHandlers(async ({ emulator, stack }) => {
      const one = stack();
      emulator.fault({
        match: { method: "POST", path: row.createPath ?? row.path },
        fault: { status: 422, body: { error: "No more" } },
      });
      const failed = await one.up([declare(row, emulator)]);
      expect(failed.errors).toEqual([expect.stringMatching(/^[^\n]*"one"[^\n]*No more[^\n]*$/)]);
      expect([one.state, held(row, emulator)]).toEqual([[], []]);
      expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: [], changes: ["create one"] });
      expect(idsOf(row, emulator)).toEqual([one.entry("one").id]);
    }));
});

/** `count` equal ones declared, the first `times` POSTs answered by the fault: all are there, and in state, in one run. */
function oneOf(row: Row, count: number, fault: Fault, times: number): Promise<void> {
  return withHandlers(async ({ emulator, stack }) => {
    const one = stack();
    const program = Array.from({ length: count }, (_, i) => declare(row, emulator, { name: `one-${i}` }));
    emulator.fault({ match: { method: "POST", path: row.createPath ?? row.path }, times, fault });
    const up = await one.up(program);
    expect(up.errors).toEqual([]);
    expect(emulator.requests().filter((each) => each.fault !== undefined)).toHaveLength(times);
    const wanted = row.record(row.inputs(emulator));
    expect(held(row, emulator)).toEqual(program.map(() => ({ id: expect.any(Number), ...wanted })));
    expect(one.state.map((entry) => entry.id).sort()).toEqual(idsOf(row, emulator).sort());
    expect(await one.up(program)).toMatchObject({ changes: [], errors: [], calls: [] });
  });
}
