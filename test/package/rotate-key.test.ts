import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stackConfigOf } from "../helpers/broker-config";
import { type CommandRun, runCommand, startCommand, withCli } from "../helpers/command";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { repositoryRoot } from "../helpers/paths";
import { waitUntil } from "../helpers/processes";
import { cliPath, offlineEnv, type TestStack, withStack } from "../helpers/stack";
import { run } from "./support";

let home = "";
let emulator: TestEmulator;

beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.reset();
  home = realpathSync(mkdtempSync(join(tmpdir(), "rotate-key-")));
  mkdirSync(join(home, "backend"));
});
afterEach(() => rmSync(home, { recursive: true }));

const keyNow = () => emulator.state().accountKeys.find(({ id }) => id === 1)!.key;
const isAccepted = async (key: string) => (await emulator.call("GET", "/customer/api/regions", { key })).status === 200;

/** The files in which new keys stay until somebody has them. */
function keptKeys(pulumiHome = join(home, "home")): string[] {
  const folder = join(pulumiHome, "pulumi-broker", "keys");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** The environment of a shell without a stack, whose key is in a variable. */
function withoutStack(settings: Record<string, string> = {}) {
  const { apiKey, customerUrl, baseUrl } = emulator;
  const usual = { BROKER_API_KEY: apiKey, BROKER_CUSTOMER_URL: customerUrl, BROKER_BASE_URL: baseUrl };
  return { cwd: home, env: withCli({ ...offlineEnv(home, join(home, "backend")), ...usual, ...settings }) };
}

const rotate = (shell: { cwd: string; env: Record<string, string> }, ...args: string[]): Promise<CommandRun> =>
  runCommand(["rotate-key", "--yes", ...args], shell);

/** A selected stack that leads to the emulator, and a second one with the same key. */
const onStacks = (body: (stack: TestStack, shell: { cwd: string; env: Record<string, string> }) => Promise<void>) =>
  withStack(
    "dev",
    async () => {},
    // The test itself reads the key.
    { config: stackConfigOf(emulator), showsSecrets: true },
    async (stack) => {
      await stack.cli(["stack", "init", "prod"]);
      await stack.cli(["config", "set", "--stack", "prod", "--secret", "broker:apiKey"], { input: emulator.apiKey });
      await stack.cli(["stack", "init", "bare"]);
      await stack.cli(["stack", "select", "dev"]);
      await body(stack, { cwd: stack.shell.cwd, env: withCli(stack.shell.env) });
    },
  );

const configured = async (stack: TestStack, name: string) =>
  (await stack.cli(["config", "get", "broker:apiKey", "--stack", name])).stdout.trim();

/** Puts a `pulumi` in front of PATH that does `first`, and then what the real one does. */
function wrapped(env: Record<string, string>, first: string): Record<string, string> {
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "pulumi"), `#!/bin/sh\n${first}\nexec "${cliPath()}" "$@"\n`, { mode: 0o755 });
  return { ...env, PATH: `${bin}:${env["PATH"]}` };
}

test("the key of a stack is replaced there, no line and no argument shows it, and what has the old one is named", () =>
  onStacks(async (stack, { cwd, env }) => {
    const old = emulator.apiKey;
    const run = await rotate({ cwd, env: wrapped(env, `echo "$@" >> ${join(home, "arguments")}`) });
    const fresh = keyNow();
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 0, stdout: "" });
    expect([await isAccepted(old), await isAccepted(fresh), await configured(stack, "dev")]).toEqual([
      false,
      true,
      fresh,
    ]);
    expect(run.stderr.trim().split("\n")).toEqual([
      "The account key was replaced: stack dev has the new one. The old key is refused from now on; it may still stand in:",
      "  - the configuration of stack prod",
      "  - the state of every stack that was deployed with it: until its next up, refresh and destroy need --run-program",
      "  - pipelines, other projects and scripts, and programs that pass it to broker.Provider",
    ]);
    const seen = readFileSync(join(home, "arguments"), "utf8");
    expect(seen).toContain("config set --secret broker:apiKey --stack dev");
    for (const key of [old, fresh])
      expect(run.stderr + seen + readFileSync(join(cwd, "Pulumi.dev.yaml"))).not.toContain(key);
    // The other stack by its name; its key is the dead one, which the environment cannot replace.
    const { env: addresses } = withoutStack();
    const refused = await rotate({ cwd, env: { ...addresses, ...env } }, "--stack", "prod");
    expect(refused).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "the account API refuses the key of stack prod (broker:apiKey): nothing was replaced; set a valid one first\n",
    });
    expect(keyNow()).toBe(fresh);
    // A stack without a key of its own does not get the one of the environment.
    const { env: ofShell } = withoutStack({ BROKER_API_KEY: fresh });
    const ofEnvironment = await rotate({ cwd, env: { ...ofShell, ...env } }, "--stack", "bare");
    expect([ofEnvironment.code, ofEnvironment.stdout]).toEqual([0, `${keyNow()}\n`]);
    expect((await stack.cli(["config", "--json", "--stack", "bare"])).stdout).not.toContain("broker:apiKey");
  }));

