import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { pluginFolder } from "../helpers/paths";
import { PluginResource } from "../helpers/plugin-resource";
import { withStack } from "../helpers/stack";

const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] };

test("what the program imports or reads under a new name stays when its old resource goes in the same run", () =>
  withEmulator(
    async (emulator) => {
      let program = () => void new PluginResource("Vpc", "old", net);
      const options = { config: stackConfigOf(emulator), plugin: pluginFolder };
      await withStack(
        "plugin-kept",
        async () => program(),
        options,
        async (stack) => {
          await stack.up();
          const [vpc] = emulator.state().vpcs;
          const there = () => emulator.state().vpcs.map(({ id, goneAt }) => ({ id, goneAt }));
          const kept = [{ id: vpc?.id, goneAt: null }];
          const id = `${vpc?.id}`;

          program = () => void new PluginResource("Vpc", "imported", net, { import: id });
          const imported = await stack.up();
          expect(imported.changes.sort()).toEqual(["delete old", "import imported"]);
          expect(there()).toEqual(kept);
          expect(imported.text).toContain(`Vpc ${id} is not deleted`);

          program = () => void new PluginResource("Vpc", "read", {}, { id });
          await stack.up();
          expect(there()).toEqual(kept);
          expect(emulator.requests().filter(({ method }) => method === "DELETE")).toEqual([]);
        },
      );
    },
    { speed: 300 },
  ));
