import type { Fault, FaultRule } from "../../../provider/emulator";
import { someOf } from "../../helpers/cells";
import { it, resource, withHandlers } from "../../helpers/handlers";
import { expectError, expectNoErrors, warningsOf } from "../../helpers/outcomes";
import { declare, held, idsOf, type Row, rows } from "../everyKind/rows";

/** The list shows what was made three seconds later. */
const acted = (fault: Fault): Fault => ({ ...fault, actThen: true, hideNewFor: 3_000 });
const backendTimeout = { status: 400, body: { error: "Timeout talking to backend" } };

/** Answers to a POST after which it is open whether it was done: one for each way in which a create goes on. */
const kept: [string, Fault][] = [
  ["done and answered by a reset", { reset: "after", hideNewFor: 3_000 }],
  ["done and answered by a 400 that the backend timed out", acted(backendTimeout)],
  ["done and answered by a page", acted({ html: true })],
  ["done and answered without an id", acted({ raw: '{"message":"made"}' })],
  ["not done and answered by a reset", { reset: "before" }],
  ["not done and answered by a 400 that the backend timed out", backendTimeout],
];

/** Answers that each kind reads by its own shape. */
const ofOwnShape: [string, Fault][] = [
  ["done and answered by an empty body", acted({ empty: true })],
  ["done and answered by a 204", acted({ status: 204 })],
  ["done and answered by null", acted({ raw: "null" })],
  ["done and answered by []", acted({ raw: "[]" })],
  ["done and answered by an id that is none", acted({ raw: '{"id":true}' })],
  ["done and answered by a word for an id", acted({ raw: '{"id":"abc"}' })],
  ["done and answered by an id that no later run could send", acted({ raw: '{"id":"007"}' })],
];

/** Answers that the client knows by status and connection, for all kinds alike. */
const alike: [string, Fault][] = [
  ["done and not answered at all", { blackHole: "after", hideNewFor: 3_000 }],
  ["done and answered by a truncated body", { truncate: true, hideNewFor: 3_000 }],
  ["done and answered by a 500", acted({ status: 500 })],
  ["done and answered by a 502 with a page", acted({ html: true, status: 502 })],
  ["done and answered by a 503", acted({ status: 503 })],
  ["done and answered by a 504", acted({ status: 504 })],
  ["not done and not answered at all", { blackHole: "before" }],
  ["not done and answered by a 500", { status: 500 }],
  ["not done and answered by a 502 with a page", { html: true, status: 502 }],
  ["not done and answered by a 504", { status: 504 }],
  ["not done and answered by a 429", { status: 429, headers: { "retry-after": "7" } }],
  ["not done and answered by a 423", { status: 423 }],
];

