import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expectNoSecrets } from "../helpers/canaries";
import { wrapCli } from "../helpers/command";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { languageHost, read, temporaryFolder } from "../helpers/paths";
import { watch } from "../helpers/processes";
import { offlineEnv } from "../helpers/stack";
import type { Ended } from "../helpers/user-project";
import { compilerOptions, mustRun, pack, placePackage, pulumiPackage } from "../helpers/user-project";
import { commandsOf, githubJobs, gitlabJobs, type Job } from "./pipeline-jobs";
import { blocksIn } from "./readme-blocks";

/** The commands of the pipelines and of docs/pipelines.md, in the order in which a project runs them. */

const folder = temporaryFolder("package");
const project = join(folder, "shop");
const backend = join(folder, "state");
const passphrase = "canary-passphrase-of-the-pipeline";
const github = githubJobs(read("examples/pipelines/github-actions.yml"), {
  "github.event.number": "12",
  "secrets.PULUMI_BACKEND_URL": `file://${backend}`,
  "secrets.PULUMI_CONFIG_PASSPHRASE": passphrase,
});
const gitlab = gitlabJobs(read("examples/pipelines/gitlab-ci.yml"), { CI_MERGE_REQUEST_IID: "12" });
const summaryFile = "GITHUB_STEP_SUMMARY";
const page = blocksIn(read("docs/pipelines.md"));

const program = `
import * as broker from "pulumi-broker";

const network = new broker.Vpc("network", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
new broker.Instance("shop", { plan: "clustered-medium-1", region: "provider-a::region-1", vpc: network });
`;

let shell: Record<string, string> = {};
let printed = "";

