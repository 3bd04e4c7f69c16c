import type { Outcome } from "../../helpers/handlers";
import { showLaterVersion } from "../../helpers/later-version";
import { expectError, minutes, progress } from "../../helpers/outcomes";
import type { Inputs, Scene } from "./scene";
import { expectSettled, it, lasting, lines, onInstance, withInstance, withInstanceOf } from "./scene";

/** Changes that take long, and what they send. */
interface Long {
  what: string;
  inputs: Inputs;
  /** How long the service takes for it, in minutes. */
  takes: number;
  /** Makes it take so many minutes. */
  slow(scene: Scene, takes: number): void;
  sends: string[];
  /** What the service holds in the end. */
  becomes: object;
  says: RegExp;
}

const plan: Long = {
  what: "a plan change of 40 minutes",
  inputs: { plan: "clustered-large-1" },
  takes: 40,
  slow: ({ emulator }, takes) => lasting(emulator, { reconfiguring: minutes(takes) }),
  sends: ['PUT / {"plan":"clustered-large-1"}'],
  becomes: { plan: "clustered-large-1", change: null },
  says: /1 of 1 nodes being configured/,
};

const disk: Long = {
  what: "a disk swap of 3 hours less 10 minutes",
  inputs: { disk: { extraSize: 0, allowDowntime: true } },
  takes: 170,
  slow: ({ emulator }, takes) => lasting(emulator, { swappingDisk: minutes(takes) }),
  sends: ['PUT /disk {"extra_disk_size":0,"allow_downtime":true}'],
  becomes: { extra_disk_size: 0, change: null },
  says: /1 of 1 nodes being configured/,
};

const upgrade: Long = {
  what: "an upgrade over three minor versions of 20 minutes each",
  inputs: { rmqVersion: "4.0.9" },
  takes: 60,
  slow: ({ emulator }, takes) => {
    showLaterVersion(emulator);
    lasting(emulator, { upgrading: minutes(takes / 3) });
  },
  sends: ["3.12.14", "3.13.7", "4.0.9"].map((version) => `POST /actions/upgrade-broker {"version":"${version}"}`),
  becomes: { rmq_version: "4.0.9", change: null },
  says: /on version 3.13.7 .*1 of 1 nodes being configured/,
};

const all = [plan, disk, upgrade];

/** A line for the user at least every half minute. */
function expectProgress(run: Outcome, { says, takes }: Long): void {
  const told = progress(run).filter((text) => text.startsWith("waiting for "));
  expect(told.length).toBeGreaterThan(takes * 2);
  expect(told).toContainEqual(expect.stringMatching(says));
}

onInstance.each(all)("$what: one run, told all the way, each request once", async (scene, long) => {
  const { emulator, one, program, record } = scene;
  const { id } = one.entry("one");
  long.slow(scene, long.takes);
  const run = await one.up(program(long.inputs));
  expect(run).toMatchObject({ changes: ["update one"], errors: [] });
  expect(lines(emulator)).toEqual(long.sends);
  expect(run.ms).toBeGreaterThan(minutes(long.takes));
  expect(run.ms).toBeLessThan(minutes(long.takes + 2));
  expectProgress(run, long);
  expect(record()).toMatchObject({ id: Number(id), ...long.becomes });
  await expectSettled(scene, long.inputs);
});

test("a disk swap of 3 hours is longer than the 3 hours that an update has, and customTimeouts gives it more", () =>
  withInstance(async (scene) => {
    const { emulator, one, program, record } = scene;
    lasting(emulator, { swappingDisk: minutes(180) });
    const run = await one.up(program(disk.inputs, { timeouts: { update: "4h" } }));
    expect(run).toMatchObject({ changes: ["update one"], errors: [] });
    expect(run.ms).toBeGreaterThan(minutes(180));
    expect(lines(emulator)).toEqual(disk.sends);
    expect(record()).toMatchObject(disk.becomes);
  }));

