/**
 * `npm run check -- mutants`: breaks guarded lines of the client, the framework and the instance one at a time, runs the
 * tests of the tiers unit and handler that run the line, and lists the mutants that no test notices. Exits with 1 where
 * `test/mutants/survivors.json` does not explain one of them; those that it explains are not run. The test that noticed a
 * mutant the last time, as the report says, goes first. `--every 3` takes each third mutant, `--kinds "guard dropped"` some
 * kinds, `provider/api/transport/gate.ts` some files, `--tests unit/` only the tests whose path matches; `--seconds 45` runs
 * at most so many seconds of tests against each mutant, and `--fresh` renews which test runs which line.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { main, root } from "../run.mjs";
import { coveredLines } from "./mutants/covered.mjs";
import { mutantsOf } from "./mutants/make.cjs";
import { runMutants } from "./mutants/run.mjs";

const folders = ["provider/api", "provider/framework", "provider/resources/instance"];
const report = join(root, "test", "mutants", "report.txt");
const lastReport = readFileSync(report, "utf8").split("\n");
const explained = JSON.parse(readFileSync(join(root, "test", "mutants", "survivors.json"), "utf8"));

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      every: { type: "string", default: "1" },
      kinds: { type: "string", default: "guard dropped,boundary moved" },
      tests: { type: "string", default: "" },
      workers: { type: "string", default: "2" },
      seconds: { type: "string", default: "3600" },
      fresh: { type: "boolean", default: false },
    },
  });
  const files = folders.flatMap(sourcesIn);
  const tests = await coveredLines(folders, files, values.tests, values.fresh);
  const kinds = values.kinds.split(",");
  const chosen = files
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")))
    .filter(({ file, kind }) => kinds.includes(kind) && (positionals.length === 0 || positionals.includes(file)))
    .filter((_, i) => i % Number(values.every) === 0);
  const outcomes = await runAll(chosen, tests, Number(values.workers), Number(values.seconds));
  const survivors = outcomes.filter(({ by }) => by === undefined);
  const unexplained = survivors.filter((one) => explanationOf(one) === undefined);
  if (positionals.length === 0) writeFileSync(report, `${outcomes.map(lineOf).join("\n")}\n`);
  console.log(`${chosen.length} mutants, ${survivors.length} survive, ${unexplained.length} of them unexplained`);
  for (const one of unexplained) console.log(lineOf(one));
  return unexplained.length === 0 ? 0 : 1;
});

function sourcesIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`);
}

/** Runs the mutants in several processes, and returns them in their order, each with the test that noticed it. */
async function runAll(mutants, tests, workers, seconds) {
  const pathsOf = (mutant) => covering(mutant, tests, seconds).map(({ path }) => path);
  const open = mutants.filter((mutant) => explanationOf(mutant) === undefined);
  const planned = open.map((mutant) => ({ ...mutant, paths: pathsOf(mutant) }));
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const noticed = new Map();
  const work = (_, worker) => {
    const mine = planned.filter((_mutant, i) => i % workers === worker);
    return runMutants(mine, join(folder, `plan-${worker}.json`), (id, by) => {
      noticed.set(id, by);
      console.error(`${noticed.size}/${open.length} ${lineOf({ ...open.find((one) => one.id === id), by })}`);
    });
  };
  await Promise.all(Array.from({ length: workers }, work));
  return mutants.map((mutant) => ({ ...mutant, by: noticed.get(mutant.id) }));
}

/**
 * The tests that run the mutant's statement, as many as fit into the time: the one that noticed it the last time, then
 * those of the tier unit, and the short ones before the long ones.
 */
function covering({ file, begins, kind, was }, tests, seconds) {
  const last = lastReport.find((line) => line.startsWith("noticed") && line.includes(` ${kind}: ${was} (`));
  const rank = ({ path, ms }) => {
    if (last?.endsWith(` (${path})`)) return -1;
    return (path.startsWith("test/unit/") ? 0 : 1e9) + ms;
  };
  const found = tests.filter(({ lines }) => lines[file]?.includes(begins));
  let left = seconds * 1000;
  return found
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ ms }) => {
      left -= ms;
      return left >= 0;
    });
}

/** What `survivors.json` says of a mutant. The line's text names it, because its number changes. */
function explanationOf({ file, kind, code, was }) {
  return explained.find((one) => one.file === file && one.kind === kind && one.code === code && one.was === was)?.why;
}

function lineOf(one) {
  const { file, line, kind, was, by } = one;
  const where = `${file}:${line} ${kind}: ${was}`;
  return by === undefined
    ? `SURVIVES ${where} (${explanationOf(one) ?? "not explained"})`
    : `noticed  ${where} (${by})`;
}
