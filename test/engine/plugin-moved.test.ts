import { kindInSchema, misfitsIn, readSchema, type SchemaObject } from "../helpers/plugin-schema";
import { rows } from "../lifecycle";
import { pluginRows } from "../lifecycle/pluginDoor";
import { startSuite } from "../lifecycle/suite";

/** An object of the schema without what is secret, which an exported state has encrypted. */
function openly({ properties, required = [] }: SchemaObject): SchemaObject {
  const isOpen = (name: string) => properties[name]?.secret !== true;
  const open = Object.entries(properties).filter(([name]) => isOpen(name));
  return { properties: Object.fromEntries(open), required: required.filter(isOpen) };
}

/** Properties in state without secrets, and without those that are the package's own. */
function visible(values: Record<string, unknown>): Record<string, unknown> {
  const isSecret = (value: unknown) => typeof value === "object" && value !== null && "ciphertext" in value;
  const shown = Object.entries(values).filter(([name, value]) => !name.startsWith("__") && !isSecret(value));
  return Object.fromEntries(shown);
}

test("every kind moves from the dynamic resources to the plugin: nothing is written, nothing changes", async () => {
  const suite = await startSuite("plugin-moved", rows);
  try {
    suite.learn(await suite.stack.up());
    suite.clear();
    const tokens = new Map(rows.map((row) => [row.kind, row.token]));
    suite.declare({
      variant: "args",
      rows: pluginRows,
      options: (row) => ({ aliases: [{ type: tokens.get(row.kind) ?? "" }] }),
    });
    const preview = await suite.stack.preview({ flags: ["--expect-no-changes"] });
    expect(preview.changes).toEqual([]);
    expect((await suite.stack.up()).changes).toEqual([]);
    expect(suite.emulator.requests()).toEqual([]);

    expect((await suite.stack.refresh()).changes).toEqual([]);
    expect(suite.requests().others).toEqual(suite.reads());
    expect((await suite.stack.up()).changes).toEqual([]);
    expect(suite.held()).toEqual(suite.expectedHeld("args"));
    const resources = suite.stack.exportState().deployment.resources ?? [];
    const types = resources.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("pulumi-nodejs:"))).toEqual([]);
    expect(types.filter((type) => type.startsWith("broker:index:")).sort()).toEqual(
      pluginRows.map(({ token }) => token).sort(),
    );
    const schema = readSchema();
    for (const { type, inputs = {}, outputs = {} } of resources.filter((each) => each.type.startsWith("broker:"))) {
      const { properties, required = [], inputProperties, requiredInputs } = kindInSchema(schema, type.slice(13));
      const found = [
        ...misfitsIn(schema, openly({ properties: inputProperties, required: requiredInputs }), visible(inputs)),
        ...misfitsIn(schema, openly({ properties, required }), visible(outputs)),
      ];
      expect({ type, found }).toEqual({ type, found: [] });
    }

    const destroyed = await suite.stack.destroy();
    expect(destroyed.changes).toHaveLength(rows.length);
    expect(suite.held()).toEqual(suite.expectedLeft(() => "args"));
  } finally {
    await suite.close();
  }
});
