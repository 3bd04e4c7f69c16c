/** Stacks on the real engine whose operations are measured, for this package and for the yardstick. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { root } from "../tools/run.mjs";

const require = createRequire(import.meta.url);
// What tests share is TypeScript, whose types `npm test` checks.
require("ts-node").register({ transpileOnly: true, project: join(root, "test", "tsconfig.json") });
const { stackConfigOf, withEmulator } = require("../test/helpers/emulator.ts");
const { everything, shop } = require("../test/helpers/monitored-stack.ts");
const { pluginFolder } = require("../test/helpers/paths.ts");
const { serveFolder } = require("../test/helpers/program-folder.ts");
const { createStack } = require("../test/helpers/stack.ts");
const { marksOf } = require("../provider/framework/kind/marks.ts");
const { typeToken } = require("../provider/framework/kind/tokens.ts");
const { definitions } = require("../provider/resources/definitions.ts");

/** The resources on the instance of a set. */
export { everything };

/** The number of resources in one set: an instance and its parts. */
export const setSize = everything.length + 1;

/** Background work of the service is over when the first look at it comes. */
const atOnce = { creating: 0, reconfiguring: 0, changingPlugin: 0, configuringFirewall: 0, deleting: 0 };

/** A clock on which the service answers at once, but counts the seconds of a rate limit as they are. */
const clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => (ms === Number.POSITIVE_INFINITY ? once(signal, "abort") : turn(undefined, { signal })),
};

/**
 * Makes a stack, passes it to `body`, and removes it. The service answers at once, in real time.
 *
 * @param {object} options
 * @param {string} options.cli the `pulumi` to run
 * @param {"broker" | "plugin" | "empty"} options.program this package through one of its doors, or the yardstick
 * @param {number} [options.sets] how many sets of resources the program declares
 * @param {object[]} [options.parts] the resources on the instance of a set
 * @param {Record<string, string>} [options.env] more variables of the CLI's environment
 */
export function withMeasuredStack({ cli, program, sets = 1, parts = everything, env }, body) {
  process.env.PULUMI_CLI = cli;
  return withEmulator(
    async (emulator) => {
      const fields = Object.fromEntries(Object.entries(atOnce).map(([name, ms]) => [name, [ms, ms]]));
      emulator.patch({ op: "set", in: "timings", id: 1, fields });
      const folder = mkdtempSync(join(tmpdir(), "bench-"));
      const resources = join(folder, "resources.json");
      const usage = join(folder, "usage");
      mkdirSync(usage);
      writeFileSync(resources, JSON.stringify({ instance: shop, parts }));
      const outputs = join(folder, "outputs.json");
      if (program === "empty") writeFileSync(outputs, JSON.stringify(await usualOutputs(cli)));
      const noting = {
        NODE_OPTIONS: `--require "${join(root, "bench", "usage.cjs")}"`,
        PULUMI_BROKER_BENCH_USAGE: usage,
        PULUMI_BROKER_BENCH_OUTPUTS: outputs,
      };
      const stack = await createStack(program, {
        config: { ...stackConfigOf(emulator), "bench:resources": resources, "bench:sets": `${sets}` },
        ...(program === "plugin" && { plugin: pluginFolder }),
        env: { ...noting, ...env },
      });
      try {
        return await body({
          emulator,
          stack,
          run: (operation, ...flags) => runMeasured({ cli, program, stack, emulator, noting }, operation, flags),
        });
      } finally {
        await stack.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { clock },
  );
}

let found;

/**
 * What this package leaves of each resource, by name: the outputs in state, and the outputs that the class declares. The
 * yardstick has the same, with a short text in place of each secret.
 */
function usualOutputs(cli) {
  found ??= withMeasuredStack({ cli, program: "broker" }, async ({ stack, run }) => {
    await run("up");
    const ours = stack.exportState().deployment.resources.filter(({ outputs }) => outputs?.__provider);
    return Object.fromEntries(ours.map(({ type, urn, outputs }) => [urn.split("::").at(-1), outputsOf(type, outputs)]));
  });
  return found;
}

function outputsOf(type, { __provider, ...outputs }) {
  const definition = definitions.find((each) => typeToken(each) === type);
  const isSecret = (value) => value?.ciphertext !== undefined;
  const values = Object.entries(outputs).map(([name, value]) => [name, isSecret(value) ? "secret" : value]);
  return {
    values: Object.fromEntries(values),
    declared: [...Object.keys(marksOf(definition.schema)), ...(definition.outputs ?? []), "__urn"],
    secrets: Object.keys(outputs).filter((name) => isSecret(outputs[name])),
  };
}

/** Runs one operation, and returns its wall time, its requests, and the CPU time and memory of its host and program. */
async function runMeasured({ cli, program, stack, emulator, noting }, operation, flags) {
  const served = await serveFolder(join(root, "bench", "programs", program), { env: noting });
  const fixed = operation === "preview" ? [] : ["--yes", "--skip-preview"];
  const client = [`--client=${served.address}`, "--exec-kind", "auto.inline"];
  const runsProgram = operation === "up" || operation === "preview";
  const all = ["--non-interactive", "--color", "never", operation, "--stack", stack.name, ...fixed, ...flags];
  emulator.clearRequests();
  const started = performance.now();
  const { code, text } = await runToEnd(cli, runsProgram ? [...all, ...client] : all, stack.shell).finally(served.end);
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`pulumi ${operation} ended with ${code}:\n${text}\n${served.stderr()}`);
  return { ms, requests: emulator.requests(), ...takeUsage(noting.PULUMI_BROKER_BENCH_USAGE) };
}

function runToEnd(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text }));
  });
}

/** What the hosts and the program of the last operation have noted, and removes it. */
function takeUsage(folder) {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const noted = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  for (const file of files) rmSync(file);
  const hosts = noted.filter(({ isHost }) => isHost);
  if (hosts.length === 0) throw new Error("the host ended without a note of its CPU time and memory");
  return { ...totalCosts(hosts), ofProgram: totalCosts(noted.filter(({ isHost }) => !isHost)) };
}

const totalCosts = (notes) => ({
  cpuMs: notes.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  memoryMb: Math.max(0, ...notes.map(({ memoryMb }) => memoryMb)),
});
