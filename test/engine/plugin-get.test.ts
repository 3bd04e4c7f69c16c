import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { yamlLanguageMs } from "../helpers/yaml-language";
import { createYamlStack, type YamlStack } from "../helpers/yaml-stack";

/**
 * Needs the engine: it carries out `get` in a program in YAML.
 * `get:` in a program in YAML, which reads what something else manages, or what the same program makes.
 */

let emulator: TestEmulator;
let stack: YamlStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 400 });
  stack = await createYamlStack("plugin-get", emulator);
}, yamlLanguageMs);
afterAll(async () => {
  await stack.remove();
  await emulator.close();
});

const network = { type: "broker:Vpc", properties: { region: "provider-a::region-1", subnet: "10.56.72.0/24" } };
const again = { type: "broker:Vpc", get: { id: "$" + "{network.id}" } };
const vpcs = () => emulator.state().vpcs.filter(({ goneAt }) => goneAt === null);
const inState = () => (stack.exportState().deployment.resources ?? []).map(({ type }) => type);

test("an object is read by its id, whatever else the program says of it, and shows no change afterwards", async () => {
  const shop = { type: "broker:Instance", get: { id: "1001", state: { name: "another" } } };
  stack.declare({ resources: { shop }, outputs: { name: "$" + "{shop.name}" } });
  await stack.run("up");
  expect(await stack.outputs()).toEqual({ name: "seeded-clustered" });
  await stack.run("up", "--expect-no-changes");

  stack.declare({ resources: { shop: { ...shop, get: { id: "1001" } } } });
  await stack.run("up");
  await stack.run("refresh", "--expect-no-changes");
  const read = stack.exportState().deployment.resources?.find(({ id }) => id === "1001");
  expect(read?.inputs).toBeUndefined();
  await stack.run("destroy");
  expect(emulator.writes()).toEqual([]);
});

test("what the program makes and reads is not forgotten by a destroy that runs the program", async () => {
  stack.declare({ resources: { network, again } });
  await stack.run("up");
  const refused = await stack.cli(["destroy", "--run-program", "--yes", "--skip-preview", "--stack", stack.name], {
    exit: "failure",
  });
  expect(refused.stdout + refused.stderr).toMatch(/Vpc "network": Vpc \d+ is not deleted.*without --run-program/);
  expect(vpcs()).toHaveLength(1);
  expect(inState()).toContain("broker:index:Vpc");
  await stack.run("destroy");
  expect(vpcs()).toEqual([]);
  expect(inState()).toEqual([]);
});
