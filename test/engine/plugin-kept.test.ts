import { PluginResource } from "../helpers/plugin-resource";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it orders what is imported, read and deleted in one run. */

const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };
const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] };

test("what the program imports or reads under a new name stays when its old resource goes in the same run", () =>
  onStack("plugin-kept", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    let program = () => void new PluginResource("Vpc", "old", net);
    stack.program = async () => program();
    await stack.up();
    const [vpc] = emulator.state().vpcs;
    const there = () => emulator.state().vpcs.map(({ id, goneAt }) => ({ id, goneAt }));
    const kept = [{ id: vpc?.id, goneAt: null }];
    const id = `${vpc?.id}`;

    program = () => void new PluginResource("Vpc", "imported", net, { import: id });
    const imported = await stack.up();
    expect(imported.changes.sort()).toEqual(["delete old", "import imported"]);
    expect(there()).toEqual(kept);
    expect(imported.text).toContain(`Vpc ${id} stays, because Vpc "imported" of this program now manages the object`);

    // A destroy that runs the program looks the same as this program alone, and is to delete what it reads.
    program = () => void new PluginResource("Vpc", "read", {}, { id });
    const refused = await stack.up({ exit: "failure" });
    expect(refused.text).toMatch(
      /Vpc "imported": this run does not delete the object Vpc \d+, because the program also reads the object with "get"/,
    );
    expect(there()).toEqual(kept);

    const read = program;
    program = () => {
      read();
      new PluginResource("MaintenanceSettings", "another", { ...sunday, instance: emulator.instances[0]?.id });
    };
    const spared = await stack.up();
    expect(spared.changes.sort()).toEqual(["create another", "delete imported", "read read"]);
    expect(there()).toEqual(kept);
    expect(emulator.received("DELETE")).toEqual([]);
  }));
