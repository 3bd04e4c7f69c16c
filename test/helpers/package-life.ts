import { delimiter, join } from "node:path";
import { stackConfigOf, withEmulator } from "./emulator";
import { serveFolder } from "./program-folder";
import { withStack } from "./stack";

/** A program in a folder that finds its packages from there. */
interface Installed {
  /** The folder, in which the hosts of the providers start too. */
  folder: string;
  /** The program's file in the folder; left out: the one that the manifest names. */
  program?: string;
  /** The names of what the program makes. */
  names: string[];
  /** The folder of the Node that runs all of it; left out: the one of these tests. */
  bin?: string;
}

/** Takes a program through up, up again, refresh and destroy with its folder's packages. Throws where one is wrong. */
export function liveIn({ folder, program, names, bin = join(process.execPath, "..") }: Installed): Promise<void> {
  return withEmulator(
    async (emulator) => {
      const before = emulator.state();
      const options = {
        main: folder,
        config: stackConfigOf(emulator),
        // The hosts take the Node of PATH. Nothing is loaded into them before the SDK, as on a user's machine.
        env: { PATH: [bin, process.env["PATH"]].join(delimiter), NODE_OPTIONS: "" },
        serve: () => serveFolder(folder, { node: join(bin, "node"), program }),
      };
      const each = (op: string) => names.map((name) => `${op} ${name}`).sort();
      await withStack("package", options, async (stack) => {
        const runs = [
          ["up", () => stack.up(), each("create")],
          ["up without a change", () => stack.up({ flags: ["--expect-no-changes"] }), [], 0],
          ["refresh", () => stack.refresh({ flags: ["--expect-no-changes"] }), []],
          ["destroy", () => stack.destroy(), each("delete")],
        ] as const;
        for (const [what, run, expected, sent] of runs) {
          emulator.clearRequests();
          const { changes, text } = await run();
          const found = [...changes].sort().join(", ");
          if (found !== expected.join(", ")) throw new Error(`${what} did: ${found || "nothing"}`);
          if (text.includes("Cannot find module")) throw new Error(`${what} printed: ${text}`);
          const requests = emulator.requests().length;
          if (sent !== undefined && requests !== sent) throw new Error(`${what} sent ${requests} requests`);
        }
      });
      const left = ({ instances, vpcs, webhooks }: typeof before) =>
        [...instances, ...vpcs].filter(({ goneAt }) => goneAt === null).length + webhooks.length;
      if (left(emulator.state()) !== left(before)) throw new Error("something is left on the service");
    },
    { speed: 600 },
  );
}
