import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { withCli } from "../helpers/command";
import { type TestEmulator, variablesOf, withEmulator } from "../helpers/emulator";
import { read, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { waitUntil, watch } from "../helpers/processes";
import { offlineEnv } from "../helpers/stack";

/** Needs the engine: the example runs it through the Automation API. */

/** Below node_modules, so that the script finds its packages as in a project. */
const folder = join(repositoryRoot, "node_modules", ".cache", `automation-${process.pid}`);
const home = temporaryFolder("automation");
const script = join(folder, "index.js");
const hour = 3_600_000;

beforeAll(() => {
  for (const each of [folder, join(home, "backend")]) mkdirSync(each, { recursive: true });
  const source = read("examples/automation/index.ts");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  writeFileSync(script, ts.transpileModule(source, { compilerOptions }).outputText);
});
afterAll(() => {
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
});

interface Report {
  changes: Record<string, number>;
  drift: { drift: boolean; resources: { name: string; properties: unknown[] }[] };
  restarted: boolean;
}

/** Runs the script to its end. */
async function run(emulator: TestEmulator, time: string, settings: Record<string, string> = {}) {
  const env = withCli({ ...offlineEnv(home, join(home, "backend")), ...variablesOf(emulator), ...settings });
  const { code, stdout, stderr } = await watch(spawn(process.execPath, [script, time], { cwd: folder, env })).ended;
  expectNoSecrets({ stdout, stderr }, secretsOf(emulator));
  return { code, stdout, stderr };
}

const reportOf = ({ stdout, stderr }: { stdout: string; stderr: string }): Report => {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Report;
};

test("examples/automation: deploys by its own rule, reports drift, and restarts once in each window", () =>
  withEmulator(
    async (emulator) => {
      const restarts = () => emulator.received("POST", /\/actions\/restart$/).length;
      // A restart lasts until it has been seen.
      emulator.patch({ op: "set", in: "timings", id: 1, fields: { restarting: [100 * hour, 100 * hour] } });
      const runWithRestart = async (time: string) => {
        emulator.clearRequests();
        const running = run(emulator, time);
        const isSeen = () => {
          const paths = emulator.requests().map(({ path }) => path);
          const sent = paths.findIndex((path) => path.endsWith("/actions/restart"));
          return sent >= 0 && paths.slice(sent).filter((path) => path.endsWith("/api/nodes")).length > 2;
        };
        await Promise.race([waitUntil(isSeen, "the restart to be seen"), running]);
        emulator.advance(101 * hour);
        return reportOf(await running);
      };
      // The window is open from two to four o'clock.
      const sunday = (time: string) => `2027-01-03T${time}:00Z`;
      const within = sunday("02:30");
      expect(reportOf(await run(emulator, sunday("01:30")))).toEqual({
        ...{ changes: { create: 3 }, restarted: false },
        drift: { drift: false, resources: [], notes: [] },
      });
      const shop = emulator.state().instances.find(({ name }) => name === "shop");
      expect([shop?.tags, restarts()]).toEqual([["shop"], 0]);

      emulator.patch({ op: "set", in: "instances", id: shop?.id ?? 0, fields: { tags: ["by hand"] } });
      const again = await runWithRestart(within);
      expect([again.changes, again.drift.drift, again.restarted, restarts()]).toEqual([
        ...[{ create: 1, same: 3 }, true, true, 1],
      ]);
      expect(again.drift.resources).toMatchObject([
        { name: "shop", properties: [{ property: "tags", state: ["shop"], service: ["by hand"] }] },
      ]);

      // A job that is retried, or runs once more in the window, restarts nothing again.
      const retried = reportOf(await run(emulator, sunday("03:00")));
      expect([retried.changes, retried.restarted, restarts()]).toEqual([{ same: 4 }, false, 1]);

      emulator.clearRequests();
      const refused = await run(emulator, within, { REGION: "provider-a::region-2" });
      expect(refused).toEqual({
        ...{ code: 1, stdout: "" },
        stderr: "refused: the deployment would delete or replace shop\n",
      });
      expect(emulator.writes()).toEqual([]);
    },
    { speed: 600 },
  ));

test("examples/automation: one line tells of a wrong time and of variables that are not set, and nothing is sent", () =>
  withEmulator(async (emulator) => {
    const { code, stdout, stderr } = await run(emulator, "tomorrow");
    expect([code, stdout, stderr]).toEqual([
      ...[1, "", 'the time must be a date such as 2030-01-20T02:30:00Z, not "tomorrow"\n'],
    ]);
    expect(await run(emulator, "2027-01-03T01:30:00Z", { BROKER_API_KEY: "", BROKER_BASE_URL: "" })).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: "set BROKER_API_KEY, BROKER_BASE_URL in the environment, then run again\n",
    });
    expect(emulator.requests()).toEqual([]);
  }));
