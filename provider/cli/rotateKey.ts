// `cli/commands.ts` lists the command `rotate-key`. Texts may change. The rotation must be sent once, and only when a
// place for the new key is sure, because only one answer has the new key. No log may show the key, because others read
// logs.
import { rmSync } from "node:fs";
import { type Client, explainUnset, isApiError } from "../api";
import { readSettings, type Settings, withClient } from "../config";
import { CommandError, defineCommand, flag, UsageError, value } from "./command";
import { askPulumi } from "./doctor/machine";
import { explainPulumiFailure, listStacks, runPulumi, runsWithin } from "./pulumi";
import { keepKey, listKeptKeys, openKeptKey } from "./rotateKey/keptKey";
import { confirm, explainUnheardStdout, type Progress, printLine } from "./terminal";

const help = `Replaces the account key by a new key with the same role. The old key stops working at once.

Usage: pulumi-broker rotate-key [--stack NAME] [--print] [--json] [--yes]

Options:
  --stack NAME  the stack whose configuration the command uses (default: the selected stack)
  --print       prints the new key, once, and does not change the configuration of the stack
  --json        prints {"stack", "holders"}, or prints {"apiKey", "holders"} if the command prints the new key. "holders"
                lists the places that may still have the old key
  --yes         replaces the key without a question; you need the option if there is no terminal
  --help        shows this text

Run the command in the folder of your program. The command replaces the key of the stack, and stores the new key there
by "pulumi config set --secret". The new key goes through a pipe, so no list of processes shows the new key. If the
stack has no key, the command takes the old key from BROKER_API_KEY, and prints the new key on stdout, and all else on
stderr. At the end, the command prints a line for each place that may still have the old key.

Before the command replaces the key, it checks that it can store the new key in the stack, or print the new key. The check
sets the old key in the stack once more, or checks that stdout is open. Until the new key is stored or printed, the
command keeps the new key in a file that only you can read. The file is in ~/.pulumi/pulumi-broker/keys, or in
pulumi-broker/keys of the folder PULUMI_HOME. If the command can neither store nor print the new key, the file stays,
and the command prints its path.

If the answer of the service is lost, a line says whether the old key still works. If the old key does not work, the
line says what to do.

Exit code: 0 when the command replaced the key. 1 when it did not, or when nobody knows whether it did. 1 also when the
stack did not take the new key (the command then prints the key), or when the command could not print the key. 2 when you
called the command wrongly.`;

/** How long each request, and all questions of one sort to the Pulumi CLI may take. */
const limitMs = 60_000;

export const rotateKey = defineCommand({
  name: "rotate-key",
  summary: "replaces the account key, and lists what still has the old key",
  help,
  options: { json: flag, print: flag, stack: value, yes: flag },
  run: async ({ json, print, stack, yes }, progress) => {
    if (!yes && !process.stdin.isTTY)
      throw new UsageError(
        "this command would end the old key at once. There is no terminal, so the command cannot ask whether you agree: to agree, add --yes.",
      );
    progress.say("asking the Pulumi CLI…");
    const key = await findKey(stack);
    progress.end();
    const question = `replace the account key ${whereIs(key.owner)}? The old key stops working at once`;
    if (!yes && !(await confirm(question)))
      throw new CommandError(
        'this command did not replace the account key, because your answer was not "yes": run again to replace the key',
      );
    progress.say("looking for places that have the old key…");
    // The search comes first, because after the rotation only this process has the new key.
    const target = print ? undefined : key.owner;
    const holders = await findHolders(key.settings.apiKey, target);
    const why = target === undefined ? explainUnheardStdout() : await store(key.settings.apiKey, target);
    if (why !== undefined) {
      const taker = target === undefined ? "" : `stack ${target} does not accept a key: `;
      throw new CommandError(
        `this command did not replace the account key, because the command has no place to store the new key: ${taker}${why}`,
      );
    }
    progress.say("replacing the key…");
    return withoutInterrupts(() => replaceKey({ ...key, target, holders, json: json ?? false, progress }));
  },
});

