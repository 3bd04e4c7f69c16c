import type { FaultRule } from "../../../provider/emulator";
import { expectSettled, type Inputs, lines, onInstance, usual, withInstance } from "./scene";

/** A dedicated instance always has nodes: a list without any is a wrong answer, from which nothing follows. */

const path = "/instance/api/nodes";
const withoutNodes = (skip: number): FaultRule => ({ match: { method: "GET", path }, skip, fault: { raw: "[]" } });

const changes: { what: string; to: Inputs; sent: RegExp }[] = [
  { what: "a smaller disk", to: { disk: { extraSize: 0, allowDowntime: true } }, sent: /^PUT \/disk / },
  { what: "a larger disk", to: { disk: { extraSize: 50, allowDowntime: true } }, sent: /^PUT \/disk / },
  { what: "another plan", to: { plan: "clustered-large-1" }, sent: /^PUT \/ .*clustered-large-1/ },
];

test.each(changes)("$what: an empty list of nodes at any look ends no wait, and the change is sent", ({ to, sent }) =>
  withInstance(async (scene) => {
    const { emulator, one, program } = scene;
    const looks = async (inputs: Inputs) => {
      emulator.clearRequests();
      expect((await one.up(program(inputs))).errors).toEqual([]);
      return emulator.requests().filter((each) => each.path === path).length;
    };
    const undone: Inputs = { disk: { extraSize: 25, allowDowntime: true } };
    const total = await looks(to);
    expect(total).toBeGreaterThan(0);
    for (let skip = 0; skip < Math.min(total, 6); skip += 1) {
      await looks(undone);
      emulator.fault(withoutNodes(skip));
      const before = scene.record();
      await looks(to);
      expect(lines(emulator)).toEqual([expect.stringMatching(sent)]);
      expect(scene.record()).not.toEqual(before);
      await expectSettled(scene, to);
    }
  }),
);

test("an upgrade meets an empty list of nodes at any look, and is sent once", async () => {
  const to = { rmqVersion: "3.12.14" };
  for (const skip of [0, 1, 2, 3]) {
    await withInstance(async (scene) => {
      scene.emulator.fault(withoutNodes(skip));
      expect((await scene.one.up(scene.program(to))).errors).toEqual([]);
      expect(lines(scene.emulator).filter((line) => line.includes("upgrade"))).toHaveLength(1);
      await expectSettled(scene, to);
    });
  }
});

onInstance("a create meets an empty list of nodes: disk, nodes and settings are as declared", async (scene) => {
  const { one, emulator } = scene;
  expect((await one.destroy()).errors).toEqual([]);
  emulator.fault(withoutNodes(0));
  expect((await one.up(scene.program())).errors).toEqual([]);
  expect(one.entry("one").outputs).toMatchObject({ nodes: 1, disk: usual["disk"] });
  await expectSettled(scene);
});

test("a refresh that meets an empty list of nodes changes neither disk nor nodes in state", () =>
  withInstance(async ({ emulator, one, program }) => {
    const before = one.state;
    emulator.fault(withoutNodes(0));
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    expect(one.state).toEqual(before);
    expect(await one.up(program())).toMatchObject({ changes: [], errors: [], requests: 0 });
  }));

onInstance("a refresh that meets each node twice counts it once", async ({ emulator, one, program }) => {
  const before = one.state;
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { list: "twice" } });
  expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
  expect(one.state).toEqual(before);
  expect(await one.up(program())).toMatchObject({ changes: [], errors: [], requests: 0 });
});
