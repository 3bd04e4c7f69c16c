import { isDeepStrictEqual } from "node:util";
import type { Fault, FaultRule } from "../../../provider/emulator";
import { isRest, someOf } from "../../helpers/cells";
import type { TestEmulator } from "../../helpers/emulator";
import { foreignNotFound, lonelyNotFound, partsOfLists } from "../../helpers/foreign-answers";
import { type HandlerStack, it, withHandlers } from "../../helpers/handlers";
import { playedDoors } from "../../helpers/plugin-door";
import { subjects } from "./answers-subjects";
import { declare, held, idsOf, rows } from "./rows";
import { always, plainKinds, shareScene } from "./shared-scene";

/** Answers that are refused before the schema of any kind sees them, and whose errors no kind tells apart. */
const refusedUnread: (readonly [string, Fault])[] = [
  ["a page", { html: true }],
  ["a page with 502", { html: true, status: 502 }],
  ["a page with 405", { html: true, status: 405 }],
  ...foreignNotFound,
  ["a 204", { status: 204 }],
  ["a truncated answer", { truncate: true }],
  ["deep nesting", { raw: `${"[".repeat(20_000)}${"]".repeat(20_000)}` }],
  ["an unasked-for encoding", { gzip: true }],
  ["a 300", { status: 300 }],
  ["a redirect", { redirect: "/customer/api/regions", status: 302 }],
  ["a permanent redirect", { redirect: "/elsewhere", status: 308 }],
  ["a 422", { status: 422 }],
  ["a 500", { status: 500 }],
  ["a 503", { status: 503 }],
  ["a 504", { status: 504 }],
  ["a reset", { reset: "before" }],
  ["no answer at all", { blackHole: true }],
];

/** Answers that the schemas of a kind read, or whose errors a kind may tell apart. */
const readByKinds: (readonly [string, Fault])[] = [
  ...lonelyNotFound,
  ["an empty answer", { empty: true }],
  ["null", { raw: "null" }],
  ["a string", { raw: '"gone"' }],
  ["a number", { raw: "0" }],
  ["false", { raw: "false" }],
  ["{}", { raw: "{}" }],
  ["[null]", { raw: "[null]" }],
  ["[{}]", { raw: "[{}]" }],
  ["an error with 200", { raw: '{"error":"Invalid ID"}' }],
  ["a list in a wrapper", { raw: '{"items":[]}' }],
  ["a wrong type", { merge: { id: { nested: true }, name: 7 } }],
  ["a 400", { status: 400 }],
  ["a 401", { status: 401 }],
  ["a 403", { status: 403 }],
];