interface OldKey {
  settings: Settings & { apiKey: string };
  /** The stack that has the old key; absent where the environment has it. */
  owner: string | undefined;
}

interface Replacing extends OldKey {
  /** The stack that gets the new key; absent where the key is printed. */
  target: string | undefined;
  /** The other places that may have the old key, a line for each. */
  holders: readonly string[];
  json: boolean;
  progress: Progress;
}

/** Replaces the key, hands the new key over, and lists the places that may have the old key. Returns the exit code. */
async function replaceKey({ settings, owner, target, holders: others, json, progress }: Replacing): Promise<number> {
  const kept = openKeptKey();
  const fresh = await rotate(settings, owner).catch((error: unknown) => {
    rmSync(kept, { force: true });
    throw error;
  });
  const isKept = keepKey(kept, fresh);
  const refusal = target === undefined ? undefined : await store(fresh, target);
  const isStored = target !== undefined && refusal === undefined;
  progress.end();
  const holders = [...(refusal === undefined ? [] : [`the configuration of stack ${target}`]), ...others];
  const result = { ...(isStored ? { stack: target } : { apiKey: fresh }), holders };
  const text = json ? JSON.stringify(result, undefined, 2) : isStored ? undefined : fresh;
  const isRead = text === undefined || (explainUnheardStdout() === undefined && (await printLine(text)));
  if (!isStored && !isRead) {
    // A log is no place for the key.
    const where = isKept
      ? `. The new key is in the file ${kept}, which only you can read. Set the new key (${commandFor(owner)} < ${kept}), then remove the file`
      : `, so nobody has seen the new key: ${makeAnother(owner)}`;
    console.error(`The account key was replaced, but the new key could not be printed on stdout${where}`);
    return 1;
  }
  rmSync(kept, { force: true });
  if (refusal !== undefined) {
    console.error(`The account key was replaced, but stack ${target} did not accept the new key: ${refusal}.`);
    console.error(`Keep the new key, which is printed only once, and set the new key with: ${commandFor(target)}`);
  } else if (!json) {
    const where = isStored ? `stack ${target} has the new key` : "the new key is printed above, and is not shown again";
    console.error(
      `The account key was replaced: ${where}. The old key is refused from now on, but these places may still have it:`,
    );
    for (const holder of holders) console.error(`  - ${holder}`);
  }
  return refusal === undefined ? 0 : 1;
}

const commandFor = (stack: string | undefined) =>
  `pulumi config set --secret broker:apiKey${stack === undefined ? "" : ` --stack ${stack}`}`;

const makeAnother = (owner: string | undefined) =>
  `make a new key in the control panel, and set the new key with: ${commandFor(owner)}`;

const whereIs = (owner: string | undefined) => (owner === undefined ? "in BROKER_API_KEY" : `of stack ${owner}`);

async function findKey(stack: string | undefined): Promise<OldKey> {
  const found = await askPulumi(stack, limitMs);
  const fault = found.checks.find(({ state }) => state === "fault")?.text;
  if (stack !== undefined && found.stack === undefined)
    throw new CommandError(
      fault ?? `there is no stack ${stack}: run "pulumi stack ls" to list the stacks of this project`,
    );
  if (found.unread !== undefined) throw new CommandError(found.unread);
  const { settings, problems } = readSettings((key) => found.config[key]?.value, process.env);
  if (problems.length > 0) throw new CommandError(problems.join("; "));
  const { apiKey, customerUrl } = settings;
  if (apiKey === undefined) {
    const why = fault === undefined ? "" : `; ${fault}`;
    throw new CommandError(`no account key is set: set BROKER_API_KEY, or broker:apiKey in the stack${why}`);
  }
  if (customerUrl === undefined) throw new CommandError(explainUnset("broker:customerUrl"));
  const owner = found.config["broker:apiKey"]?.value ? found.stack : undefined;
  return { settings: { ...settings, apiKey }, owner };
}

