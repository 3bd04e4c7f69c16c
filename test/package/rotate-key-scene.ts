import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CommandRun, runCommand, withCli, wrapCli } from "../helpers/command";
import { stackConfigOf, startTestEmulator, type TestEmulator, variablesOf } from "../helpers/emulator";
import { writeStack } from "../helpers/new-stack";
import { temporaryFolder } from "../helpers/paths";
import { offlineEnv, type TestStack, withStack } from "../helpers/stack";

/** The folder of one test. */
export let home = "";
/** The service of a test file, as new for each test. */
export let emulator: TestEmulator;

beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.reset();
  home = temporaryFolder("rotate-key");
  mkdirSync(join(home, "backend"));
});
afterEach(() => rmSync(home, { recursive: true }));

export const keyNow = () => emulator.state().accountKeys.find(({ id }) => id === 1)!.key;
/** Whether the service takes a key. */
export const isAccepted = async (key: string) =>
  (await emulator.call("GET", "/customer/api/regions", { key })).status === 200;

/** The files in which new keys stay until somebody has them. */
export function keptKeys(pulumiHome = join(home, "home")): string[] {
  const folder = join(pulumiHome, "pulumi-broker", "keys");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** The environment of a shell without a stack, whose key is in a variable. */
export function withoutStack(settings: Record<string, string> = {}) {
  const env = { ...offlineEnv(home, join(home, "backend")), ...variablesOf(emulator), ...settings };
  return { cwd: home, env: withCli(env) };
}

/** Runs the command, which asks nothing. */
export const rotate = (shell: { cwd: string; env: Record<string, string> }, ...args: string[]): Promise<CommandRun> =>
  runCommand(["rotate-key", "--yes", ...args], shell);

/** A selected stack that leads to the emulator, and a second one with the same key. */
export const onStacks = (
  body: (stack: TestStack, shell: { cwd: string; env: Record<string, string> }) => Promise<void>,
) =>
  withStack(
    "dev",
    // The test itself reads the key.
    { config: stackConfigOf(emulator), showsSecrets: true },
    async (stack) => {
      const { cwd, env } = stack.shell;
      const { pathname: backend } = new URL(env["PULUMI_BACKEND_URL"] ?? "");
      const config = { "broker:apiKey": { secret: emulator.apiKey } };
      writeStack(backend, cwd, { project: "broker-tests", name: "prod", config });
      writeStack(backend, cwd, { project: "broker-tests", name: "bare", config: {} });
      await stack.cli(["stack", "select", "dev"]);
      await body(stack, { cwd, env: withCli(env) });
    },
  );

/** The key in the configuration of a stack. */
export const configured = async (stack: TestStack, name: string) =>
  (await stack.cli(["config", "get", "broker:apiKey", "--stack", name])).stdout.trim();

/** An environment with a `pulumi` that does `first`, and then what the real one does. */
export const wrapped = (env: Record<string, string>, first: string): Record<string, string> => ({
  ...env,
  PATH: wrapCli(join(home, "bin"), first, env["PATH"]),
});