describe.each(rows.map((row, index) => ({ ...row, row, index })))("a POST of a $type of $collection", (each) => {
  const { row, index } = each;
  const body = { error_code: 40099, error: "Timeout talking to backend" };
  const busy: FaultRule = {
    match: { method: "POST", path: row.createPath },
    times: "always",
    fault: { status: 400, body },
  };
  const asTwo = [...kept, ...someOf([...ofOwnShape, ...alike], index, rows.length)];
  const asOne = [...kept, ...ofOwnShape, ...someOf(alike, index, rows.length)];
  test.each(asOne)("%s: one, in one run", (_what, fault) => oneOf(row, 1, fault, 1));
  test.each(asTwo)("%s, of two equal ones: two, in one run", (_what, fault) => oneOf(row, 2, fault, 1));
  test.each(asTwo)("%s twice, of two equal ones: two, in one run", (_what, fault) => oneOf(row, 2, fault, 2));

  test("busy for ten minutes, and it is open each time whether it acted: waited out, and one made", () =>
    withHandlers(async ({ clock, emulator, stack }) => {
      emulator.fault(busy);
      void clock.sleep(600_000).then(() => emulator.clearFaults());
      const before = held(row, emulator).length;
      const run = await stack().up([declare(row, emulator)]);
      expect(run).toMatchObject({ errors: [], changes: ["create one"] });
      expect(run.ms).toBeGreaterThanOrEqual(600_000);
      expect(run.lines.filter(({ passing }) => passing).length).toBeGreaterThan(10);
      expect(held(row, emulator)).toHaveLength(before + 1);
    }));

  it.each(someOf(["14s", "17s", "19s", "23s"], index, 2))(
    "busy until its time is up after %s: the error says with what",
    async ({ emulator, stack }, create) => {
      emulator.fault(busy);
      const { errors } = await stack().up([declare(row, emulator, { timeouts: { create } })]);
      expect(errors).toEqual([expect.stringMatching(/^[^\n]*Timeout talking to backend[^\n]*$/)]);
    },
  );

  it.each([
    ["after the service has acted: found at once", true],
    ["and nothing is made: an error, and the next run makes it", false],
  ])("answered with the id of a neighbour %s, and the neighbour stays", async ({ emulator, one, stack }, _, acts) => {
    const theirs = stack("theirs");
    const over = row.change ?? row.replacement(emulator);
    await theirs.up([declare(row, emulator, { inputs: { ...over, subnet: "10.99.0.0/24" } })]);
    const { id } = theirs.entry("one");
    const before = held(row, emulator);
    const raw = JSON.stringify({ id: Number(id.split("/").at(-1)) });
    emulator.fault({ match: { method: "POST", path: row.createPath }, fault: { raw, status: 201, actThen: acts } });
    if (!acts) {
      const refused = [
        expect.stringMatching(/, which existed before; the service may have carried out the request: run again/),
      ];
      expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: refused, changes: [] });
      expect(held(row, emulator)).toEqual(before);
    }
    expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: [], changes: ["create one"] });
    expect(one.entry("one").id).not.toBe(id);
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(held(row, emulator)).toEqual(before);
  });

  test("done and answered by 500, and the list is refused afterwards: the error says that it may have been made", () =>
    withHandlers(async ({ emulator, one }) => {
      const before = held(row, emulator).length;
      const { createPath, path } = row;
      emulator.fault({ match: { method: "POST", path: createPath }, fault: { status: 500, actThen: true } });
      // The list is read before the POST; for a kind that is marked, also in search of the marker.
      const skip = row.marked ? 2 : 1;
      emulator.fault({ match: { method: "GET", path }, skip, times: "always", fault: { status: 403 } });
      const { errors } = await one.up([declare(row, emulator)]);
      const wanted =
        /"one": POST [^\n]* answered 500[^\n]*; perhaps the service has made the [^\n;]* despite this error: [^\n]* This run could not look for the [^\n]*: GET [^\n]* answered 403/;
      expect(errors).toEqual([expect.stringMatching(wanted)]);
      expect([one.state.length, held(row, emulator).length]).toEqual([0, before + 1]);
    }));

  it("refused: nothing is made, one line, and the next run makes it", async ({ emulator, one }) => {
    const fault = { status: 422, body: { error: "No more" } };
    emulator.fault({ match: { method: "POST", path: row.createPath }, fault });
    expectError(await one.up([declare(row, emulator)]), /^[^\n]*"one"[^\n]*No more[^\n]*$/);
    expect([one.state, held(row, emulator)]).toEqual([[], []]);
    expect(await one.up([declare(row, emulator)])).toMatchObject({ errors: [], changes: ["create one"] });
    expect(idsOf(row, emulator)).toEqual([one.entry("one").id]);
  });
});

it("made with another spelling, and asked for twice: a warning names the first one", async ({ emulator, one }) => {
  const path = "/instance/api/webhooks";
  emulator.fault({ match: { method: "POST", path }, fault: { reset: "after" } });
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { merge: { queue: "ORDERS" } } });
  const inputs = { instance: "1001", webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
  const run = expectNoErrors(await one.up([resource("webhook", "one", inputs)]));
  expect(warningsOf(run)).toEqual([
    expect.stringMatching(/1001\/webhooks\/22 was sent twice\. .* 1001\/webhooks\/21, /),
  ]);
});

/** `count` equal ones declared, the first `times` POSTs answered by the fault: all are there, and in state, in one run. */
function oneOf(row: Row, count: number, fault: Fault, times: number): Promise<void> {
  return withHandlers(async ({ emulator, one }) => {
    const program = Array.from({ length: count }, (_, i) => declare(row, emulator, { name: `one-${i}` }));
    emulator.fault({ match: { method: "POST", path: row.createPath }, times, fault });
    expectNoErrors(await one.up(program));
    expect(emulator.requests().filter((each) => each.fault !== undefined)).toHaveLength(times);
    const wanted = row.record(row.inputs(emulator));
    expect(held(row, emulator)).toEqual(program.map(() => ({ id: expect.any(Number), ...wanted })));
    expect(one.state.map((entry) => entry.id).sort()).toEqual(idsOf(row, emulator).sort());
    expect(await one.up(program)).toMatchObject({ changes: [], errors: [], calls: [] });
  });
}