/** Sends the rotation, once, and returns the new key. */
async function rotate(settings: Settings, owner: string | undefined): Promise<string> {
  try {
    const send = ({ operations }: Client) => operations.accountKey.rotate({ timeoutMs: limitMs });
    return (await withClient(settings, send)).apikey;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const isRefused = error.kind === "auth" && error.fields.connection === undefined;
    // A gateway that asked to wait may have passed the first attempt on. The service then refuses the replaced key.
    if (isRefused && error.attempts === 1) {
      const key = `${whereIs(owner)}${owner === undefined ? "" : " (broker:apiKey)"}`;
      const kept = listKeptKeys().map((path) => `; the new key of an earlier run is in ${path}`);
      throw new CommandError(
        `the account API refuses the key ${key}: replace this key by a valid key, then run again${kept.join("")}`,
      );
    }
    const { problem } = error.fields;
    const what = isRefused ? `attempt ${error.attempts}: ${problem}` : `the answer was lost: ${problem}`;
    throw new CommandError(error.ambiguous || isRefused ? await explainLost(settings, owner, what) : error.message);
  }
}

/** Says in one line what became of a rotation whose answer was lost, as far as the old key shows it. */
async function explainLost(settings: Settings, owner: string | undefined, lost: string): Promise<string> {
  try {
    await withClient(settings, ({ operations }) => operations.regions.list({}, { timeoutMs: limitMs }));
    return `the old key works, so the service has not replaced the key yet. Perhaps the service replaces the key later (${lost}): wait a minute, then run this command again`;
  } catch (error) {
    if (isApiError(error) && error.kind === "auth") {
      // A single refusal may come from a gateway that is out of order.
      return `the service now refuses the old key, so perhaps the service has replaced the key (${lost}). This command received no new key: wait a minute, then run "npx pulumi-broker doctor". If the service still refuses the old key, ${makeAnother(owner)}`;
    }
    return `the service may have replaced the key (${lost}), and it is unknown whether the old key still works: run "npx pulumi-broker doctor". If the service refuses the old key, ${makeAnother(owner)}`;
  }
}

/** A line for each place but the stack `except` that has the old key. A stack that cannot be read gets a line, too. */
async function findHolders(oldKey: string, except: string | undefined): Promise<string[]> {
  const ask = runsWithin(limitMs);
  const stacks = await listStacks({ timeoutMs: limitMs }).catch(() => []);
  const lines = process.env["BROKER_API_KEY"] === oldKey ? ["BROKER_API_KEY of this shell"] : [];
  // The stacks of this project are asked in turn, because there may be dozens.
  for (const name of stacks.filter((each) => each !== except)) {
    const run = await ask("config", "get", "broker:apiKey", "--stack", name).catch(() => undefined);
    if (run?.code === 0) {
      if (run.stdout.trim() === oldKey) lines.push(`the configuration of stack ${name}`);
    } else if (!/not found/.test(run?.stderr ?? "")) {
      lines.push(`the configuration of stack ${name}, which cannot be read here`);
    }
  }
  return [
    ...lines,
    "the state of every stack that was deployed with the old key. Until the next pulumi up of such a stack, pulumi refresh and pulumi destroy need --run-program",
    "pipelines, scripts and other projects, and each program that passes the old key to broker.Provider",
  ];
}

/** Sets the new key in the stack, through a pipe. Returns the reason where that failed. */
async function store(key: string, stack: string): Promise<string | undefined> {
  const args = ["config", "set", "--secret", "broker:apiKey", "--stack", stack];
  try {
    const run = await runPulumi(args, { input: key, timeoutMs: limitMs, isShielded: true });
    return run.code === 0 ? undefined : explainPulumiFailure(run);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs `work` to its end in spite of Ctrl-C and a closed terminal: the new key would be lost with this process. */
async function withoutInterrupts<T>(work: () => Promise<T>): Promise<T> {
  const ignore = () => console.error("The key is being replaced: this command ends by itself within a minute or two.");
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, ignore);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}
