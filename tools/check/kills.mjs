/**
 * `npm run check -- kills [number] [seed]`: cuts off runs of the real engine at random moments, 40 unless told otherwise,
 * repeats each, and ends with 1 when something is not as promised.
 */
import { findCli } from "../pulumi-cli.mjs";
import { main, runTypeScript } from "../run.mjs";

await main(async () =>
  runTypeScript("tools/check/kills/command.ts", process.argv.slice(2), { PULUMI_CLI: await findCli() }),
);