test("--print and --json: the key is printed once, or the stack is named that has it", () =>
  onStacks(async (stack, shell) => {
    const old = emulator.apiKey;
    const printed = await rotate(shell, "--print");
    expect([printed.code, printed.stdout]).toEqual([0, `${keyNow()}\n`]);
    expect(printed.stderr).toContain("  - the configuration of stack dev\n");
    expect(printed.stderr).not.toContain(keyNow());
    expect(await configured(stack, "dev")).toBe(old);

    await stack.setConfig("broker:apiKey", keyNow(), { secret: true });
    const json = await rotate(shell, "--stack", "dev", "--json");
    expect(JSON.parse(json.stdout)).toEqual({ stack: "dev", holders: expect.any(Array) });
    expect(json.stdout + json.stderr).not.toContain(keyNow());
    expect(await configured(stack, "dev")).toBe(keyNow());
    const both = await rotate(shell, "--print", "--json");
    expect(JSON.parse(both.stdout)).toMatchObject({ apiKey: keyNow(), holders: expect.arrayContaining([]) });
  }));

/** What a `pulumi` of the test does before it sets a key: the first one is the old key, on trial, the second one is new. */
const whileSetting = (which: "old" | "new", does: string) => {
  const tried = join(home, "tried");
  const isNew = `[ -e ${tried} ]`;
  return `case "$*" in *"config set"*) if ${which === "new" ? isNew : `! ${isNew}`}; then ${does}; fi; touch ${tried};; esac`;
};
const noSpace = `echo "error: no space left on device" >&2; exit 255`;

test("a stack that does not take the new key: it is printed, and the command that sets it is named", () =>
  onStacks(async (stack, { cwd, env }) => {
    const run = await rotate({ cwd, env: wrapped(env, whileSetting("new", noSpace)) });
    expect(keptKeys()).toEqual([]);
    expect([run.code, run.stdout]).toEqual([1, `${keyNow()}\n`]);
    expect(run.stderr).toContain("stack dev did not take the new one: the Pulumi CLI says: no space left on device.\n");
    expect(run.stderr).toContain("set it: pulumi config set --secret broker:apiKey --stack dev\n");
    expect(await configured(stack, "dev")).toBe(emulator.apiKey);
  }));

test("a stack that does not take even the old key: nothing is replaced", () =>
  onStacks(async (_stack, { cwd, env }) => {
    const run = await rotate({ cwd, env: wrapped(env, whileSetting("old", noSpace)) });
    expect(run).toEqual({
      ...{ code: 1, stdout: "" },
      stderr:
        "nothing was replaced, because nobody could take the new key: stack dev does not take a key: the Pulumi CLI says: no space left on device\n",
    });
    expect(keyNow()).toBe(emulator.apiKey);
  }));

test("a key of the environment: the new one is the only line of stdout", async () => {
  const old = emulator.apiKey;
  const { code, stdout, stderr } = await rotate(withoutStack());
  expect([code, stdout]).toEqual([0, `${keyNow()}\n`]);
  expect(await isAccepted(old)).toBe(false);
  expect(stderr).toContain("the new one is printed above, only once");
  expect(stderr).toContain("  - BROKER_API_KEY of this shell\n");
  expect(stderr).not.toMatch(new RegExp(`${old}|${keyNow()}`));
});

/** Runs the command in a shell that does something with its stdout. */
const rotateTo = (redirection: string, option: string, env = withoutStack().env) => {
  const words = [process.execPath, join(repositoryRoot, "dist", "cli", "main.js"), "rotate-key", "--yes", option];
  return run("/bin/sh", ["-c", `"$0" "$@" ${redirection}`, ...words], home, env);
};

const unheard: [redirection: string, says: string][] = [
  [">&-", "stdout is closed, or is /dev/null"],
  ["> /dev/null", "stdout is closed, or is /dev/null"],
  ["> /dev/full", "stdout cannot be written (ENOSPC)"],
];
test.each(unheard.flatMap(([to, says]) => ["--print", "--json"].map((option) => [option, to, says] as const)))(
  "%s %s: nobody could take the new key, so nothing is replaced",
  async (option, redirection, says) => {
    const { code, stderr } = await rotateTo(redirection, option);
    expect([code, stderr]).toEqual([1, `nothing was replaced, because nobody could take the new key: ${says}\n`]);
    expect(keyNow()).toBe(emulator.apiKey);
    expect(keptKeys()).toEqual([]);
  },
);

