import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { type CommandRun, runCommand, withCli } from "../helpers/command";
import { startTestEmulator, type TestEmulator, variablesOf } from "../helpers/emulator";
import { languageHost, temporaryFolder } from "../helpers/paths";
import { offlineEnv } from "../helpers/stack";

/** The folder of a test file: each command runs in it. */
export const home = temporaryFolder("doctor");
/** The service of a test file, as new for each test. */
export let emulator: TestEmulator;

beforeAll(async () => {
  mkdirSync(join(home, "backend"));
  emulator = await startTestEmulator();
});
afterAll(async () => {
  await emulator.close();
  rmSync(home, { recursive: true });
});
beforeEach(() => emulator.reset());

/** Enough for a machine that is slow; a case in which nobody answers takes its own time. */
export const patient = ["--timeout", "240"];

/** Runs it in a folder, with a CLI that is whole. */
export const runIn = (cwd: string, env: Record<string, string>, args: string[] = patient) =>
  runCommand(["doctor", ...args], { cwd, env: withCli({ ...env, PATH: `${languageHost}:${env["PATH"]}` }) });

/** Runs it in an empty folder, with settings in the environment. */
export const runWith = (settings: Record<string, string>, args?: string[]): Promise<CommandRun> =>
  runIn(home, { ...offlineEnv(home, join(home, "backend")), ...variablesOf(emulator), ...settings }, args);

/** A key that no service knows. */
export const wrongKey = "a-key-that-nobody-has";

/** The lines of a run as `mark name: text`. No run shows a key. */
export function linesOf(run: CommandRun): string[] {
  expectNoSecrets({ stdout: run.stdout, stderr: run.stderr }, { ...secretsOf(emulator), wrongKey });
  const lines = run.stdout.split("\n\n")[0]?.split("\n") ?? [];
  return lines.map((line) => line.split(/ {2,}|(?<=^FAULT) /)).map(([mark, name, text]) => `${mark} ${name}: ${text}`);
}
