/** Runs the demo's steps against an emulator of their own, and prints for each whether it went as expected. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { adoptSteps, openProject, runAdoptStep } from "./demo-adopt.mjs";
import { check, fill } from "./demo-check.mjs";
import { configFor, openStack } from "./demo-engine.mjs";
import { steps } from "./demo-steps.mjs";
import { root } from "./run.mjs";

const quickstart = join(root, "examples", "quickstart", "index.ts");
/** At this speed the minutes of the service take seconds: short, but long enough to see the progress lines. */
const speed = 60;

/**
 * Runs the steps, up to the first that does not go as expected.
 *
 * @param {object} options
 * @param {string} options.cli the `pulumi` to run
 * @param {(text: string) => void} options.print
 * @param {boolean} [options.colour]
 * @param {AbortSignal} [options.signal]
 * @param {(emulator: object) => void} [options.prepare] receives the emulator before the first step
 * @param {(emulator: object) => Promise<void>} [options.linger] is awaited before the emulator ends
 * @returns {Promise<boolean>} whether every step went as expected
 */
export async function runDemo({ cli, print, colour = false, signal, prepare, linger }) {
  const { startEmulator } = createRequire(join(root, "index.js"))("pulumi-broker/emulator");
  const emulator = await startEmulator({ seed: 1, speed });
  const paint = makePainter(colour);
  print(
    `The emulator listens at ${emulator.url}; one of its minutes takes ${60 / speed} s.\nIts panel shows in a browser what follows: ${emulator.panel}\n`,
  );
  const all = [...steps, ...adoptSteps];
  const done = [];
  let stack;
  let project;
  try {
    prepare?.(emulator);
    stack = await openStack({
      cli,
      name: "demo",
      project: /^name: (.+)$/m.exec(readFileSync(join(root, "Pulumi.yaml"), "utf8"))[1],
      from: root,
      main: dirname(quickstart),
      program: quickstart,
      config: configFor(emulator),
      print,
      colour,
      signal,
    });
    const before = emulator.state();
    const ids = {};
    for (const [index, step] of all.entries()) {
      print(
        `\n${paint.bold(`── ${index + 1}/${all.length}  ${step.title}`)}\n   ${step.look}\n   $ ${step.command}\n\n`,
      );
      const isOfProgram = index < steps.length;
      if (!isOfProgram) project ??= await openProject({ cli, emulator, print, colour, signal });
      const result = await (isOfProgram
        ? runStep(step, { stack, emulator, before, ids })
        : runAdoptStep(step, { project, emulator }));
      for (const { good, text } of result.findings) print(`${good ? paint.green("  ✓") : paint.red("  ✗")} ${text}\n`);
      done.push(result);
      if (!result.good) break;
    }
    const good = done.length === all.length && done.every((each) => each.good);
    print(summarize(done, all.length, good, paint));
    await linger?.(emulator);
    return good;
  } finally {
    stack?.remove();
    project?.remove();
    await emulator.close();
  }
}

async function runStep(step, { stack, emulator, before, ids }) {
  for (const [key, value] of Object.entries(step.config ?? {})) await stack.setConfig(key, value);
  emulator.patch(...(step.outside ?? []).map((change) => ({ ...change, id: Number(fill(change.id, ids)) })));
  emulator.clearRequests();
  const run = await stack.run(step.operation, step.options);
  for (const { name, id } of run.steps.filter((each) => each.id)) ids[name] = id;
  const requests = emulator.requests();
  const findings = check(step, { run, requests, before, state: emulator.state(), ids });
  return { step, findings, good: findings.every(({ good }) => good), seconds: run.seconds, requests: requests.length };
}

function summarize(done, count, good, paint) {
  const rows = done.map(
    ({ step, good: fine, seconds, requests }) =>
      `${fine ? paint.green("  ✓") : paint.red("  ✗")} ${step.title.padEnd(48)} ${seconds.toFixed(1).padStart(5)} s ${String(requests).padStart(3)} requests\n`,
  );
  const verdict = good
    ? paint.green(`All ${count} steps went as expected.`)
    : paint.red(`Step ${done.length} of ${count} did not go as expected.`);
  return `\n${paint.bold("── Summary")}\n${rows.join("")}\n${verdict}\n`;
}

function makePainter(colour) {
  const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint(1), green: paint(32), red: paint(31) };
}
