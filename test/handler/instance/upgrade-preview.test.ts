import { type Inputs, lines, onInstanceOf, type Scene } from "./scene";

const path = "/instance/api/nodes/available-versions";

const it = onInstanceOf({ rmqVersion: "3.12.13" });

/** Asks check and diff, as a preview does, in a host process of its own. */
function preview({ one, program, host }: Scene, inputs: Inputs) {
  const { id, inputs: olds, outputs } = one.entry("one");
  const [declared] = program(inputs);
  const news = { ...declared?.inputs, __urn: one.urn("instance", "one"), __provider: outputs.__provider };
  const own = host();
  const handler = own.handler("instance");
  return {
    check: () => handler.check(olds, news),
    diff: () => handler.diff(id, outputs, news),
    said: () => own.lines.filter(({ passing }) => !passing).map(({ severity, text }) => `${severity}: ${text}`),
  };
}

/** The number of times that the service was asked for versions. */
const asked = ({ emulator }: Scene) => emulator.requests().filter((each) => each.path === path).length;

it("a raised version is looked up once in a run, and its line says what happens", async (scene) => {
  const { check, diff, said } = preview(scene, { rmqVersion: "3.13" });
  await check();
  expect(asked(scene)).toBe(0);
  expect(await diff()).toMatchObject({ changes: true, replaces: [] });
  await diff();
  expect(asked(scene)).toBe(1);
  expect(scene.emulator.requests().filter(({ path }) => path === "/instance/api/nodes")).toEqual([]);
  expect(said()).toEqual(["info: rmqVersion 3.12.13 → 3.13.7: the broker is down while it restarts"]);
  expect(lines(scene.emulator)).toEqual([]);
});

it("a version that is not raised asks for nothing, and neither does a refresh", async (scene) => {
  for (const rmqVersion of ["3.12.13", "3.11", undefined]) {
    const { check, diff } = preview(scene, { rmqVersion });
    await check();
    expect(await diff()).toMatchObject({ changes: false });
  }
  // Without a check, the diff is one of a refresh.
  expect(await preview(scene, { rmqVersion: "9.9.9" }).diff()).toMatchObject({ changes: true });
  expect(scene.emulator.requests()).toEqual([]);
});

it("versions out of reach: a warning, and the preview goes on", async (scene) => {
  const { check, diff, said } = preview(scene, { rmqVersion: "9.9.9" });
  scene.emulator.fault({ match: { method: "GET", path }, times: "always", fault: { status: 503 } });
  await check();
  expect(await diff()).toMatchObject({ changes: true, replaces: [] });
  expect(said()).toEqual([expect.stringMatching(/^warning: .*versions.*instance \d+/)]);
});

it("a broker that something else has upgraded since is not refused its own version", async (scene) => {
  const fields = { rmq_version: "4.1.4" };
  scene.emulator.patch({ op: "set", in: "instances", id: Number(scene.one.entry("one").id), fields });
  for (const rmqVersion of ["3.13.7", "4.1.4"]) {
    const { check, diff } = preview(scene, { rmqVersion });
    await check();
    expect(await diff()).toMatchObject({ changes: true, replaces: [] });
  }
  const { check, diff } = preview(scene, { rmqVersion: "5.0.0" });
  await check();
  await expect(diff()).rejects.toThrow(/rmqVersion 5\.0\.0 .* version 4\.1\.4: .* the service offers no newer/);
});