describe.each(playedDoors(subjects))("a refresh of a $type through the $door door", ({ door, subject, row }) => {
  const scene = shareScene(subject, door);
  const answers = plainKinds.includes(subject.type) ? [...readByKinds, ...refusedUnread] : readByKinds;
  const played = someOf(answers, row, door === "dynamic" ? 2 : 8);
  const isReadable = (what: string) => subject.readable?.includes(what) ?? false;

  test.each(played)("answered by %s: an error for each of its requests, and state as it was", async (what, fault) => {
    const { emulator, one, list, path, looked } = scene();
    if (isReadable(what)) {
      emulator.fault(always(path, fault));
      expect(await one.refresh()).toMatchObject({ errors: [] });
      expect(one.state).toMatchObject([{ type: subject.type }]);
      return;
    }
    // The requests of a refresh, with the object in the list; and the GET of the object, with the list not showing it.
    for (const each of looked) await expectUnchanged(one, emulator, [always(each, fault)], each);
    // A 404 in the service's own shape and a list without the object: that is gone.
    const isHidden = list !== undefined && subject.getById;
    if (!isHidden || lonelyNotFound.some(([own]) => own === what)) return;
    await expectUnchanged(one, emulator, [always(list, { list: "gone" }), always(path, fault)], path);
  });

  test.each(played)(
    "answered once by %s, and then as it should: no absence, and no error that stays",
    async (what, fault) => {
      const { emulator, one, list, path } = scene();
      const state = one.state;
      emulator.fault({ match: { path: list ?? path }, fault });
      await one.refresh();
      if (isReadable(what)) {
        expect(one.state).toMatchObject([{ type: subject.type, id: state[0]?.id }]);
        return;
      }
      expect(one.state).toEqual(state);
      expect((await one.refresh()).errors).toEqual([]);
      expect(one.state).toEqual(state);
    },
  );

  const parts = someOf(partsOfLists, row, door === "dynamic" ? 3 : 6);

  test.each(parts)("answered by %s of an empty list: an error, and state as it was", async (_what, part) => {
    const { emulator, one, list, path } = scene();
    const shown = list ?? path;
    const faults = [always(shown, { raw: subject.empty ?? "[]", ...part })];
    if (list !== undefined && subject.getById) faults.push(always(path, { status: 404 }));
    await expectUnchanged(one, emulator, faults, shown);
  });

  const isOnInstance = !["vpc", "teamMember"].includes(subject.type);
  if (isOnInstance)
    test.each(parts)("whose instance %s of the account's list lacks: an error", (_what, part) => {
      const { emulator, one } = scene();
      const list = "/customer/api/instances";
      const faults = [
        always("/instance/*", { status: 404 }),
        always(`${list}/*`, { status: 404 }),
        always(list, { raw: "[]", ...part }),
      ];
      return expectUnchanged(one, emulator, faults, list, { isNeeded: true });
    });

  if (isRest) return;
  if (subject.onlySingle) {
    test("that has no list reads what there is one of", () => {
      const { list, path, looked } = scene();
      expect([list, looked]).toEqual([undefined, expect.arrayContaining([path])]);
    });
  } else {
    test("answered 404 by the list only: an error, for there is no list to be missing from", async () => {
      const { emulator, one, list = "" } = scene();
      await expectUnchanged(one, emulator, [always(list, { status: 404 })], list);
      expect((await one.refresh()).errors).toEqual([]);
    });
  }

  test("answered by an empty list: not gone while the GET of one finds it", async () => {
    const { emulator, one, list, path } = scene();
    const state = one.state;
    emulator.fault(always(list ?? path, { raw: subject.empty ?? "[]" }));
    const { errors } = await one.refresh();
    if (isReadable("[]")) {
      expect([errors, one.state]).toMatchObject([[], [{ type: subject.type, id: state[0]?.id }]]);
      return;
    }
    expect(one.state).toEqual(subject.getById ? state : []);
    expect(errors).toHaveLength(list === undefined ? 1 : 0);
  });
});

describe.each(rows)("a $type of $collection", (row) => {
  if (isRest) return;
  test.each([404, 410])(
    "that is gone and answered by %s, is gone from state, and the next run makes exactly one",
    (status) =>
      withHandlers(async ({ emulator, one }) => {
        const program = [declare(row, emulator)];
        await one.up(program);
        const gone = one.entry("one").id;
        emulator.patch({ op: "delete", in: row.collection, id: Number(gone.split("/").at(-1)) });
        emulator.fault(always(`${row.path}/*`, { status }));
        expect(await one.refresh()).toMatchObject({ changes: ["gone one"], errors: [] });
        expect(one.state).toEqual([]);
        emulator.clearFaults();
        const up = await one.up(program);
        expect(up).toMatchObject({ changes: ["create one"], errors: [] });
        expect(up.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
        expect(held(row, emulator)).toEqual([{ id: expect.any(Number), ...row.record(row.inputs(emulator)) }]);
        expect(idsOf(row, emulator)).toEqual([one.entry("one").id]);
        expect(one.entry("one").id).not.toBe(gone);
      }),
  );

  it("in a list whose ids none can have: an error, and state as it was", async ({ emulator, one }) => {
    await one.up([declare(row, emulator)]);
    await expectUnchanged(one, emulator, [always(row.path, { merge: { id: 0 } })], row.path);
  });
});

/** A refresh under these faults fails in one line, and leaves state exactly as it was. */
async function expectUnchanged(
  stack: HandlerStack,
  emulator: TestEmulator,
  faults: FaultRule[],
  looked: string,
  // The list of the account is also read for what an interrupted run has left: then a warning on the stack is enough.
  { isNeeded = looked !== "/customer/api/instances" } = {},
) {
  const before = stack.state;
  emulator.clearRequests();
  emulator.fault(...faults);
  const refreshed = await stack.refresh();
  const played = emulator.requests().filter(({ path, fault }) => path === looked && fault !== undefined);
  emulator.clearFaults();
  const line = expect.stringMatching(/^[^\n]+$/);
  const { errors, changes, lines } = refreshed;
  const warned = errors.length === 0 ? lines.filter(({ severity }) => severity === "warning") : [];
  expect({ looked, played: played.length > 0, errors, warned, changes }).toEqual({
    looked,
    played: true,
    errors: isNeeded ? [line] : [],
    warned: isNeeded ? [] : [expect.objectContaining({ urn: undefined, text: line })],
    changes: [],
  });
  expect(isDeepStrictEqual(stack.state, before)).toBe(true);
}
