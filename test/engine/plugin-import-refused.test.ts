import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { pluginFolder } from "../helpers/paths";
import { PluginResource } from "../helpers/plugin-resource";
import { withStack } from "../helpers/stack";

/** An import that is refused without a preview before it: the engine has the other object in state by then. */

const region = "provider-a::region-1";
const declare = (option?: string) => async () =>
  void new PluginResource(
    "Vpc",
    "net",
    { name: "net", region, subnet: "10.20.0.0/24" },
    option ? { import: option } : {},
  );

test("the run after a refused import replaces neither the object of another nor its own", () =>
  withEmulator(
    async (emulator) => {
      const fields = { name: "theirs", region, subnet: "10.9.0.0/24" };
      const [theirs] = emulator.patch({ op: "add", in: "vpcs", fields });
      const options = { config: stackConfigOf(emulator), plugin: pluginFolder };
      await withStack("import-refused", declare(), options, async (stack) => {
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
      });
    },
    { speed: 300 },
  ));
