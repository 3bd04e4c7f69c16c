// `cli/commands.ts` lists the command `doctor`. A new check goes into a file of `doctor/` and into `examine`; texts may
// change. The JSON form and the exit codes must stay, because scripts use both. No line may show a key, because people
// post the output.
import { cleanLine } from "../api";
import { connect, type Settings, withClient } from "../config";
import { explainLeftOver } from "../framework/run/leftOver";
import { leftOversOf } from "../resources/shared/leftOver";
import { readResources } from "./adopt/stack";
import { defineCommand, flag, readWhole, UsageError, value } from "./command";
import { type Check, checksOf, printChecks } from "./doctor/checks";
import { askPulumi, checkLanguageHost, checkNetwork, checkPackages } from "./doctor/machine";
import { checkService } from "./doctor/service";
import { checkSettings } from "./doctor/settings";
import type { Progress } from "./terminal";

const defaultSeconds = 10;

const help = `Checks everything that a run of Pulumi with this package needs. Each line of the output has one check and its result.

Usage: pulumi-broker doctor [--json] [--stack NAME] [--timeout SECONDS]

Options:
  --json             prints {"faults": N, "checks": [{"name", "state", "text"}]}; state is ok, note or fault
  --stack NAME       the stack whose configuration the command checks (default: the selected stack)
  --timeout SECONDS  how long the whole command may take if a server does not answer (default ${defaultSeconds})
  --help             shows this text

Run the command in the folder of your program. The command checks Node, this package, the Pulumi SDK and CLI, the project
and its stack. The command checks the settings of the stack and of the environment, the proxy and the certificates. The
command checks both APIs of the service, the keys and their roles. The command only reads. The command shows no key and
no other value of a setting.

Exit code: 0 when the command found no fault, 1 when it found one, 2 when you called the command wrongly.`;

export const doctor = defineCommand({
  name: "doctor",
  summary: "finds out what is wrong with keys, addresses, network and versions",
  help,
  options: { json: flag, stack: value, timeout: value },
  run: async ({ json, stack, timeout }, progress) => {
    const seconds = timeout === undefined ? defaultSeconds : readWhole(timeout, 3600);
    if (!seconds) throw new UsageError("--timeout must be a whole number of seconds from 1 to 3600.");
    const checks = await examine(seconds * 1000, stack, progress);
    const faults = checks.filter(({ state }) => state === "fault").length;
    progress.print(json ? JSON.stringify({ faults, checks }, undefined, 2) : printChecks(checks));
    return faults === 0 ? 0 : 1;
  },
});

async function examine(limitMs: number, given: string | undefined, progress: Progress): Promise<Check[]> {
  const ends = Date.now() + limitMs;
  progress.say("asking the Pulumi CLI…");
  // The service must have time enough when the CLI waits for a backend that does not answer.
  const { stack, config, unread, checks: ofPulumi } = await askPulumi(given, limitMs * 0.5);
  const isProjectWrong = ofPulumi.some(({ name, state }) => name === "Project" && state === "fault");
  const first = stack !== undefined ? undefined : isProjectWrong ? "the project" : "the Pulumi CLI";
  const { checks, settings } = checkSettings(config, process.env, first);
  const secrets = unread === undefined ? [] : [checksOf("Settings").fault(unread)];
  const machine = [...checkPackages(), ...ofPulumi, ...checkLanguageHost(process.env)];
  const before = [...machine, ...checks, ...secrets, checkNetwork(process.env)];
  if (settings === undefined || unread !== undefined)
    return [...before, checksOf("Service").note("not tried, because the settings must be corrected first")];
  progress.say("asking the service…");
  // The last part of the time is for starting and printing.
  const left = Math.max(1_000, ends - Date.now() - limitMs * 0.1);
  const [ofService, leftOvers] = await Promise.all([
    checkService(settings, { now: Date.now, open: connect, limitMs: left }),
    checkLeftOvers(settings, stack, left),
  ]);
  return [...before, ...ofService, ...leftOvers];
}

/** A note for each broker and VPC that an interrupted run of the stack has left. Other checks report a failed read. */
async function checkLeftOvers(settings: Settings, stack: string | undefined, timeoutMs: number): Promise<Check[]> {
  if (settings.apiKey === undefined || settings.customerUrl === undefined || stack === undefined) return [];
  const deadline = Date.now() + timeoutMs;
  return withClient(settings, async (client) => {
    const left = await leftOversOf(client, { deadline }, await readResources(stack, { timeoutMs }));
    return left.map((each) => checksOf("Left over").note(cleanLine(explainLeftOver(each.type, each))));
  }).catch(() => []);
}
