#!/usr/bin/env node
// The program `pulumi-broker` starts here; `package.json` and `tools/build.mjs` name the file. Texts may change.
// Commands must stay behind the late import, so that `--version` is fast. A result that was not written must end with
// exit code 1, because a script would otherwise use a file without the result.

async function main(args: string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-v") {
    // The commands load most of the package, which is not needed here.
    console.log((require("pulumi-broker/package.json") as { version: string }).version);
    return 0;
  }
  const { runCommand } = await import("./commands.js");
  return runCommand(args);
}

// A reader such as `head` may close the pipe early, which is no failure. Any other failed write loses the result.
let isLost = false;
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  console.error(`pulumi-broker: the output could not be written (${code})`);
  isLost = true;
  process.exitCode = 1;
});
// When the terminal is gone, nobody reads stderr, and the command goes on.
process.stderr.on("error", () => {});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = isLost ? 1 : code;
  },
  (error: unknown) => {
    console.error(`pulumi-broker: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
