// `commands` lists the commands, and `runCommand` runs the command that the arguments name. `cli/main.ts` loads the
// file. A new command goes into `commands`; names of commands and exit codes must stay, because scripts use them.
import { cleanLine } from "../api";
import { nearest } from "../framework/preview/nearest";
import { adopt } from "./adopt";
import type { Command } from "./command";
import { doctor } from "./doctor";
import { drift } from "./drift";
import { emulator } from "./emulator";
import { map } from "./map";
import { rotateKey } from "./rotateKey";

export const commands: Record<string, Command> = { adopt, doctor, drift, emulator, map, "rotate-key": rotateKey };

const help = `pulumi-broker: commands that come with the Pulumi package of the same name

Usage: pulumi-broker <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join("\n")}

pulumi-broker <command> --help explains a command; pulumi-broker --version prints the version.`;

export async function runCommand([name, ...args]: string[]): Promise<number> {
  if (name === "help" && args[0] !== undefined) return runCommand([args[0], "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    console.log(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.run(args);
  const [meant] = nearest(name, Object.keys(commands), 1, 2);
  const question = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  console.error(
    `pulumi-broker has no command "${cleanLine(name)}"; pulumi-broker --help lists the commands.${question}`,
  );
  return 2;
}
