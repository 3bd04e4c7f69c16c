/**
 * Stands before the Pulumi CLI named by TESTED_PULUMI. To a command that runs the program of the folder, the program is
 * served: the CLI of a machine may lack the language host, which only the official download has.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const shown = ["--non-interactive", "--color", "never"];
const runsProgram = args[0] === "preview" || args[0] === "up";
const script = fileURLToPath(new URL("serve-program.mjs", import.meta.url));
const server = runsProgram
  ? spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, NODE_OPTIONS: "" } })
  : undefined;
const served = [];
if (server !== undefined) {
  const [address] = await once(server.stdout, "data");
  served.push(`--client=${address.toString().trim()}`, "--exec-kind", "auto.inline");
}
const child = spawn(process.env.TESTED_PULUMI, [...shown, ...args, ...served], { stdio: "inherit" });
const [code] = await once(child, "close");
server?.stdin.end();
process.exitCode = code ?? 1;
