/**
 * `npm run demo`: runs the quickstart on the real Pulumi engine against the emulator and checks every step. The demo
 * starts from a bare clone, touches nothing outside temporary folders and the tools' cache, and exits with 1 when a
 * step does not go as expected.
 */
import { findCli } from "./pulumi-cli.mjs";
import { main } from "./run.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await setUp();
  const cli = await findCli();
  // The import is not at the top because it needs what the set-up installs.
  const { runDemo } = await import("./demo-run.mjs");
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  // Whoever has closed the output reads no further step. Without a listener, what reports the error would make the next.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => interrupt.abort());
  const good = await runDemo({
    cli,
    print: (text) => process.stdout.write(text),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
    signal: interrupt.signal,
  });
  return good ? 0 : 1;
});
