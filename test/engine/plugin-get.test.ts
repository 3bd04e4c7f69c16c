import type { TestStack } from "../helpers/stack";
import { testYaml } from "../helpers/yaml-stack";

/**
 * Needs the engine: it carries out `get` in a program in YAML.
 * `get:` in a program in YAML, which reads what something else manages, or what the same program makes.
 */

const network = { type: "broker:Vpc", properties: { region: "provider-a::region-1", subnet: "10.56.72.0/24" } };
const again = { type: "broker:Vpc", get: { id: "$" + "{network.id}" } };
const inState = (stack: TestStack) => stack.exportState().deployment.resources ?? [];

testYaml(
  "an object is read by its id, whatever else the program says of it, and shows no change afterwards",
  { project: "plugin-get" },
  async ({ emulator, stack }) => {
    const shop = { type: "broker:Instance", get: { id: "1001", state: { name: "another" } } };
    stack.declare({ resources: { shop }, outputs: { name: "$" + "{shop.name}" } });
    await stack.run("up");
    expect(await stack.outputs()).toEqual({ name: "seeded-clustered" });
    await stack.run("up", "--expect-no-changes");

    stack.declare({ resources: { shop: { ...shop, get: { id: "1001" } } } });
    await stack.run("up");
    await stack.run("refresh", "--expect-no-changes");
    expect(inState(stack).find(({ id }) => id === "1001")?.inputs).toBeUndefined();
    await stack.run("destroy");
    expect(emulator.writes()).toEqual([]);
  },
);

testYaml(
  "what the program makes and reads is not forgotten by a destroy that runs the program",
  { project: "plugin-get" },
  async ({ emulator, stack }) => {
    stack.declare({ resources: { network, again } });
    await stack.run("up");
    const refused = await stack.fail("destroy", "--run-program");
    expect(refused.text).toMatch(/Vpc "network": Vpc \d+ is not deleted.*without --run-program/);
    expect(emulator.state().vpcs).toMatchObject([{ goneAt: null }]);
    expect(inState(stack).map(({ type }) => type)).toContain("broker:index:Vpc");
    await stack.run("destroy");
    expect([emulator.state().vpcs, inState(stack)]).toEqual([[], []]);
  },
);
