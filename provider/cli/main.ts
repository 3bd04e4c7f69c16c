#!/usr/bin/env node
import { commands } from "./commands";

const help = `pulumi-broker: commands that come with the Pulumi package of the same name

Usage: pulumi-broker <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join("\n")}

pulumi-broker <command> --help explains a command.`;

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(`pulumi-broker has no command "${name}"; pulumi-broker --help lists them.`);
    return 2;
  }
  return command.run(args);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(`pulumi-broker: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
