#!/usr/bin/env node
import { cleanLine } from "../api";
import { nearest } from "../framework/preview/nearest";
import { commands } from "./commands";
import { ownManifest } from "./doctor/machine";

const help = `pulumi-broker: commands that come with the Pulumi package of the same name

Usage: pulumi-broker <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join("\n")}

pulumi-broker <command> --help explains a command; pulumi-broker --version prints the version.`;

async function main([name, ...args]: string[]): Promise<number> {
  if (name === "help" && args[0] !== undefined) return main([args[0], "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(help);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    console.log(ownManifest().version);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const [meant] = nearest(name, Object.keys(commands), 1, 2);
    const question = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    console.error(`pulumi-broker has no command "${cleanLine(name)}"; pulumi-broker --help lists them.${question}`);
    return 2;
  }
  return command.run(args);
}

// A reader such as `head` may have had enough. What a file did not take must not look like a result.
let isLost = false;
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  console.error(`pulumi-broker: the output could not be written (${code})`);
  isLost = true;
  process.exitCode = 1;
});
// Where the terminal is gone, nobody is left to tell, and what is under way goes on.
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
