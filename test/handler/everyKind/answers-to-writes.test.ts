import { isDeepStrictEqual } from "node:util";
import type { Fault } from "../../../provider/emulator";
import { cellsOf, someOf } from "../../helpers/cells";
import type { TestEmulator } from "../../helpers/emulator";
import { foreignNotFound, lonelyNotFound, refusalsWithSuccess } from "../../helpers/foreign-answers";
import type { HandlerStack, Outcome } from "../../helpers/handlers";
import { expectNothingToDo } from "../../helpers/outcomes";
import { throughDoors } from "../../helpers/plugin-door";
import { subjects } from "./answers-subjects";
import { plainKinds, refuseWrites, shareScene } from "./shared-scene";

/** Answers that are refused whatever was written. */
const refusedUnread: (readonly [string, Fault])[] = [
  ["a page with 200", { html: true, status: 200 }],
  ...foreignNotFound,
];

/** Answers of which the call, or the kind, may think otherwise. */
const answers: (readonly [string, Fault])[] = [
  ["an error with 200", { raw: '{"error":"Timeout talking to backend"}' }],
  ...lonelyNotFound,
];

/** How many requests were answered so since the log was cleared. */
const countPlayed = (emulator: TestEmulator) => emulator.requests().filter(({ fault }) => fault !== undefined).length;

/** What the program declares of the object in state. */
const declaredInputs = (stack: HandlerStack) =>
  Object.fromEntries(Object.entries(stack.entry("one").inputs).filter(([name]) => !name.startsWith("__")));

describe.each(throughDoors(subjects))("a $type through the $door door", ({ door, subject, row }) => {
  const scene = shareScene(subject, door);
  const all = plainKinds.includes(subject.type) ? [...answers, ...refusedUnread] : answers;
  // What the client makes of each of the refusals, test/unit/api/success.test.ts shows.
  const refusals = someOf(refusalsWithSuccess, row, door === "dynamic" ? 11 : 33);
  const played = [...cellsOf(door, all, row, 4), ...refusals];

  /** One run whose writes are all answered so: nothing is taken for done. */
  async function expectRefused(fault: Fault, run: () => Promise<Outcome>) {
    const { emulator } = scene();
    emulator.clearRequests();
    refuseWrites(emulator, fault);
    const { errors } = await run();
    expect({ played: countPlayed(emulator) > 0, errors }).toEqual({
      played: true,
      errors: [expect.stringMatching(/^[^\n]+$/)],
    });
    emulator.clearFaults();
  }

  if (subject.staysWhenDeleted) {
    test("whose delete writes nothing is deleted", async () => {
      const { emulator, one } = scene();
      emulator.clearRequests();
      refuseWrites(emulator, { status: 500 });
      expect([(await one.destroy()).errors, countPlayed(emulator)]).toEqual([[], 0]);
    });
  } else {
    test.each(played)("whose delete is answered by %s stays in state", async (_what, fault) => {
      const { one } = scene();
      const before = one.state;
      await expectRefused(fault, () => one.destroy());
      expect(isDeepStrictEqual(one.state, before)).toBe(true);
    });
  }

  const { changed } = subject;
  if (changed !== undefined) {
    let isChanged = false;
    let first: Record<string, unknown>;
    test.each(played)("whose update is answered by %s is not taken for updated", async (_what, fault) => {
      const { one, keep } = scene();
      first ??= declaredInputs(one);
      // Each test undoes the change of the one before it.
      isChanged = !isChanged;
      const program = [{ type: subject.type, name: "one", inputs: isChanged ? { ...first, ...changed } : first }];
      await expectRefused(fault, () => one.up(program));
      expect(await one.up(program)).toMatchObject({ changes: ["update one"], errors: [] });
      await expectNothingToDo(one, program);
      keep();
    });

    test("whose update was carried out without an answer is changed back by the program of before", async () => {
      const { one, keep } = scene();
      const before = declaredInputs(one);
      first ??= before;
      const program = (inputs: Record<string, unknown>) => [{ type: subject.type, name: "one", inputs }];
      const other = program(isChanged ? first : { ...first, ...changed });
      await expectRefused({ reset: "after" }, () => one.up(other));
      expect(await one.up(program(before))).toMatchObject({ changes: ["update one"], errors: [] });
      await expectNothingToDo(one, program(before));
      keep();
    });
  }

  if (!subject.staysWhenDeleted) {
    test("is deleted after all of that", async () => {
      const { one } = scene();
      expect([(await one.destroy()).errors, one.state]).toEqual([[], []]);
    });
  }
});
describe.each(subjects)("a $type whose instance or account is answered from a wrong base path", (subject) => {
  const scene = shareScene(subject, "dynamic");
  test.each(["broker:customerUrl", "broker:baseUrl"])("of %s stays in state", async (key) => {
    const { emulator, one } = scene();
    const before = one.state;
    const right = key === "broker:customerUrl" ? emulator.customerUrl : emulator.baseUrl;
    const options = { config: { [key]: `${right}/v2` } };
    expect((await one.refresh(options)).changes).toEqual([]);
    expect(isDeepStrictEqual(one.state, before)).toBe(true);
    const { errors, calls } = await one.destroy(options);
    // What nothing was asked about may leave: no request has met the wrong path.
    expect(one.state).toEqual(errors.length === 0 ? [] : before);
    if (errors.length === 0) expect(calls.filter((call) => call.includes("/v2/"))).toEqual([]);
  });
});
