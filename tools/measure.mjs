/**
 * `npm run measure`: runs the tests that measure requests and time, and prints each figure beside its promised limit.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCli } from "./pulumi-cli.mjs";
import { exitCodeOf, main, root } from "./run.mjs";
import { setUp } from "./setup.mjs";

const files = ["test/engine/measures.test.ts", "test/handler/measures.test.ts"];

await main(async () => {
  await setUp();
  const folder = mkdtempSync(join(tmpdir(), "measures-"));
  const file = join(folder, "measures.jsonl");
  try {
    const jest = join(root, "node_modules", "jest", "bin", "jest.js");
    const env = { PULUMI_CLI: await findCli(), PULUMI_BROKER_MEASURES: file };
    const exitCode = await exitCodeOf(process.execPath, [jest, "--runTestsByPath", ...files], { env });
    report(read(file));
    return exitCode;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Reads the figures, in the order of their promises. */
function read(file) {
  try {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line)).sort((a, b) => a.promise.localeCompare(b.promise));
  } catch {
    // jest ended before anything was measured, and has printed the reason.
    return [];
  }
}

function report(measures) {
  const width = Math.max(0, ...measures.map(({ what }) => what.length));
  for (const { promise, what, value, most } of measures) {
    console.log(`${promise}  ${what.padEnd(width)}  ${`${value}`.padStart(5)}  (at most ${most})`);
  }
}
