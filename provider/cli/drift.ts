// `cli/commands.ts` lists the command `drift`. Options may be added. `--preview-only` must stay, because the command
// must not change the state. Exit code 7 and the JSON form must stay, because scripts use both.
import { cleanLine } from "../api";
import { CommandError, defineCommand, flag, readFormat, value } from "./command";
import { createEventReader } from "./drift/events";
import { createReport, printReport } from "./drift/report";
import { looks } from "./markdown";
import { explainPulumiFailure, oldestCli, runPulumi } from "./pulumi";
import type { Progress } from "./terminal";

/** The exit code of Pulumi's own `--expect-no-changes`. */
const driftCode = 7;

const help = `Looks for drift: changes that somebody made outside Pulumi.
The command compares the state of the stack with the service, and changes neither the state nor the service.

Usage: pulumi-broker drift [--format FORMAT | --json] [--stack NAME] [--run-program]

Options:
  --format FORMAT
                 table (default), json, or markdown for a comment on a pull request or the summary of a job
  --json         prints, as --format json does, {"drift", "resources": [{"urn", "type", "name", "drift", "properties", "notes"}], "notes"}.
                 In each resource, "drift" is "changed", "gone" or "none". For each property, the field "state" has the
                 value in the state, and the field "service" has the value on the service. A secret property has
                 "secret": true in place of these two fields
  --stack NAME   the stack to look at (default: the selected stack)
  --run-program  runs the program, and takes the key and the addresses from the present configuration. Without this
                 option, the command takes the key and the addresses from the state. After a change of the account key,
                 you need the option until you have run "pulumi up"
  --help         shows this text

Run the command in the folder of your program. The command runs "pulumi refresh --preview-only". For each changed
property, one line shows what the state has and what the service has. Below all these lines, the command prints what
this package says about the changes. The command names secret properties, and never shows their values.
"pulumi up --refresh" repairs drift. If the stack has no resources, a note says that there was nothing to compare.

Exit code: 0 without drift, ${driftCode} with drift, 1 when the command could not find out, 2 when you called the command wrongly.`;

export const drift = defineCommand({
  name: "drift",
  summary: "reports what was changed outside Pulumi, as a table, JSON or Markdown",
  help,
  options: { format: value, json: flag, "run-program": flag, stack: value },
  run: async ({ format: given, json, stack, "run-program": runProgram }, progress) => {
    const format = readFormat(["table", "json", "markdown"], given, json);
    const options = [...(stack === undefined ? [] : ["--stack", stack]), ...(runProgram ? ["--run-program"] : [])];
    const { report, isEmpty } = await refresh(options, progress);
    if (isEmpty) report.notes.push(`${await describeStack(stack)} has no resources: nothing was compared`);
    const isJson = format === "json";
    progress.print(isJson ? JSON.stringify(report, undefined, 2) : printReport(report, isEmpty, looks[format]));
    return report.drift ? driftCode : 0;
  },
});

async function describeStack(stack: string | undefined): Promise<string> {
  if (stack !== undefined) return cleanLine(`stack ${stack}`);
  const run = await runPulumi(["stack", "--show-name"], { timeoutMs: 60_000 });
  return run.code === 0 ? cleanLine(`stack ${run.stdout.trim()}`) : "the selected stack";
}

/** Runs the refresh, which writes nothing. */
async function refresh(options: readonly string[], progress: Progress) {
  const report = createReport();
  let seen = 0;
  let isEmpty = true;
  let hasEnded = false;
  progress.say("starting Pulumi…");
  const onText = createEventReader((event) => {
    report.add(event);
    const step = event.resOutputsEvent?.metadata;
    if (step !== undefined) seen += 1;
    // Nobody can change the stack itself or a provider outside.
    if (step !== undefined && !/^pulumi:(pulumi:Stack$|providers:)/.test(step.type)) isEmpty = false;
    if (event.summaryEvent) hasEnded = true;
    progress.say(`reading the stack… ${seen} done`);
  });
  const run = await runPulumi(["refresh", "--preview-only", "--json", ...options], { onText });
  if (run.code !== 0) {
    const [first, ...others] = report.errors;
    const more = others.length > 0 ? `; further errors: ${others.length}` : "";
    throw new CommandError(first === undefined ? explainPulumiFailure(run) : cleanLine(`${first}${more}`));
  }
  if (!hasEnded)
    throw new CommandError(
      `this Pulumi CLI does not report the steps of a refresh: install version ${oldestCli} or later`,
    );
  return { report: report.finish(), isEmpty };
}
