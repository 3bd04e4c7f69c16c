import { type DoorName, doors } from "../helpers/plugin-door";
import { declareThrough, PluginResource } from "../helpers/plugin-resource";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/**
 * Needs the engine: it imports, and keeps in state what a refused import has read.
 * Imports that are refused: without a preview before, the engine may have the object in state by then.
 */

const region = "provider-a::region-1";
const declare = (option?: string) => async () =>
  void new PluginResource(
    "Vpc",
    "net",
    { name: "net", region, subnet: "10.20.0.0/24" },
    option ? { import: option } : {},
  );

test("the run after a refused import replaces neither the object of another nor its own", () =>
  onStack("import-refused", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const fields = { name: "theirs", region, subnet: "10.9.0.0/24" };
    const [theirs] = emulator.patch({ op: "add", in: "vpcs", fields });
    stack.program = declare();
    await stack.up();
    stack.program = declare(`${theirs}`);
    const refused = await stack.up({ exit: "failure" });
    expect(refused.text).toContain(`the import of Vpc ${theirs} would replace it, because subnet differs`);
    stack.program = declare();
    const kept = await stack.up({ exit: "failure" });
    expect(kept.text).toMatch(new RegExp(`Vpc ${theirs} was imported, and would be replaced and\\s+deleted`));
    const held = () => emulator.state().vpcs.map(({ name, goneAt }) => [name, goneAt]);
    expect(held()).toEqual([
      ["theirs", null],
      ["net", null],
    ]);
    // The way on for who means it.
    await stack.refresh();
    await stack.up();
    expect(held().map(([name]) => name)).toEqual(["net"]);
  }));

const theirs = { name: "theirs", region, subnet: "10.9.0.0/24" };
/** The program with these VPCs, each of the options given. */
const both = (door: DoorName, all: Record<string, object>) => async () => {
  for (const [name, options] of Object.entries(all)) declareThrough(door, "Vpc", name, theirs, options);
};
const isSecond = (id: string) => new RegExp(`Vpc ${id} is managed by Vpc "(one|two)" already: keep one of the two`);
const namesIn = (stack: TestStack) =>
  (stack.exportState().deployment.resources ?? [])
    .filter(({ type }) => type.includes("broker:") && type.endsWith("Vpc"))
    .map(({ urn }) => urn.split("::").at(-1));

test.each(doors)("a second import of one object is refused, naming the other: by the option, %s", (door) =>
  onStack("second-option", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const id = `${emulator.patch({ op: "add", in: "vpcs", fields: theirs })[0]}`;
    stack.program = both(door, { one: { import: id } });
    await stack.up();
    for (const first of [{}, { import: id }]) {
      stack.program = both(door, { one: first, two: { import: id } });
      expect((await stack.preview({ exit: "failure" })).text.replace(/\s+/g, " ")).toMatch(isSecond(id));
    }
    stack.program = both(door, { one: {} });
    expect((await stack.up()).changes).toEqual([]);
    // Handed over within one run: the first is no longer of the program.
    stack.program = both(door, { two: { import: id } });
    await stack.up();
    expect(namesIn(stack)).toEqual(["two"]);
    expect(emulator.state().vpcs.map(({ name, goneAt }) => [name, goneAt])).toEqual([["theirs", null]]);
  }),
);
