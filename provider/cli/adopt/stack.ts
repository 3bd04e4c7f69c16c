// `stages.ts`, `session.ts`, `cli/doctor.ts` and `map/` run the Pulumi CLI on a stack with this file. Flags may change.
// No argument may show a secret, because other users can read arguments. A state in an unknown form must not count as
// empty, because `adopt` would then take over things that the stack has.
import { cleanLine, tryParse } from "../../api";
import { nameInUrn } from "../../framework/kind/tokens";
import { isAtLeast } from "../../resources/shared/versions";
import { CommandError } from "../command";
import { createEventReader, type EngineEvent, type StepMetadata } from "../drift/events";
import { explainPulumiFailure, outputOf, runPulumi } from "../pulumi";
import type { Progress } from "../terminal";
import type { Secret } from "./thing";

/** The oldest Pulumi CLI that imports a dynamic resource. */
const oldestImportingCli = "3.254.0";

/** A resource of this package in the state of a stack. */
export interface StackResource {
  /** The name of the class. */
  type: string;
  id: string;
  name: string;
  urn: string;
  /** The VPC that the service has made for an instance: by `vpcSubnet`, or for its private connectivity. */
  vpc?: string;
  /** True for what the program only reads, with `get`. */
  isRead?: true;
}

/** Throws when the Pulumi CLI is too old to import dynamic resources. */
export async function requireCli(): Promise<void> {
  const version = (await outputOf(["version"])).trim().replace(/^v/, "");
  if (isAtLeast(version, oldestImportingCli)) return;
  throw new CommandError(
    `Pulumi CLI ${version} cannot import dynamic resources: install version ${oldestImportingCli} or later (https://www.pulumi.com/docs/install/)`,
  );
}

export const readResources = async (stack: string, limit?: { timeoutMs: number }): Promise<StackResource[]> =>
  (await readState(stack, limit)).filter(({ isRead }) => !isRead);

/** The resources in a stack's state. Secrets stay encrypted, so that no lock or missing passphrase stops the read. */
export async function readState(stack: string, limit?: { timeoutMs: number }): Promise<StackResource[]> {
  const run = await runPulumi(["stack", "export", "--stack", stack], limit);
  const fail = (why: string) => new CommandError(cleanLine(`cannot read the state of stack ${stack}: ${why}`));
  if (run.code !== 0) throw fail(explainPulumiFailure(run));
  const { deployment } = (tryParse(run.stdout) ?? {}) as { deployment?: { resources?: StateEntry[] | null } | null };
  const resources = deployment === undefined ? undefined : (deployment?.resources ?? []);
  if (!Array.isArray(resources)) throw fail("this version of pulumi-broker does not understand the state");
  return resources.flatMap(({ urn = "", type = "", id, external, inputs, outputs }): StackResource[] => {
    const kind = kindOf(type);
    if (kind === undefined || id === undefined) return [];
    const resource = { type: kind, id, urn, name: nameInUrn(urn) };
    if (external === true) return [{ ...resource, isRead: true }];
    const isMade = kind === "Instance" && inputs?.vpc === undefined && typeof outputs?.vpc === "string";
    return [{ ...resource, ...(isMade && { vpc: `${outputs?.vpc}` }) }];
  });
}

/** The class that a type token of this package names; undefined for any other token. */
export const kindOf = (token: string) => /^(?:pulumi-nodejs:dynamic\/broker|broker:index):(\w+)$/.exec(token)?.[1];

/** A resource of a state, as far as it is read. */
interface StateEntry {
  urn?: string;
  type?: string;
  id?: string;
  external?: boolean;
  inputs?: { vpc?: unknown };
  outputs?: { vpc?: unknown };
}

/** The keys of a stack's configuration with their values, secret ones included. */
export async function readConfig(stack: string): Promise<Map<string, string>> {
  const output = await outputOf(["config", "--json", "--show-secrets", "--stack", stack]);
  const all = JSON.parse(output) as Record<string, { value?: string }>;
  return new Map(Object.entries(all).map(([key, { value = "" }]) => [key, value]));
}

/** The text by which `config set-all` takes secrets. */
const jsonOf = (secrets: readonly Secret[]) =>
  JSON.stringify(Object.fromEntries(secrets.map(({ key, value }) => [key, { value, secret: true }])));

/** The secrets in a part for each run of the CLI: a hundred short secrets, which fit a variable, or one long secret. */
export function splitSecrets(secrets: readonly Secret[]): Secret[][] {
  const isShort = (secret: Secret) => Buffer.byteLength(jsonOf([secret])) <= 300;
  const short = secrets.filter(isShort);
  const parts = secrets.filter((secret) => !isShort(secret)).map((secret) => [secret]);
  for (let at = 0; at < short.length; at += 100) parts.push(short.slice(at, at + 100));
  return parts;
}

/** Sets a part of the secrets of the configuration. No argument shows a value. */
export async function setSecrets(stack: string, secrets: readonly Secret[]): Promise<void> {
  const [{ key, value }, ...others] = secrets as [Secret, ...Secret[]];
  const alone = ["config", "set", "--secret", "--raw", "--stack", stack, key];
  const together = ["config", "set-all", "--stack", stack];
  await (others.length === 0 ? outputOf(alone, { input: value }) : outputOf(together, { json: jsonOf(secrets) }));
}

/** Imports the resources of a file, protected. */
export async function importResources(stack: string, path: string, total: number, progress: Progress): Promise<void> {
  let done = 0;
  const onText = (text: string) => {
    done += text.split(" imported").length - 1;
    progress.say(`importing… ${Math.min(done, total)} of ${total}`);
  };
  const flags = ["--generate-code=false", "--yes", "--skip-preview", "--suppress-outputs"];
  await outputOf(["import", "--file", path, ...flags, "--stack", stack], { onText });
}

/** Runs a preview, and returns the steps that `up` would change. `before` begins the line of a failed preview. */
export async function previewSteps(stack: string, before = ""): Promise<StepMetadata[]> {
  const changes: StepMetadata[] = [];
  const errors: string[] = [];
  const onEvent = ({ resourcePreEvent, diagnosticEvent }: EngineEvent) => {
    const step = resourcePreEvent?.metadata;
    if (step !== undefined && !["same", "read"].includes(step.op)) changes.push(step);
    if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message);
  };
  const run = await runPulumi(["preview", "--json", "--stack", stack], { onText: createEventReader(onEvent) });
  if (run.code === 0) return changes;
  // The last error sums up what the errors before it say.
  const first = errors.find((each) => !/one or more errors occurred/i.test(each)) ?? errors[0];
  const why = first === undefined ? explainPulumiFailure(run) : withoutStack(first.replace(/^Preview failed: /, ""));
  throw new CommandError(
    cleanLine(`${before}the preview failed: ${why}; correct the program and run this command again`),
  );
}

/** Runs an update without changes: the state then has the order of deletes, too, which an import cannot record. */
export async function recordOrder(stack: string): Promise<void> {
  await outputOf(["up", "--yes", "--skip-preview", "--suppress-outputs", "--stack", stack]);
}

/** The first lines of an error, without the lines of its stack trace. */
function withoutStack(message: string): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "" && !/^\s+at /.test(line));
  return lines.slice(0, 3).join(" ");
}