beforeAll(async () => {
  for (const each of [project, backend]) mkdirSync(each);
  writeFileSync(join(project, "package.json"), '{ "name": "shop", "private": true }');
  const { tarball } = await pack(folder);
  // The first job installs by the lock. Until then the packages are in place without npm.
  const flags = ["--package-lock-only", "--prefer-offline", "--no-audit", "--no-fund"];
  await mustRun("npm", ["install", ...flags, tarball, pulumiPackage, "typescript@5.9.3"], project);
  await placePackage(join(project, "node_modules"));
  writeFileSync(join(project, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  writeFileSync(join(project, "index.ts"), program);
  const { PULUMI_BACKEND_URL: _, PULUMI_CONFIG_PASSPHRASE: __, NODE_OPTIONS: ___, ...offline } = offlineEnv(folder, "");
  const path = [languageHost, process.env["PATH"]].join(delimiter);
  shell = {
    ...offline,
    [summaryFile]: join(folder, "summary.md"),
    PATH: wrapCli(join(folder, "bin"), 'set -- --non-interactive --color never "$@"', path),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** Runs a script as a pipeline does: a shell that ends at the first command that fails, and no terminal. */
async function bash(script: string, env: Record<string, string>, input = ""): Promise<Ended> {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: project,
    env: { ...shell, ...env },
  });
  child.stdin.on("error", () => {}).end(input);
  // The output ends with the emulator that a script starts.
  const { code, stdout, stderr } = await watch(child).ended;
  printed += stdout + stderr;
  return { code: code ?? 1, stdout, stderr };
}

/** Runs a job to its end, or to the first script that fails. The packages are installed by the first job alone. */
async function runJob(name: string, { env, scripts }: Job, options = { install: false }): Promise<Ended> {
  let last: Ended = { code: 0, stdout: "", stderr: "" };
  for (const script of scripts.filter((each) => options.install || each !== "npm ci")) {
    const { stdout, ...ended } = await bash(script, env);
    last = { ...ended, stdout: last.stdout + stdout };
    if (last.code !== 0) break;
  }
  return { ...last, stderr: `${name}: ${last.stderr}` };
}

const shown = () => readFileSync(join(folder, "summary.md"), "utf8");

/** The line of Pulumi's summary on what was done, such as `+ 3 created`. */
const summary = ({ stdout }: Ended) => stdout.match(/^ +[+~-] \d+ .*$/gm)?.map((line) => line.trim()) ?? [];

const pageCommands = (section: string) =>
  page.filter((block) => block.section === section).flatMap(({ code }) => code.trim().split("\n"));

test("both pipelines run the same commands in jobs of the same names", () => {
  const commands = (jobs: Record<string, Job>) =>
    // GitLab shows no summary of a job: it keeps the file.
    Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [name, commandsOf(job).filter((line) => !line.includes(summaryFile))]),
    );
  expect(commands(gitlab)).toEqual(commands(github));
  expect(Object.keys(github)).toEqual(["try", "preview", "deploy", "drift", "outside"]);
  expect(gitlab["try"]?.env).toEqual(github["try"]?.env);
});

// The jobs install the package and run the CLI a dozen times, which takes long where the machine has other work.
jest.setTimeout(1_800_000);

test("a pull request, a merge, and a night with a change from outside", () =>
  withEmulator(
    async (emulator) => {
      const job = (name: string) => github[name] as Job;
      const secrets = job("deploy").env;
      await setUpAtTheDesk(emulator, secrets);
      emulator.clearRequests();

      const tried = await runJob("try", job("try"), { install: true });
      expect({ ...tried, changes: summary(tried) }).toMatchObject({
        code: 0,
        changes: ["+ 3 to create", "+ 3 created", "- 3 to delete", "- 3 deleted"],
        stdout: expect.stringContaining("No drift: everything matches the state."),
      });
      // The stack of the pull request was on an emulator of its own.
      expect(emulator.requests()).toEqual([]);

      const previewed = await runJob("preview", job("preview"));
      expect([previewed.code, summary(previewed)]).toEqual([0, ["+ 3 to create"]]);
      expect(shown()).toMatch(/^```mermaid\nflowchart LR\n[\s\S]*"shop<br\/>[\s\S]*would be made[\s\S]*```\n/);
      expect(emulator.state().instances).toHaveLength(2);

      const deployed = await runJob("deploy", job("deploy"));
      expect([deployed.code, summary(deployed).at(-1)]).toEqual([0, "+ 3 created"]);
      const shop = emulator.state().instances.find(({ name }) => name === "shop");
      expect(shop).toMatchObject({ plan: "clustered-medium-1" });

      emulator.patch({ op: "set", in: "instances", id: shop?.id ?? 0, fields: { tags: ["by hand"] } });
      expect((await runJob("drift", job("drift"))).code).toBe(7);
      const named = await bash(pageCommands("Drift").join("\n"), secrets);
      expect([named.code, named.stdout]).toEqual([0, "shop\n"]);

      expect((await runJob("outside", job("outside"))).code).toBe(7);
      expect(readFileSync(join(project, "outside.md"), "utf8")).toMatch(
        /^\| TYPE \| ID \| NAME \|\n\| --- \| --- \| --- \|\n/,
      );

      expect((await bash(pageCommands("When a run was cut off").join("\n"), secrets)).code).toBe(0);
      expectNoSecrets({ printed }, { passphrase, account: emulator.apiKey });
    },
    { speed: 600 },
  ));

/** What the page tells to do once, with a person's answers to its questions. */
async function setUpAtTheDesk(emulator: TestEmulator, env: Record<string, string>): Promise<void> {
  const answers: Record<string, string> = { customerUrl: emulator.customerUrl, baseUrl: emulator.baseUrl };
  const lines = pageCommands("Once, at your desk");
  expect(lines).toHaveLength(5);
  for (const line of lines) {
    const [, key = ""] = /broker:(\w+) <url>$/.exec(line) ?? [];
    const done = await bash(line.replace("<url>", answers[key] ?? ""), env, `${emulator.apiKey}\n`);
    expect({ line, ...done }).toMatchObject({ code: 0 });
  }
  expect(readFileSync(join(project, "Pulumi.production.yaml"), "utf8")).not.toContain(emulator.apiKey);
}

test("every block of the page is run here", () =>
  expect(page.map(({ section, language }) => `${section}: ${language}`)).toEqual([
    "Once, at your desk: sh",
    "Drift: sh",
    "When a run was cut off: sh",
  ]));
