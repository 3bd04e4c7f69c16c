/** Which test file runs which lines: found once by all tests of the tiers unit and handler, and kept. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodeOf, root } from "../../run.mjs";

const cache = join(root, "node_modules", ".cache", "pulumi-broker");
const kept = join(cache, "covered.json");

/**
 * Each test file that passes, with its time and with the lines of each source that it runs. `pattern` is what the paths
 * of the test files have in common.
 */
export async function coveredLines(folders, files, pattern, fresh) {
  const hash = createHash("sha256").update(pattern);
  for (const file of files) hash.update(readFileSync(join(root, file)));
  const sources = hash.digest("hex");
  const known = fresh ? undefined : readKept();
  if (known?.sources === sources) return known.tests;
  const found = await runCoverage(folders, pattern);
  writeFileSync(kept, JSON.stringify({ sources, tests: found }));
  return found;
}

function readKept() {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return undefined;
  }
}

async function runCoverage(folders, pattern) {
  const output = join(cache, "covered");
  mkdirSync(output, { recursive: true });
  const answer = join(output, "tests.json");
  rmSync(answer, { force: true });
  console.error("Running the tiers unit and handler once, to see which test runs which line …");
  await exitCodeOf(
    process.execPath,
    [
      ...[
        join(root, "node_modules", "jest", "bin", "jest.js"),
        "--ci",
        "--silent",
        // By itself jest leaves one core to others.
        "--maxWorkers=2",
        "--selectProjects",
        "unit",
        "handler",
      ],
      ...(pattern === "" ? [] : [`--testPathPatterns=${pattern}`]),
      ...["--coverage", "--coverageReporters=json", `--coverageDirectory=${output}`],
      ...folders.map((folder) => `--collectCoverageFrom=${folder}/**/*.ts`),
      `--reporters=${join(root, "tools", "check", "mutants", "coverage-reporter.cjs")}`,
    ],
    { env: { PULUMI_BROKER_COVERED: answer } },
  );
  return JSON.parse(readFileSync(answer, "utf8"));
}
