/**
 * `npm run bench`: measures what the package costs, prints each result beside its target, writes `bench/results.json`,
 * and exits with 1 when a target is missed. `npm run bench -- B1 B8` measures a part, and `npm run bench -- B6 --sizes
 * 27,270,999` leaves out the largest stack. `npm run bench -- start` shows where the time of a start goes.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findCli } from "../tools/pulumi-cli.mjs";
import { main, root } from "../tools/run.mjs";
import { setUp } from "../tools/setup.mjs";
import { targets } from "./rows.mjs";

/** The file of each metric: its `measure(context)` returns rows, which `row` in `rows.mjs` makes. */
const metrics = {
  B1: "calls.mjs",
  B2: "rate-limit.mjs",
  B3: "wall-time.mjs",
  B4: "load.mjs",
  B5: "types.mjs",
  B6: "growth.mjs",
  B7: "waits.mjs",
  B8: "package-size.mjs",
  B9: "many-stacks.mjs",
  B10: "plugin.mjs",
  B11: "latencies.mjs",
};

/** Figures to look at: without a target, and not in a run that names nothing. */
const tables = { start: "start.mjs" };

await main(async () => {
  const { asked, sizes } = readArguments();
  await setUp();
  const details = {};
  const context = {
    cli: await findCli(),
    // Shows a line while something is measured.
    say: (line) => console.error(line),
    // Keeps more figures of a metric in results.json.
    keep: (id, figures) => {
      details[id] = figures;
    },
    sizes,
  };
  const rows = [];
  for (const id of asked) {
    context.say(`${id} …`);
    rows.push(...(await measureOne(id, context)));
  }
  if (rows.length > 0) report(rows);
  const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model };
  writeFileSync(join(root, "bench", "results.json"), `${JSON.stringify({ machine, rows, details }, undefined, 2)}\n`);
  return rows.every(({ ok }) => ok) ? 0 : 1;
});

/** The metrics that the command line names, or all, and the sizes of stacks that it names. */
function readArguments() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { sizes: { type: "string" } } });
  const known = { ...metrics, ...tables };
  const unknown = positionals.filter((id) => !(id in known));
  if (unknown.length > 0) throw new Error(`no such metric: ${unknown.join(", ")}; there are ${Object.keys(known)}`);
  const sizes = values.sizes?.split(",").map(Number);
  if (sizes?.some((size) => !(size > 0))) throw new Error(`--sizes takes numbers, such as 27,270: ${values.sizes}`);
  const asked =
    positionals.length === 0 ? Object.keys(metrics) : Object.keys(known).filter((id) => positionals.includes(id));
  return { asked, sizes };
}

/**
 * The rows of a metric. A metric that cannot be measured is one row that says why, and the others go on. A target without
 * a result is a miss.
 */
async function measureOne(id, context) {
  try {
    const { measure } = await import(`./${{ ...metrics, ...tables }[id]}`);
    const rows = await measure(context);
    const has = ({ metric }) => rows.some((each) => each.metric === metric || each.metric.startsWith(`${metric}: `));
    const missing = targets.filter((target) => target.id === id && !has(target));
    return [...rows, ...missing.map((target) => ({ ...target, result: "not measured", ok: false }))];
  } catch (error) {
    return [{ id, metric: `not measured: ${error.message}`, target: "", result: "", unit: "", ok: false }];
  }
}

function report(rows) {
  const table = [
    ["", "metric", "target", "result", "unit", ""],
    ...rows.map(({ id, metric, target, result, unit, ok }) => [
      ...[id, metric, `${target === "" ? "" : "≤ "}${target}`, `${result}`],
      ...[unit, ok ? "ok" : "MISSED"],
    ]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  for (const cells of table) {
    const line = cells.map((cell, column) =>
      column === 2 || column === 3 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    );
    console.log(line.join("  ").trimEnd());
  }
}