test("a new key whose reader has gone is in a file for the owner alone, and a line names the file", async () => {
  emulator.fault({ match: { method: "POST" }, fault: { delayMs: 500, real: true } });
  const running = startCommand(["rotate-key", "--yes"], withoutStack());
  await waitUntil(() => emulator.requests().some(({ method }) => method === "POST"), "the rotation");
  running.child.stdout?.destroy();
  const { code, stderr } = await running.ended;
  const [path = "", ...others] = keptKeys();
  expect([code, others, readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([
    ...[1, [], `${keyNow()}\n`, 0o600],
  ]);
  expect(stderr).toBe(
    `The account key was replaced, and the new one could not be printed on stdout: only you can read it, in ${path}. Set it (pulumi config set --secret broker:apiKey < ${path}), and remove that file\n`,
  );
});

test("no place for the new key: nothing is replaced", async () => {
  writeFileSync(join(home, "file"), "");
  const { code, stderr } = await rotate(withoutStack({ PULUMI_HOME: join(home, "file") }));
  expect([code, stderr]).toEqual([
    1,
    `nothing was replaced: the new key could get lost, because ${home}/file/pulumi-broker/keys is no folder that only this user can open; correct that first\n`,
  ]);
  expect(keyNow()).toBe(emulator.apiKey);
});

test("a run that was killed while it had the new key: the next one names the file", () =>
  onStacks(async (_stack, { cwd, env }) => {
    const begun = join(home, "begun");
    const slow = wrapped(env, whileSetting("new", `touch ${begun}; sleep 5; exit 1`));
    const running = startCommand(["rotate-key", "--yes"], { cwd, env: slow });
    await waitUntil(() => existsSync(begun), "the stack to take the key");
    running.child.kill("SIGKILL");
    const [path = ""] = keptKeys(env["PULUMI_HOME"]);
    expect(readFileSync(path, "utf8")).toBe(`${keyNow()}\n`);
    const { code, stderr } = await rotate({ cwd, env });
    expect([code, stderr]).toEqual([
      1,
      `the account API refuses the key of stack dev (broker:apiKey): nothing was replaced; set a valid one first; the new key of an earlier run is in ${path}\n`,
    ]);
    await running.ended;
  }));

test.each([429, 423, 425])(
  "a %i of a gateway that had passed the rotation on: the 401 that follows is unclear",
  async (status) => {
    emulator.fault({ match: { method: "POST" }, fault: { status, actThen: true, headers: { "retry-after": "0" } } });
    const { code, stdout, stderr } = await rotate(withoutStack());
    expect(await isAccepted(emulator.apiKey)).toBe(false);
    expect([code, stdout, keptKeys()]).toEqual([1, "", []]);
    expect(stderr).toMatch(
      /^attempt 2 of the rotation answered 401, and an earlier attempt may have replaced the key\. The old key is refused now, [^\n]*\n$/,
    );
  },
);

test("an interrupt while the key is replaced does not lose it", async () => {
  emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_500, real: true } });
  const running = startCommand(["rotate-key", "--yes"], withoutStack());
  await waitUntil(() => emulator.requests().some(({ method }) => method === "POST"), "the rotation");
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended;
  expect([code, stdout]).toEqual([0, `${keyNow()}\n`]);
  expect(stderr).toContain("The key is being replaced: this ends by itself");
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s while the stack takes the new key does not lose it", (signal) =>
  onStacks(async (stack, { cwd, env }) => {
    const [begun, goOn] = ["begun", "go-on"].map((name) => join(home, name)) as [string, string];
    const slow = whileSetting("new", `touch ${begun}; while [ ! -e ${goOn} ]; do sleep 0.1; done`);
    const running = startCommand(["rotate-key", "--yes"], { cwd, env: wrapped(env, slow), detached: true });
    await waitUntil(() => existsSync(begun), "the stack to take the key");
    // A terminal sends its signals to the command and to what the command has started.
    process.kill(-running.child.pid!, signal);
    writeFileSync(goOn, "");
    const { code, stdout } = await running.ended;
    expect([code, stdout, await configured(stack, "dev")]).toEqual([0, "", keyNow()]);
  }),
);

