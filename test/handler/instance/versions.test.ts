import type { Fault } from "../../../provider/emulator";
import { expectError } from "../../helpers/outcomes";
import { lines, onInstanceOf, withInstance, withInstanceOf } from "./scene";

const on31213 = onInstanceOf({ rmqVersion: "3.12.13" });

test.each([
  ["3.12.13", "31.3.7", "3.12.14, 3.13.2, 3.13.7", true],
  ["3.12.13", "3.13.5", "3.12.14, 3.13.2, 3.13.7", false],
  ["3.12.13", "3.13.9", "3.12.14, 3.13.2, 3.13.7", true],
  // The service has this version, and offers it only after the next step: nothing shows that it exists.
  ["3.12.13", "4.0.9", "3.12.14, 3.13.2, 3.13.7", true],
  ["3.12.13", "4.0", "3.12.14, 3.13.2, 3.13.7", true],
  // What the service has of 3.13, another broker of the account tells.
  ["3.11.28", "3.13.5", "3.12.13, 3.12.14", true],
  ["4.0.9", "5.1", "4.1.4", true],
])(
  "on %s a version that is not on offer, %s, is refused before anything is sent",
  (before, rmqVersion, offered, beyond) =>
    withInstanceOf({ rmqVersion: before }, async ({ emulator, one, program }) => {
      const run = await one.up(program({ name: "other", rmqVersion }));
      const wayOut = beyond
        ? `nothing shows whether version ${rmqVersion} exists. If version ${rmqVersion} exists, first upgrade the instance to one of the versions ${offered}. After this upgrade, declare version ${rmqVersion} again. If version ${rmqVersion} does not exist, correct rmqVersion`
        : `declare one of the versions that the service offers, ${offered}`;
      expect(run.errors).toEqual([
        `Instance "one": rmqVersion ${rmqVersion} is not available for the instance 1003, which has version ${before}: ${wayOut}`,
      ]);
      expect(lines(emulator)).toEqual([]);
      expect(one.entry("one").outputs).toMatchObject({ name: "shop", rmqVersion: before });
    }),
);

test("a broker that the service has upgraded: a change of something else keeps the version that it has in state", () =>
  withInstance(async ({ emulator, one, program, record }) => {
    emulator.patch({ op: "set", in: "instances", id: record().id, fields: { rmq_version: "3.13.2" } });
    expect((await one.refresh()).errors).toEqual([]);
    for (const inputs of [{ tags: ["c"] }, { tags: ["c"], config: { heartbeat: 90 } }, { disk: { extraSize: 50 } }]) {
      expect((await one.up(program(inputs))).errors).toEqual([]);
      expect(one.entry("one").outputs).toMatchObject({ rmqVersion: "3.13.2" });
    }
  }));

on31213("a version that only a pre-release leads to is refused before anything is sent", async (scene) => {
  const { emulator, one, program } = scene;
  const path = "/instance/api/nodes/available-versions";
  const body = { broker_versions: ["3.13.0-rc.1"] };
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { status: 200, body } });
  expectError(await one.up(program({ rmqVersion: "4.0.9" })), /4\.0\.9 is not available .* offers no newer version$/);
  // Who asks for a pre-release is shown those that there are.
  const wish = await one.up(program({ rmqVersion: "3.13.0-rc.2" }));
  expect(wish.errors).toEqual([expect.stringMatching(/-rc\.2 is not available .* offers, 3\.13\.0-rc\.1$/)]);
  expect(lines(emulator)).toEqual([]);
});

on31213.each([
  ["an error with 200", { error: "Timeout talking to backend" }],
  ["{}", {}],
  ["lists in a wrapper", { data: { broker_versions: ["3.13.2"] } }],
  ["lists that are null", { broker_versions: null, erlang_versions: null }],
])(
  "versions that are answered by %s are not taken for none: nothing is sent",
  async ({ emulator, one, program }, _what, body) => {
    const path = "/instance/api/nodes/available-versions";
    emulator.fault({ match: { method: "GET", path }, times: "always", fault: { status: 200, body } });
    const wish = await one.up(program({ rmqVersion: "3.13.2" }));
    expect(wish.errors).toEqual([expect.stringMatching(/available-versions answered 200 with JSON of another shape/)]);
    expect(lines(emulator)).toEqual([]);
    emulator.clearFaults();
    expect((await one.up(program({ rmqVersion: "3.13.2" }))).errors).toEqual([]);
  },
);

onInstanceOf({ rmqVersion: "4.1.4" })("a version above the newest is refused, and names none", async (at) => {
  const { emulator, one, program } = at;
  const run = await one.up(program({ rmqVersion: "4.2.0" }));
  expect(run.errors).toEqual([expect.stringMatching(/4.2.0 is not available .* the service offers no newer version$/)]);
  expect(lines(emulator)).toEqual([]);
});

const post = 'POST /actions/upgrade-broker {"version":"3.12.14"}';

const answers: [string, Fault, leastMs: number, string[], RegExp | undefined][] = [
  ["refused", { status: 422, body: { error: "No" } }, 0, [post], /actions\/upgrade-broker answered 422: No/],
  ["lost on its way back", { reset: "after" }, 0, [post], undefined],
  ["lost on its way", { reset: "before" }, 30_000, [post], /got no answer/],
];
on31213.each(answers)("the request for an upgrade is %s: it is not sent twice in one run", async (scene, ...row) => {
  const { emulator, one, program, record } = scene;
  const [, fault, leastMs, sent, error] = row;
  emulator.fault({ match: { method: "POST", path: "/instance/api/actions/upgrade-broker" }, fault });
  const run = await one.up(program({ rmqVersion: "3.12.14" }));
  expect(lines(emulator)).toEqual(sent);
  expect(run.errors).toEqual(error === undefined ? [] : [expect.stringMatching(error)]);
  expect(run.ms).toBeGreaterThanOrEqual(leastMs);
  expect(run.ms).toBeLessThan(120_000);
  expect((await one.up(program({ rmqVersion: "3.12.14" }))).errors).toEqual([]);
  expect(record()).toMatchObject({ rmq_version: "3.12.14" });
});
