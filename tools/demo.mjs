/**
 * `npm run demo`: the quickstart on the real Pulumi engine, against the emulator, every step checked. It starts from a
 * bare clone, touches nothing outside temporary folders and the tools' cache, and ends with 1 where a step is not as it
 * should be.
 */
import { findCli } from "./pulumi-cli.mjs";
import { main } from "./run.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await setUp();
  const cli = await findCli();
  // Not before: it needs what the set-up installs.
  const { runDemo } = await import("./demo-run.mjs");
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  const good = await runDemo({
    cli,
    print: (text) => process.stdout.write(text),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
    signal: interrupt.signal,
  });
  return good ? 0 : 1;
});