const lost: [what: string, faults: Parameters<TestEmulator["fault"]>, says: RegExp][] = [
  [
    "after the service acted",
    [{ match: { method: "POST" }, fault: { reset: "after" } }],
    /The old key is refused now, and nobody has seen a new one: see with "npx pulumi-broker doctor" in a minute; if it is refused still, make a new key in the control panel, and set it: pulumi config set --secret broker:apiKey$/m,
  ],
  [
    "before the service acted",
    [{ match: { method: "POST" }, fault: { reset: "before" } }],
    /The old key still works, so the service has not acted so far: .* run this command again/,
  ],
  [
    "and nothing can be looked up",
    [
      { match: { method: "POST" }, fault: { reset: "after" } },
      { match: { method: "GET" }, times: "always", fault: { html: true } },
    ],
    /it is open whether the old key still works: see with "npx pulumi-broker doctor"/,
  ],
];
test.each(lost)(
  "an answer that is lost %s: one line says what may have happened and what to do",
  async (_what, faults, says) => {
    emulator.fault(...faults);
    const { code, stdout, stderr } = await rotate(withoutStack());
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^the answer to the rotation was lost \(got no answer \(ECONNRESET\)\)[^\n]*\n$/);
    expect(stderr).toMatch(says);
    expect(emulator.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(stderr).not.toMatch(new RegExp(`${emulator.apiKey}|${keyNow()}`));
  },
);

test("an answer that is lost: the advice names the stack that has the key, and not the selected one", () =>
  onStacks(async (_stack, { cwd, env }) => {
    emulator.fault({ match: { method: "POST" }, fault: { reset: "after" } });
    // The second stack has the key alone.
    const { env: addresses } = withoutStack({ BROKER_API_KEY: "" });
    const { code, stderr } = await rotate({ cwd, env: { ...addresses, ...env } }, "--stack", "prod");
    expect(code).toBe(1);
    expect(stderr).toMatch(/set it: pulumi config set --secret broker:apiKey --stack prod\n$/);
  }));

test("--print --json: nobody waits for the Pulumi CLI while this process alone has the new key", () =>
  onStacks(async (_stack, { cwd, env }) => {
    const [begun, goOn] = ["begun", "go-on"].map((name) => join(home, name)) as [string, string];
    const slow = `case "$*" in *"stack ls"*) touch ${begun}; while [ ! -e ${goOn} ]; do sleep 0.1; done;; esac`;
    const running = startCommand(["rotate-key", "--yes", "--print", "--json"], { cwd, env: wrapped(env, slow) });
    await waitUntil(() => existsSync(begun), "the search");
    expect(emulator.requests().filter(({ method }) => method === "POST")).toEqual([]);
    writeFileSync(goOn, "");
    const { code, stdout } = await running.ended;
    const holders = expect.arrayContaining(["the configuration of stack dev", "the configuration of stack prod"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { apiKey: keyNow(), holders }]);
  }));

const refusals: [what: string, settings: Record<string, string>, args: string[], code: number, says: RegExp][] = [
  [
    "no key",
    { BROKER_API_KEY: "" },
    [],
    1,
    /^no account key is set: set BROKER_API_KEY, .*there is no Pulumi project here/,
  ],
  [
    "a wrong key",
    { BROKER_API_KEY: "wrong-key" },
    [],
    1,
    /^the account API refuses the key in BROKER_API_KEY: nothing was replaced; set a valid one first$/m,
  ],
  ["no address", { BROKER_CUSTOMER_URL: "" }, [], 1, /broker:customerUrl is not set/],
  ["nobody there", { BROKER_CUSTOMER_URL: "http://127.0.0.1:1/customer" }, [], 1, /nothing listens there/],
  ["a stack in a folder without a project", {}, ["--stack", "dev"], 1, /there is no Pulumi project here/],
  ["an unknown option", {}, ["--key", "x"], 2, /Unknown option '--key'.*pulumi-broker rotate-key --help/],
];
test.each(refusals)("%s is one line, and nothing is replaced", async (_what, settings, args, code, says) => {
  const run = await rotate(withoutStack(settings), ...args);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
  expect(run.stderr).toMatch(/^[^\n]+\n$/);
  expect(run.stderr).toMatch(says);
  expect(keyNow()).toBe(emulator.apiKey);
});

test("without a terminal to ask at, nothing is replaced unless --yes says so", async () => {
  const { code, stdout, stderr } = await runCommand(["rotate-key"], withoutStack());
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^the old key would end at once, and there is no terminal to ask at: add --yes\. [^\n]*\n$/);
  expect([emulator.requests(), keyNow()]).toEqual([[], emulator.apiKey]);
});

test("--help explains it", async () => {
  const { code, stdout } = await rotate(withoutStack(), "--help");
  expect(code).toBe(0);
  for (const text of ["--stack NAME", "--print", "--json", "--yes", "BROKER_API_KEY", "Exit code"])
    expect(stdout).toContain(text);
});
