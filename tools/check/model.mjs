/**
 * `npm run check -- model [runs] [seed] [first part]`: the model's search at length, by two workers and in parts of 250
 * runs, each with a seed of its own; a search that was ended goes on from the part that it names. `npm run check -- planted`
 * plants one bug of each sort, and fails unless the search finds each of them. `npm run check -- calm` plays with brokers
 * and VPCs where nothing fails: nothing may be said to be left over.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { main, root } from "../run.mjs";

const partSize = 250;
const workers = 2;
/** The runs within which the search must find each planted bug. */
const plantedRuns = 1_000;

async function searchLong(word, [runs = 10_000, seed = Math.floor(Math.random() * 2 ** 30), first = 1]) {
  const parts = Math.ceil(runs / partSize);
  console.log(`Seed ${seed}: ${runs} runs in ${parts} parts, from part ${first}.`);
  const counts = {};
  let failures = 0;
  let done = 0;
  await inParallel(numbers(first, parts), async (part) => {
    const { result, text } = await search([word, String(seed + part), String(Math.min(partSize, runs))]);
    done += result?.runs ?? 0;
    for (const [what, times] of Object.entries(result?.counts ?? {})) counts[what] = (counts[what] ?? 0) + times;
    const failed = result === undefined || result.found !== undefined;
    if (failed) failures += 1;
    console.log(`Part ${part} of ${parts}: ${failed ? "a promise is broken" : "ok"}; ${done} runs so far.`);
    // A search of hours may be ended before it is complete, so that each break is told at once.
    if (failed) console.log(`Seed ${seed + part}:\n${text}`);
  });
  for (const [what, times] of Object.entries(counts).sort()) console.log(`  ${String(times).padStart(7)} ${what}`);
  console.log(`Seed ${seed}: ${done} runs, ${failures} parts with a broken promise.`);
  return failures === 0 ? 0 : 1;
}

async function findPlanted() {
  const { result: names } = await search(["planted"]);
  let missed = 0;
  await inParallel(numbers(0, names.length - 1), async (number) => {
    const { result, text } = await search(["plant", String(number), "15", String(plantedRuns)]);
    const reason = result?.found?.reason.split("\n")[0];
    if (reason === undefined) missed += 1;
    const told =
      result === undefined ? text : reason === undefined ? "NOT FOUND" : `found in run ${result.runs + 1}: ${reason}`;
    console.log(`${names[number]}: ${told}`);
  });
  console.log(`${names.length - missed} of ${names.length} planted bugs were found.`);
  return missed === 0 ? 0 : 1;
}

function numbers(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

async function inParallel(items, work) {
  const left = [...items];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** Runs the search in a process of its own; `result` is missing when it ended without one. */
function search(words) {
  const command = join(root, "test", "handler", "model", "command.ts");
  const env = { ...process.env, TS_NODE_PROJECT: join(root, "test", "tsconfig.json") };
  const args = ["-r", "ts-node/register/transpile-only", command, ...words];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
    });
    child.stderr.on("data", (data) => {
      text += data;
    });
    child.on("error", reject);
    child.on("close", () => {
      const lines = text.trimEnd().split("\n");
      try {
        const result = JSON.parse(lines.at(-1));
        resolve({ result, text: lines.slice(0, -1).join("\n") });
      } catch {
        resolve({ text });
      }
    });
  });
}

const [mode, ...args] = process.argv.slice(2);
await main(() => (mode === "planted" ? findPlanted() : searchLong(mode, args.map(Number))));
