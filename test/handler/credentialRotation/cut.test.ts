import { type CutOff, cutRun, kills, playCuts, resets } from "../../helpers/cut-rows";
import { type Handlers, it, withHandlers } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";
import { both, type Credential, carriedOut, declare, heldBy, rotations } from "./scene";

/** What `up` is cut in: the first rotation, or that of changed triggers. */
const operations = ["create", "update"] as const;

test.each(both.flatMap((credential) => operations.map((operation) => [operation, credential] as const)))(
  "%s of a rotation of the %s, cut at each request and run again twice: the service rotates exactly once",
  (operation, credential) =>
    playCuts([...kills, ...resets], (cutOff) => withHandlers((at) => cutAt(at, credential, operation, cutOff))),
);

/** Plays one case. The answer of a POST that was reset is lost for this process. */
async function cutAt(
  { emulator, one }: Handlers,
  credential: Credential,
  operation: (typeof operations)[number],
  cutOff?: CutOff,
) {
  await one.up([declare(emulator, credential, ["old"])]);
  if (operation === "create") await one.destroy();
  const program = [declare(emulator, credential, ["new"])];
  const { run: first, requests, hit } = await cutRun(emulator, cutOff, (options) => one.up(program, options));

  const isLost = hit?.method === "POST" && cutOff?.way.plays !== undefined;
  if (isLost) {
    // The answer was lost in a run that goes on: a failure with the id, that says how to look.
    expectError(first, /it is unknown whether .* Compare/);
    expect(one.entry("one")).toMatchObject({ id: expect.stringContaining("/rotations/"), initErrors: first.errors });
  }
  const isNeverSent = isLost && cutOff?.way === resets[0];
  const second = await one.up(program);
  const third = await one.up(program);
  const open = [expect.stringMatching(/it is unknown .* \(so far, nothing shows that the service acted\)/)];
  expect([second.errors, third.errors]).toEqual(isNeverSent ? [open, open] : [[], []]);
  // A request that was reset before the service acted is in the log, too.
  expect(carriedOut(emulator)).toBe(1);
  if (isNeverSent) {
    // New triggers are a new wish.
    expect(await one.up([declare(emulator, credential, ["newer"])])).toMatchObject({ errors: [] });
    expect(carriedOut(emulator)).toBe(2);
  } else {
    expect(third).toMatchObject({ changes: [], requests: 0 });
  }
  expect(one.entry("one").outputs[credential]).toBe(heldBy(emulator, credential));
  expect(one.entry("one").outputs).not.toHaveProperty("__sent");
  return requests;
}

test("where the record of a killed process is missing, as on another machine, the next run rotates once more", () =>
  withHandlers(async ({ emulator, one, records }) => {
    const program = [declare(emulator, "password", ["a"])];
    await one.up(program, { cut: { request: "POST", how: "after" } });
    expect((await one.up(program, { records: `${records}-elsewhere` })).errors).toEqual([]);
    expect(carriedOut(emulator)).toBe(2);
    expect(one.entry("one").outputs["password"]).toBe(heldBy(emulator, "password"));
  }));

const nothing = [
  ["a page with 200", { html: true, status: 200 }],
  ["an error with 200", { raw: '{"error":"Timeout talking to backend"}' }],
  ["a 500", { status: 500 }],
] as const;
test.each(nothing)("a rotation answered by %s is neither taken for done nor sent again", (_what, fault) =>
  withHandlers(async ({ emulator, one }) => {
    const program = [declare(emulator, "password", ["a"])];
    emulator.fault({ match: { method: "POST" }, fault });
    const answered = await one.up(program);
    const acted = carriedOut(emulator);
    expect([answered.errors.length, rotations(answered).length]).toEqual([1, 1]);
    const again = await one.up(program);
    expect(rotations(again)).toEqual([]);
    expect(carriedOut(emulator)).toBe(acted);
  }),
);

it.each(["this machine", "another machine"])(
  "two rotations in a row whose answers were lost after the service acted: %s sends neither again",
  async ({ emulator, one, records }, where) => {
    await one.up([declare(emulator, "password", ["a"])]);
    emulator.fault({ match: { method: "POST" }, times: 2, fault: { reset: "after" } });
    expect((await one.up([declare(emulator, "password", ["b"])])).errors).toHaveLength(1);
    expect((await one.up([declare(emulator, "password", ["c"])])).errors).toHaveLength(1);
    const elsewhere = where === "this machine" ? {} : { records: `${records}-elsewhere` };
    const back = await one.up([declare(emulator, "password", ["b"])], elsewhere);
    expect([back.errors, rotations(back)]).toEqual([[], []]);
    expect(one.entry("one").outputs["password"]).toBe(heldBy(emulator, "password"));
  },
);
