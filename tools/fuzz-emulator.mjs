/** Sends nonsense to the emulator: `npm run fuzz -- [seconds] [seed]`, three minutes unless told otherwise. */
import { join } from "node:path";
import { main, mustRun, ROOT } from "./run.mjs";

process.env.TS_NODE_PROJECT = join(ROOT, "test", "tsconfig.json");
const command = join(ROOT, "test", "helpers", "fuzz-command.ts");
await main(() =>
  mustRun("The fuzz", process.execPath, ["-r", "ts-node/register/transpile-only", command, ...process.argv.slice(2)]),
);
