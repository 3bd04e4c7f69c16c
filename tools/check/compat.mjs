/**
 * `npm run check -- compat [--all] [--write] [text]`: the quickstart on each Node, Pulumi SDK, package manager and form of
 * program, in combinations in which each pair occurs, or all those whose values contain the text.
 */
import { findCli } from "../pulumi-cli.mjs";
import { main, runTypeScript } from "../run.mjs";

await main(async () =>
  runTypeScript("tools/check/compat/command.ts", process.argv.slice(2), { PULUMI_CLI: await findCli() }),
);
