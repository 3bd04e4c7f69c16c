/** Metrics that tests hold: the tests measure, and this file collects what they have noted. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodeOf, root } from "../tools/run.mjs";
import { row } from "./rows.mjs";

/**
 * Runs test files, or the tests in them whose names match, and returns a row for each result that they have compared with
 * a target.
 */
export async function measureByTests({ cli }, files, names = "") {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const results = join(folder, "results.jsonl");
  try {
    const jest = join(root, "node_modules", "jest", "bin", "jest.js");
    const env = { PULUMI_CLI: cli, PULUMI_BROKER_BENCH: results };
    const code = await exitCodeOf(
      process.execPath,
      [jest, "--silent", "--testNamePattern", names, "--runTestsByPath", ...files],
      { env },
    );
    const rows = read(results).map(({ id, metric, result, what }) => row(id, metric, result, what));
    // A result above its target fails a test, too. Any other failure is an error.
    if (code !== 0 && rows.every(({ ok }) => ok)) throw new Error(`${files.join(", ")}: a test failed`);
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(file) {
  // Without a file, jest ended before anything was measured, and has printed the reason.
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
