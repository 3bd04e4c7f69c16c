import { type Inputs, kindOf } from "../../helpers/integration-systems";
import { expectNoErrors, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { it, type Scene, withScene } from "./scene";

const unknownTo = "this version of the package does not know";

/** Runs `work` with a service that has systems and parameters newer than the specification. */
const withNewer = (work: (scene: Scene) => Promise<void>) =>
  withScene(async (scene) => {
    scene.emulator.patch({ op: "set", in: "dialects", id: 1, fields: { newer_systems: true } });
    await work(scene);
  });

const canary = "canary-newer";

const ofSystem = (system: string) => `system: ${unknownTo} ${system}, and did not check the parameters`;
const ofParameters = (names: string) =>
  `config.parameters: ${unknownTo} ${names}, and did not check ${names.includes(",") ? "these parameters" : "this parameter"}`;
const newer: [system: string, config: Inputs, sent: Inputs, warning: string][] = [
  [
    "log_vendor_z",
    { parameters: { any_key: canary, tags: "free text" } },
    { any_key: canary, tags: "free text" },
    ofSystem("log_vendor_z"),
  ],
  [
    "metric_vendor_z_v2",
    { parameters: { any_key: canary }, queueRegex: "^q" },
    { any_key: canary, queue_regex: "^q" },
    ofSystem("metric_vendor_z_v2"),
  ],
  [
    "log_vendor_e",
    { token: "the-token", parameters: { any_key: canary } },
    { token: "the-token", any_key: canary },
    ofParameters("any_key"),
  ],
  [
    "metric_vendor_c_v3",
    { apiKey: "the-key", parameters: { any_key: canary, is_new: "true" } },
    { api_key: "the-key", any_key: canary, is_new: "true" },
    ofParameters("any_key, is_new"),
  ],
];

test.each(newer)(
  "%s with %j is sent as it is, with a warning, and lives like all others",
  (system, config, sent, warning) =>
    withNewer(async ({ one, declared, only, emulator }) => {
      const kind = kindOf(system);
      const up = expectNoErrors(await one.up([declared(system, config)]));
      expect(up.lines).toEqual([expect.objectContaining({ severity: "warning", text: warning })]);
      expect(only(kind)).toMatchObject({ type: system, config: sent });
      expect(one.entry("one").outputs).toMatchObject({ system, config });
      await expectNothingToDo(one, [declared(system, config)]);

      const parameters = { any_key: "another" };
      const changed = expectNoErrors(await one.up([declared(system, { ...config, parameters })]));
      expect(changed.changes).toEqual(["update one"]);
      expect(only(kind).config["any_key"]).toBe("another");
      expect(JSON.stringify([up.lines, changed.lines])).not.toContain(canary);
      const { id, config: held } = only(kind);
      emulator.patch({ op: "set", in: kind, id, fields: { config: { ...held, any_key: "x" } } });
      expect(expectNoErrors(await one.refresh()).changes).toEqual(["drift one"]);
      expectNoErrors(await one.destroy());
    }),
);

it("parameters that a system takes under names of their own are refused among the others", async ({ refused }) => {
  const reasons = async (system: string, config: Inputs) =>
    (await refused({ system, config })).map(({ reason }) => reason);
  expect(await reasons("log_vendor_e", { token: "t", parameters: { token: "t" } })).toEqual([
    'config.parameters.token: must not be in "parameters": move this setting directly into the input "config"',
  ]);
  expect(await reasons("metric_vendor_z", { parameters: { tags: "a=b", any_key: 7 } })).toEqual([
    "config.parameters.any_key: must be a string",
    'config.parameters.tags: must not be in "parameters": move this setting directly into the input "config"',
  ]);
  // A misspelt name finds out here that it is no system of the list.
  expect(await reasons("log_vendro_e", { token: "t" })).toEqual([
    "config.parameters: must be given for the system log_vendro_e, a system that this version of pulumi-broker does not know",
    "config.token: is not a parameter of the system log_vendro_e: remove this parameter, or correct the name of this parameter. The parameters of this system are parameters",
  ]);
});

it("a service that does not have them says so", async ({ one, declared }) => {
  const { errors } = await one.up([declared("log_vendor_z", { parameters: { any_key: canary } })]);
  expect(errors).toEqual([expect.stringContaining("Unknown integration log_vendor_z")]);
  expect(errors.join()).not.toContain(canary);
});

test("parameters that nobody declares are no difference: the service adds some by itself", () =>
  withNewer(async ({ one, declared, only, emulator }) => {
    const program = (more: Inputs = {}) => [declared("log_vendor_e", { token: "the-token", ...more })];
    expectNoErrors(await one.up(program()));
    const { id } = only("logs");
    emulator.patch({ op: "set", in: "logs", id, fields: { config: { token: "the-token", interval: "60" } } });
    await expectNothingToDo(one, program({ parameters: {} }));
  }));

test("an import takes both over as they are", () =>
  withNewer(async ({ one, declared, emulator }) => {
    const fields = { instance_id: 1001, type: "log_vendor_z", config: { any_key: canary } };
    const [id] = emulator.patch({ op: "add", in: "logs", fields });
    const config = { parameters: { any_key: canary } };
    const up = await one.up([declared("log_vendor_z", config, { import: `1001/logs/${id}` })]);
    expect(lastingLines(expectNoErrors(up))).toContainEqual(expect.stringContaining(`${unknownTo} log_vendor_z`));
    expect(await one.up([declared("log_vendor_z", config)])).toMatchObject({ changes: [], requests: 0 });
  }));
