import { cleanLine } from "../api";
import { CommandError, defineCommand } from "./command";
import { createEventReader, type EngineEvent } from "./drift/events";
import { createReport, type DriftReport, printReport } from "./drift/report";
import { explainPulumiFailure, oldestCli, runPulumi } from "./pulumi";
import { type Progress, showProgress } from "./terminal";

/** The exit code of Pulumi's own `--expect-no-changes`. */
const driftCode = 7;

const help = `Looks for what was changed outside: compares the state of the stack with the service, and changes neither.

Usage: pulumi-broker drift [--json] [--stack NAME]

Options:
  --json        prints {"drift", "resources": [{"urn", "type", "name", "drift", "properties", "notes"}], "notes"};
                drift of a resource is changed, gone or none; each property has its values in "state" and on the
                "service", or "secret": true in place of both
  --stack NAME  the stack to look at (default: the selected one)
  --help        shows this text

Run it in the folder of your program. It runs "pulumi refresh --preview-only" and shows in a line for each property what
the state has and what the service has, and below that what this package says of it. Secrets are named, never shown.
"pulumi up --refresh" repairs what has drifted.

Exit code: 0 without drift, ${driftCode} with drift, 1 when it could not be found out, 2 when the command was called in a wrong way.`;

/** `pulumi-broker drift`: reports what was changed outside. */
export const drift = defineCommand({
  name: "drift",
  summary: "reports what was changed outside, as a table or as JSON",
  help,
  options: { json: { type: "boolean" }, stack: { type: "string" } },
  run: async ({ json, stack }) => {
    const progress = showProgress();
    const report = await refresh(stack, progress).finally(progress.end);
    console.log(json ? JSON.stringify(report, undefined, 2) : printReport(report));
    return report.drift ? driftCode : 0;
  },
});

/** Runs the refresh, which writes nothing. */
async function refresh(stack: string | undefined, progress: Progress): Promise<DriftReport> {
  const report = createReport();
  let seen = 0;
  let hasEnded = false;
  const onEvent = (event: EngineEvent) => {
    report.add(event);
    if (event.resOutputsEvent) seen += 1;
    if (event.summaryEvent) hasEnded = true;
    progress.say(`reading the stack… ${seen} done`);
  };
  progress.say("starting Pulumi…");
  const run = await runPulumi(
    ["refresh", "--preview-only", "--json", ...(stack === undefined ? [] : ["--stack", stack])],
    // Without this variable the CLI prints one text at the end, which lacks what was seen.
    { env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" }, onText: createEventReader(onEvent) },
  );
  if (run.code !== 0) {
    const [first, ...others] = report.errors;
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    throw new CommandError(first === undefined ? explainPulumiFailure(run) : cleanLine(`${first}${more}`));
  }
  if (!hasEnded) throw new CommandError(`this Pulumi CLI does not tell what it does: ${oldestCli} or later is needed`);
  return report.finish();
}
