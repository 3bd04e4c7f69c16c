import { isAtLeast } from "../../resources/shared/versions";
import { CommandError } from "../command";
import { explainPulumiFailure, type PulumiRun, runPulumi } from "../pulumi";
import type { Progress } from "../terminal";

/** The oldest Pulumi CLI that imports a dynamic resource. */
const oldestCli = "3.254.0";

/** A resource of this package in the state of a stack. */
export interface StackResource {
  /** The name of the class. */
  type: string;
  id: string;
  name: string;
  urn: string;
}

/** A stack, as `adopt` reads and changes it through the Pulumi CLI. */
export interface Stack {
  name: string;
  /** The beginning of every URN. */
  urnPrefix: string;
}

/** Throws when the Pulumi CLI is too old to import dynamic resources. */
export async function requireCli(): Promise<void> {
  const run = succeeded(await runPulumi(["version"]));
  const version = run.stdout.trim().replace(/^v/, "");
  if (isAtLeast(version, oldestCli)) return;
  throw new CommandError(
    `Pulumi CLI ${version} cannot import dynamic resources: install ${oldestCli} or later (https://www.pulumi.com/docs/install/)`,
  );
}

/** The resources of this package that a stack manages. Secrets stay encrypted. */
export async function readResources(stack: string): Promise<StackResource[]> {
  const run = succeeded(await runPulumi(["stack", "export", "--stack", stack]));
  const { deployment } = JSON.parse(run.stdout) as { deployment?: { resources?: RawResource[] } };
  return (deployment?.resources ?? []).flatMap(({ urn, type, id, external }) => {
    const kind = /^pulumi-nodejs:dynamic\/broker:(\w+)$/.exec(type)?.[1];
    if (kind === undefined || id === undefined || external) return [];
    return [{ type: kind, id, urn, name: urn.split("::").at(-1) ?? "" }];
  });
}

interface RawResource {
  urn: string;
  type: string;
  id?: string;
  external?: boolean;
}

/** The keys of a stack's configuration with their values, secret ones included. */
export async function readConfig(stack: string): Promise<Map<string, string>> {
  const run = succeeded(await runPulumi(["config", "--json", "--show-secrets", "--stack", stack]));
  const all = JSON.parse(run.stdout) as Record<string, { value?: string }>;
  return new Map(Object.entries(all).map(([key, { value = "" }]) => [key, value]));
}

/** Sets a secret of the configuration. The value goes through a pipe, because others can read arguments. */
export async function setSecret(stack: string, key: string, value: string): Promise<void> {
  succeeded(await runPulumi(["config", "set", "--secret", "--raw", "--stack", stack, key], { input: value }));
}

/** Imports the resources of a file, protected. */
export async function importResources(stack: string, path: string, total: number, progress: Progress): Promise<void> {
  let done = 0;
  const onText = (text: string) => {
    done += text.split(/ importe?d? ?\(?|imported/).length - 1;
    progress.say(`importing… ${Math.min(done, total)} of ${total}`);
  };
  const run = await runPulumi(
    [
      "import",
      "--file",
      path,
      "--generate-code=false",
      "--yes",
      "--skip-preview",
      "--suppress-outputs",
      "--stack",
      stack,
    ],
    { onText },
  );
  succeeded(run);
}

/** Runs a preview that must find nothing to change. Returns why it did, or undefined. */
export async function explainChanges(stack: string): Promise<string | undefined> {
  const run = await runPulumi(["preview", "--expect-no-changes", "--suppress-outputs", "--stack", stack]);
  return run.code === 0 ? undefined : explainPulumiFailure(run);
}

function succeeded(run: PulumiRun): PulumiRun {
  if (run.code === 0) return run;
  if (/currently locked/.test(run.stderr)) {
    throw new CommandError(
      'the stack is locked by a run that is under way or was cut off: if none is under way, run "pulumi cancel" and then this command again',
    );
  }
  throw new CommandError(explainPulumiFailure(run));
}
