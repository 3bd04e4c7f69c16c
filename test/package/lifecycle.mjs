/**
 * Takes one program through up, up again, refresh and destroy on the real engine, with Pulumi's own packages of the
 * folder that it lies in, as a user's machine would: a process of its own, for jest would give it the repository's.
 *
 * node lifecycle.mjs '{"from": …, "main": …, "program": …}' prints what happened as JSON.
 */
import { createRequire } from "node:module";
import { openStack } from "../../tools/demo-engine.mjs";
import { findCli } from "../../tools/pulumi-cli.mjs";

const { from, main, program } = JSON.parse(process.argv[2]);
const { startEmulator } = createRequire(`${from}/index.js`)("pulumi-broker/emulator");
const emulator = await startEmulator({ seed: 1, speed: 600 });
let printed = "";
const stack = await openStack({
  cli: await findCli(),
  name: "package",
  project: "package-tests",
  from,
  main,
  program,
  config: {
    "broker:apiKey": { secret: emulator.apiKey },
    "broker:customerUrl": emulator.customerUrl,
    "broker:baseUrl": emulator.baseUrl,
  },
  print: (text) => {
    printed += text;
  },
});
const run = async (operation, options) => {
  emulator.clearRequests();
  const { code, steps, outputs } = await stack.run(operation, options);
  const changes = steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`);
  return { code, changes: changes.sort(), outputs: Object.keys(outputs), requests: emulator.requests().length };
};
try {
  const up = await run("up");
  const again = await run("up");
  const drift = await run("previewRefresh", { expectNoChanges: true });
  const destroy = await run("destroy");
  const left = emulator.state().vpcs.filter(({ goneAt }) => !goneAt).length + emulator.state().webhooks.length;
  console.log(JSON.stringify({ up, again, drift, destroy, left, printed }));
} finally {
  stack.remove();
  await emulator.close();
}
