import { rows } from "../lifecycle";
import { pluginRows } from "../lifecycle/pluginDoor";
import { startSuite } from "../lifecycle/suite";

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
    const types = (await suite.stack.exportState()).deployment.resources?.map(({ type }) => type) ?? [];
    expect(types.filter((type) => type.startsWith("pulumi-nodejs:"))).toEqual([]);
    expect(types.filter((type) => type.startsWith("broker:index:")).sort()).toEqual(
      pluginRows.map(({ token }) => token).sort(),
    );

    const destroyed = await suite.stack.destroy();
    expect(destroyed.changes).toHaveLength(rows.length);
    expect(suite.held()).toEqual(suite.expectedLeft(() => "args"));
  } finally {
    await suite.close();
  }
});
