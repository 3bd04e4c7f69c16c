/**
 * `npm run demo`: runs the quickstart on the real Pulumi engine against the emulator and checks every step. The demo
 * starts from a bare clone, touches nothing outside temporary folders and the tools' cache, and exits with 1 when a
 * step does not go as expected. `--open` keeps the emulator up at the end, until Ctrl-C.
 */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { findCli } from "./pulumi-cli.mjs";
import { main } from "./run.mjs";
import { setUp } from "./setup.mjs";

const again =
  "npm run demo -- --open keeps the emulator up, whose panel shows each broker and the requests that made it.";

await main(async () => {
  const { values } = parseArgs({ options: { open: { type: "boolean" } } });
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
    linger: async ({ panel }) => {
      const look = `open ${panel}, choose a broker, and see the requests that made it`;
      console.log(values.open ? `\nTo look around, ${look}. Ctrl-C ends it.` : `\n${again}`);
      if (values.open && !interrupt.signal.aborted) await once(interrupt.signal, "abort");
    },
  });
  return good ? 0 : 1;
});