it("a create of 59 minutes is one run; one of 61 is cut at 60, and the next run waits on", async (scene) => {
  const { emulator, one, program } = scene;
  lasting(emulator, { creating: minutes(59) });
  expect(await one.up(program())).toMatchObject({ changes: ["create one"], errors: [] });
  expect(await one.destroy()).toMatchObject({ errors: [] });
  lasting(emulator, { creating: minutes(61) });
  emulator.clearRequests();
  const cut = await one.up(program());
  expect(cut).toMatchObject({ changes: ["create one"], ms: minutes(60) });
  expectError(cut, /gave up waiting for .* after 3600s: being created/);
  expect(await one.up(program())).toMatchObject({ changes: ["update one"], errors: [] });
  // The marker goes last.
  const sends = ["POST /", "PUT /disk", "PUT /config", "PUT /"];
  expect(lines(emulator).map((text) => text.split(" {")[0])).toEqual(sends);
  await expectSettled(scene);
});

it("a create with a disk that may be swapped has the time for it: 30 minutes and 170 are one run", async (scene) => {
  const { emulator, one, program, record } = scene;
  const inputs = { region: "provider-b::region-1", disk: { extraSize: 100, allowDowntime: true } };
  lasting(emulator, { creating: minutes(30), swappingDisk: minutes(170) });
  expect(await one.up(program(inputs))).toMatchObject({ changes: ["create one"], errors: [] });
  expect(record()).toMatchObject({ extra_disk_size: 100 });
  await expectSettled(scene, inputs);
});

test("an instance that is idle again without what was asked for ends the wait, with what it shows", () =>
  withInstanceOf({ plan: "clustered-legacy", nodes: 1 }, async (scene) => {
    const { clock, emulator, one, program, record } = scene;
    lasting(emulator, { reconfiguring: minutes(5) });
    const asked = { plan: "clustered-legacy", nodes: 3 };
    const running = one.up(program(asked));
    await clock.sleep(minutes(2));
    const { id, change } = record();
    const fields = { change: { ...change, fields: { nodes: 5 } } as never };
    emulator.patch({ op: "set", in: "instances", id, fields });
    const run = await running;
    expect(run.errors).toEqual([
      `Instance "one": waited for instance ${id} to be on clustered-legacy with 3 nodes, but the instance stays on plan clustered-legacy in region provider-a::region-1 with 5 nodes: to repeat the change, run pulumi up again; to give up the change, declare the values that pulumi refresh shows`,
    ]);
    expect(run.ms).toBeLessThan(minutes(10));
    expect(await one.up(program(asked))).toMatchObject({ changes: ["update one"], errors: [] });
    expect(lines(emulator)).toEqual(['PUT / {"nodes":3}', 'PUT / {"nodes":3}']);
    await expectSettled(scene, asked);
  }));

onInstance("a change that the service took and never began ends the wait long before the limit", async (scene) => {
  const { emulator, one, program } = scene;
  const match = { method: "PUT", path: "/customer/api/instances/*" };
  emulator.fault({ match, fault: { status: 200, body: { message: "Changes saved" } } });
  const run = await one.up(program({ plan: "clustered-large-1" }));
  expectError(run, /but the instance stays on plan clustered-medium-1 in region .* with 1 node:/);
  expect(run.ms).toBeLessThan(minutes(15));
  expect((await one.up(program({ plan: "clustered-large-1" }))).errors).toEqual([]);
  await expectSettled(scene, { plan: "clustered-large-1" });
});

// A wait of full length is seen above; four runs show how each goes on where the last one stood.
const inFourRuns = all.map((long) => ({ ...long, what: long.what.replace(/ of .*/, ""), takes: 24 }));

describe.each(inFourRuns)("$what, cut by customTimeouts again and again", (long) => {
  onInstance.each([
    ["", false],
    [" with a refresh after each", true],
  ])("%s: goes on where it stood, and sends nothing twice", async (scene, _how, refreshed) => {
    const { emulator, one, program, record } = scene;
    long.slow(scene, long.takes);
    const short = program(long.inputs, { timeouts: { update: "7m" } });
    let runs = 0;
    for (;;) {
      const run = await one.up(short);
      runs += 1;
      if (run.errors.length === 0) break;
      const gaveUp = expect.stringMatching(/gave up waiting for .* after \d+s/);
      expect(run).toMatchObject({ ms: minutes(7), errors: [gaveUp] });
      const unfinished = { __pending: expect.any(String), __sent: [expect.any(String)] };
      expect(one.entry("one")).toMatchObject({ outputs: unfinished });
      if (refreshed) expect((await one.refresh()).errors).toEqual([]);
    }
    expect(runs).toBe(4);
    expect(lines(emulator)).toEqual(long.sends);
    expect(record()).toMatchObject(long.becomes);
    await expectSettled({ ...scene, program: () => short });
  });
});
