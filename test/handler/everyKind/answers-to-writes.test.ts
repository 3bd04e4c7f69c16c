import { isDeepStrictEqual } from "node:util";
import type { Fault } from "../../../provider/emulator";
import type { TestEmulator } from "../../helpers/emulator";
import { foreignNotFound, lonelyNotFound, refusalsWithSuccess } from "../../helpers/foreign-answers";
import { type HandlerStack, withHandlers } from "../../helpers/handlers";
import { cellsOf, someOf, throughDoors } from "../../helpers/plugin-door";
import { subjects } from "./answers-subjects";

/** Answers that tell nothing of what became of a write. */
const answers: (readonly [string, Fault])[] = [
  ["a page with 200", { html: true, status: 200 }],
  ["an error with 200", { raw: '{"error":"Timeout talking to backend"}' }],
  ...foreignNotFound,
  ...lonelyNotFound,
];

let cells = 0;
afterAll(() => console.log(`${cells} writes with an answer that tells nothing, none taken for done`));

/** Every write of an object: not done, and answered so. */
const refuseWrites = (emulator: TestEmulator, fault: Fault) =>
  emulator.fault(
    ...(["POST", "PUT", "PATCH", "DELETE"] as const).map(
      (method) => ({ match: { method, path: "*" }, times: "always", fault }) as const,
    ),
  );

/** How many requests were answered so since the log was cleared. */
const countPlayed = (emulator: TestEmulator) => emulator.requests().filter(({ fault }) => fault !== undefined).length;

const declared = (stack: HandlerStack, type: string, changed: object = {}) => {
  const inputs = Object.entries(stack.entry("one").inputs).filter(([name]) => !name.startsWith("__"));
  return { type, name: "one", inputs: { ...Object.fromEntries(inputs), ...changed } };
};

describe.each(throughDoors(subjects))("a $type through the $door door", ({ door, subject, row }) => {
  // What the client makes of each of the refusals, test/unit/api/success.test.ts shows.
  const refusals = someOf(refusalsWithSuccess, row, door === "dynamic" ? 11 : 33);
  const played = [...cellsOf(door, answers, row, 4), ...refusals];

  test.each(played)("whose delete is answered by %s stays in state while it stands on the service", (_what, fault) =>
    withHandlers(
      async ({ emulator, stack }) => {
        const one = stack();
        await subject.prepare(one, emulator);
        const before = one.state;
        emulator.clearRequests();
        refuseWrites(emulator, fault);
        const destroyed = await one.destroy();
        if (subject.staysWhenDeleted) {
          expect([countPlayed(emulator), destroyed.errors]).toEqual([0, []]);
          return;
        }
        cells += 1;
        expect({ played: countPlayed(emulator) > 0, errors: destroyed.errors }).toEqual({
          played: true,
          errors: [expect.stringMatching(/^[^\n]+$/)],
        });
        expect(isDeepStrictEqual(one.state, before)).toBe(true);
        emulator.clearFaults();
        expect([(await one.destroy()).errors, one.state]).toEqual([[], []]);
      },
      { door },
    ),
  );

  const { changed } = subject;
  if (changed === undefined) return;
  test.each(played)("whose update is answered by %s is not taken for updated", (_what, fault) =>
    withHandlers(
      async ({ emulator, stack }) => {
        const one = stack();
        await subject.prepare(one, emulator);
        const program = [declared(one, subject.type, changed)];
        emulator.clearRequests();
        refuseWrites(emulator, fault);
        const refused = await one.up(program);
        cells += 1;
        expect({ played: countPlayed(emulator) > 0, errors: refused.errors }).toEqual({
          played: true,
          errors: [expect.stringMatching(/^[^\n]+$/)],
        });
        emulator.clearFaults();
        expect(await one.up(program)).toMatchObject({ changes: ["update one"], errors: [] });
        expect(await one.up(program)).toMatchObject({ changes: [], errors: [] });
        expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
      },
      { door },
    ),
  );
});

describe.each(subjects)("a $type whose instance or account is answered from a wrong base path", (subject) => {
  test.each(["broker:customerUrl", "broker:baseUrl"])("of %s stays in state", (key) =>
    withHandlers(async ({ emulator, stack }) => {
      const one = stack();
      await subject.prepare(one, emulator);
      const before = one.state;
      const right = key === "broker:customerUrl" ? emulator.customerUrl : emulator.baseUrl;
      const options = { config: { [key]: `${right}/v2` } };
      const refreshed = await one.refresh(options);
      expect(refreshed.changes).toEqual([]);
      expect(isDeepStrictEqual(one.state, before)).toBe(true);
      const destroyed = await one.destroy(options);
      const isReached = !destroyed.errors.length;
      // What nothing was asked about may leave: no request has met the wrong path.
      expect(one.state).toEqual(isReached ? [] : before);
      if (isReached) expect(destroyed.calls.filter((call) => call.includes("/v2/"))).toEqual([]);
    }),
  );
});
