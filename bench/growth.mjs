import { row } from "./rows.mjs";
import { setSize, withMeasuredStack } from "./stacks.mjs";

/** The numbers of resources that are measured, each a multiple of one set. */
const usualSizes = [27, 270, 999, 2700];
/** Each operation with its command. */
const operations = { create: "up", "up without a change": "up", refresh: "refresh", destroy: "destroy" };
const names = Object.keys(operations);

/**
 * B6: how requests, CPU time and memory of the host grow with the number of resources, and what the program costs beside
 * that of the empty provider. The engine saves no checkpoints meanwhile, because their cost grows with the square of the
 * number and is the same for every provider.
 */
export async function measure({ cli, say, keep, sizes = usualSizes }) {
  const measured = [];
  for (const size of sizes) {
    const sets = Math.max(1, Math.round(size / setSize));
    const empty = await playAll({ cli, program: "empty", sets });
    const broker = await playAll({ cli, program: "broker", sets });
    measured.push({ resources: sets * setSize, broker, empty });
    for (const name of names) say(describe(sets * setSize, name, broker[name], empty[name]));
  }
  keep("B6", measured);
  const slopes = (metric, costOf, result = (slope) => slope) =>
    measured.length < 3
      ? []
      : names
          .map((name) => row("B6", metric, result(slopeOf(measured, name, costOf)), name))
          // Without a request there is no slope.
          .filter((each) => !Number.isNaN(each.result));
  const memoryOf = (program) => Math.max(...names.map((name) => measured.at(-1)[program][name].memoryMb));
  const ofProgram = (program, cost) => measured.at(-1)[program]["up without a change"].ofProgram[cost];
  const ratioOf = (cost) => ofProgram("broker", cost) / ofProgram("empty", cost);
  const largest = `${measured.at(-1).resources} resources`;
  return [
    ...slopes(
      "slope of the requests, distance from 1",
      ({ requests }) => requests,
      (slope) => Math.abs(slope - 1),
    ),
    ...slopes("slope of the host's CPU time", ({ cpuMs }) => cpuMs),
    row("B6", "memory of the host beyond the empty provider's", memoryOf("broker") - memoryOf("empty"), largest),
    row("B6", "CPU time of the program ÷ with the empty provider", ratioOf("cpuMs"), largest),
    row("B6", "memory of the program ÷ with the empty provider", ratioOf("memoryMb"), largest),
  ];
}

/** All operations on a stack and a service of their own. */
function playAll(options) {
  const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  return withMeasuredStack({ ...options, env }, async ({ run }) => {
    const results = {};
    for (const [name, command] of Object.entries(operations)) {
      const { requests, ...costs } = await run(command);
      results[name] = { ...costs, requests: requests.filter(({ poll }) => !poll).length };
    }
    return results;
  });
}

/**
 * The slope on logarithmic scales from the second size to the last. What the smallest size costs is taken off, and with
 * it what a run costs before its first resource. A cost that is the same for each resource has the slope 1.
 */
function slopeOf(measured, name, costOf) {
  const [first, second, last] = [measured[0], measured[1], measured.at(-1)];
  const beyond = (one) => costOf(one.broker[name]) - costOf(first.broker[name]);
  const more = (one) => one.resources - first.resources;
  return Math.log(beyond(last) / beyond(second)) / Math.log(more(last) / more(second));
}

function describe(resources, name, broker, empty) {
  const each = (ms) => `${(ms / resources).toFixed(1)} ms`;
  const costs = ({ ms, cpuMs, memoryMb }) =>
    `${(ms / 1000).toFixed(1)} s (${each(ms)} each), host CPU ${each(cpuMs)} each, ${Math.round(memoryMb)} MB`;
  return `  ${resources} resources, ${name}: ${broker.requests} requests, ${costs(broker)}; empty provider ${costs(empty)}`;
}
