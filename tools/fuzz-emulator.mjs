/**
 * `npm run fuzz -- [seconds] [seed]`: sends random requests to the emulator, for three minutes unless told otherwise.
 */
import { join } from "node:path";
import { main, mustRun, root } from "./run.mjs";

process.env.TS_NODE_PROJECT = join(root, "test", "tsconfig.json");
const command = join(root, "test", "helpers", "fuzz-command.ts");
await main(() =>
  mustRun("The fuzz", process.execPath, ["-r", "ts-node/register/transpile-only", command, ...process.argv.slice(2)]),
);
