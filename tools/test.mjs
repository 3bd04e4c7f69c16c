/**
 * `npm test`: installs and builds what is missing, checks style and types and runs the quick tiers and the core of the
 * others. `npm run test:all` runs the rest. Further arguments of `npm test` go to jest, which then takes its tests from all
 * tiers: `npm test -- --selectProjects unit -t "retry"`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../test/helpers/find-browser.cjs";
import { findCli } from "./pulumi-cli.mjs";
import { exitCodeOf, main, root } from "./run.mjs";
import { setUp } from "./setup.mjs";

const allTiers = ["unit", "handler", "host", "engine", "package"];
const cliTiers = ["engine", "package"];
const restTiers = ["handler", ...cliTiers];
const computes = (tier) => tier === "unit" || tier === "handler";

const jest = join(root, "node_modules/jest/bin/jest.js");
/** More room for young objects, of which tests make many: the workers of jest, which take this over, collect less often. */
const heap = ["--max-semi-space-size=32", "--min-semi-space-size=16"];

const started = Date.now();
const isRest = process.argv[2] === "rest";
const jestArguments = process.argv.slice(isRest ? 3 : 2);
const withoutEngine = process.env.PULUMI_BROKER_NO_ENGINE === "1";
const tiers = (isRest ? restTiers : allTiers).filter((tier) => !withoutEngine || !cliTiers.includes(tier));
// A run with arguments leaves out tiers and tests on purpose.
const whole = jestArguments.length === 0;

await main(async () => {
  await setUp();
  const cli = withoutEngine ? "" : await findCliOrAdvise();
  if (isRest && tiers.includes("package")) findBrowser();
  // Most tests of the engine wait, so that what runs beside them costs hardly any time.
  const [troubles, ...ran] = await Promise.all([
    isRest ? [] : checkSource(),
    ...runsOf().map((run) => runJest(cli, run)),
  ]);
  if (ran.some(({ exitCode }) => exitCode !== 0)) troubles.push("Tests failed.");
  return report(Object.assign({}, ...ran.map(({ counts }) => counts)), troubles);
});

/** What is wrong with style, types and prose. */
async function checkSource() {
  console.log(`Checking style and types beside the tests of ${tiers.join(", ")} …`);
  const started = Date.now();
  const [style, prose, types, pageTypes] = await Promise.all([
    nodeRun("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]),
    exitCodeOf(process.execPath, [join(root, "tools/prose.mjs")]),
    // The native compiler takes a third of the time of the one that the build uses for its programming interface.
    nodeRun("typescript-native/bin/tsc", ["--noEmit", "-p", "test/tsconfig.json"]),
    nodeRun("typescript-native/bin/tsc", ["-p", "provider/emulator/panel/page"]),
  ]);
  console.log(`Style and types took ${secondsSince(started)} s.`);
  return [
    ...(style === 0 ? [] : ["The style check failed: `npm run format` repairs what it can."]),
    ...(prose === 0 ? [] : ["The check of the prose failed: make two sentences of a long one."]),
    ...(types === 0 && pageTypes === 0 ? [] : ["The type check failed."]),
  ];
}

async function findCliOrAdvise() {
  try {
    return await findCli();
  } catch (error) {
    const engineless = "PULUMI_BROKER_NO_ENGINE=1 runs the tiers that need no Pulumi CLI.";
    throw new Error(`${error.message}\n${engineless}`);
  }
}

/**
 * The runs of jest, side by side: for two cores, two workers with tests that wait and two that compute, or four that wait.
 * Four workers that compute would take a sixth longer than two.
 */
function runsOf() {
  if (!whole) return [{ workers: 4, selected: jestArguments }];
  const groups = isRest ? [tiers] : [tiers.filter(computes), tiers.filter((tier) => !computes(tier))];
  return groups.map((group) => ({ workers: isRest ? 4 : 2, selected: ["--selectProjects", ...group] }));
}

async function runJest(cli, { workers, selected }) {
  const folder = mkdtempSync(join(tmpdir(), "tiers-"));
  const file = join(folder, "tiers.json");
  const args = [
    "--ci",
    `--maxWorkers=${workers}`,
    `--testSequencer=${join(root, "tools/test-order.cjs")}`,
    // A run of a part is watched file by file.
    ...(whole ? ["--reporters=summary"] : ["--reporters=default"]),
    `--reporters=${join(root, "tools/tier-reporter.cjs")}`,
  ];
  try {
    const env = {
      PULUMI_CLI: cli,
      PULUMI_BROKER_TIERS: file,
      ...(whole && { PULUMI_BROKER_PART: isRest ? "rest" : "core" }),
    };
    const exitCode = await exitCodeOf(process.execPath, [...heap, jest, ...args, ...selected], { env });
    return { exitCode, counts: readCounts(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // jest ended before it had a result, and has printed the reason.
    return {};
  }
}

/** Prints the counts of each tier and, as the last line, their sum; returns the exit code. */
function report(counts, troubles) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log("\n  Tier     Seconds  Files  Tests");
  for (const tier of isRest ? restTiers : allTiers) {
    const count = counts[tier];
    for (const key of Object.keys(total)) total[key] += count?.[key] ?? 0;
    console.log(`  ${tier.padEnd(8)} ${count ? cellsOf(count) : tiers.includes(tier) ? "no test ran" : "NOT RUN"}`);
  }
  console.log(`All in ${secondsSince(started)} s; the tiers run side by side.`);
  if (withoutEngine) {
    console.log(
      `PULUMI_BROKER_NO_ENGINE=1: ${cliTiers.join(" and ")} were NOT run; these results do not show that the engine accepts this.`,
    );
  }
  if (whole && tiers.some((tier) => !counts[tier])) troubles.push("A tier has no test.");
  if (whole && total.skipped > 0) troubles.push("A skipped test is a failure.");
  for (const trouble of troubles) console.log(trouble);
  console.log(inWords(total));
  return troubles.length > 0 ? 1 : 0;
}

function cellsOf(count) {
  const seconds = Math.round((count.endedAt - count.startedAt) / 1000);
  return `${String(seconds).padStart(7)}  ${String(count.files).padStart(5)}  ${inWords(count)}`;
}

function secondsSince(start) {
  return Math.round((Date.now() - start) / 1000);
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function nodeRun(script, args) {
  return exitCodeOf(process.execPath, [join(root, "node_modules", script), ...args]);
}
