import { delimiter, join } from "node:path";
import { stackConfigOf } from "./broker-config";
import type { NodeInstalled } from "./compat-install";
import { withEmulator } from "./emulator";
import { serveFolder } from "./program-folder";
import { withStack } from "./stack";

/** Takes the quickstart in a project through its life with one Node. Throws where a run is not as promised. */
export function liveWith({ bin }: NodeInstalled, project: string): Promise<void> {
  return withEmulator(
    async (emulator) => {
      const before = emulator.state();
      const options = {
        main: project,
        config: stackConfigOf(emulator),
        // The hosts take the Node of PATH. Nothing is loaded into them before the SDK, as on a user's machine.
        env: { PATH: [bin, process.env["PATH"]].join(delimiter), NODE_OPTIONS: "" },
        serve: () => serveFolder(project, { node: join(bin, "node") }),
      };
      await withStack(
        "compat",
        async () => {},
        options,
        async (stack) => {
          const expectRun = async (
            what: string,
            run: Promise<{ changes: string[] }>,
            expected: string[],
            sent?: number,
          ) => {
            emulator.clearRequests();
            const { changes } = await run;
            const found = [...changes].sort().join(", ");
            if (found !== expected.join(", ")) throw new Error(`${what} did: ${found || "nothing"}`);
            const requests = emulator.requests().length;
            if (sent !== undefined && requests !== sent) throw new Error(`${what} sent ${requests} requests`);
          };
          const names = ["network", "orders", "shop"];
          await expectRun(
            "up",
            stack.up(),
            names.map((name) => `create ${name}`),
          );
          await expectRun("up without a change", stack.up({ flags: ["--expect-no-changes"] }), [], 0);
          await expectRun("refresh", stack.refresh({ flags: ["--expect-no-changes"] }), []);
          await expectRun(
            "destroy",
            stack.destroy(),
            names.map((name) => `delete ${name}`),
          );
        },
      );
      const left = ({ instances, vpcs, webhooks }: typeof before) =>
        [...instances, ...vpcs].filter(({ goneAt }) => goneAt === null).length + webhooks.length;
      if (left(emulator.state()) !== left(before)) throw new Error("something is left on the service");
    },
    { speed: 600 },
  );
}
