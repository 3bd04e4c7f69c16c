import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { withCli } from "../helpers/command";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { repositoryRoot } from "../helpers/paths";
import { offlineEnv } from "../helpers/stack";

/** Below node_modules, so that the script finds its packages as in a project. */
const folder = join(repositoryRoot, "node_modules", ".cache", `automation-${process.pid}`);
const home = mkdtempSync(join(tmpdir(), "automation-"));
const script = join(folder, "index.js");

beforeAll(() => {
  for (const each of [folder, join(home, "backend")]) mkdirSync(each, { recursive: true });
  const source = readFileSync(join(repositoryRoot, "examples", "automation", "index.ts"), "utf8");
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
function run(emulator: TestEmulator, time: string, settings: Record<string, string> = {}) {
  const { apiKey, customerUrl, baseUrl } = emulator;
  const service = { BROKER_API_KEY: apiKey, BROKER_CUSTOMER_URL: customerUrl, BROKER_BASE_URL: baseUrl };
  const env = withCli({ ...offlineEnv(home, join(home, "backend")), ...service, ...settings });
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, time], { cwd: folder, env }, (error, stdout, stderr) => {
      expectNoSecrets({ stdout, stderr }, secretsOf(emulator));
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const reportOf = ({ stdout, stderr }: { stdout: string; stderr: string }): Report => {
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Report;
};

test("examples/automation: deploys by its own rule, reports drift, and restarts in the window alone", () =>
  withEmulator(
    async (emulator) => {
      const restarts = () => emulator.requests().filter(({ path }) => path.endsWith("/actions/restart")).length;
      // A Sunday, half an hour before and half an hour after the window opens.
      const [before, within] = ["2027-01-03T01:30:00Z", "2027-01-03T02:30:00Z"];
      const made = reportOf(await run(emulator, before));
      expect(made).toEqual({
        ...{ changes: { create: 3 }, restarted: false },
        drift: { drift: false, resources: [], notes: [] },
      });
      const shop = emulator.state().instances.find(({ name }) => name === "shop");
      expect([shop?.tags, restarts()]).toEqual([["shop"], 0]);

      emulator.patch({ op: "set", in: "instances", id: shop?.id ?? 0, fields: { tags: ["by hand"] } });
      const again = reportOf(await run(emulator, within));
      expect([again.changes, again.drift.drift, again.restarted, restarts()]).toEqual([{ same: 3 }, true, true, 1]);
      expect(again.drift.resources).toMatchObject([
        { name: "shop", properties: [{ property: "tags", state: ["shop"], service: ["by hand"] }] },
      ]);

      emulator.clearRequests();
      const refused = await run(emulator, within, { REGION: "provider-a::region-2" });
      expect(refused).toEqual({
        ...{ code: 1, stdout: "" },
        stderr: "refused: the deployment would delete or replace shop\n",
      });
      expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    },
    { speed: 600 },
  ));
