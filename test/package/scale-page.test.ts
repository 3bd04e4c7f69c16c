import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { parse } from "yaml";
import { wrapCli } from "../helpers/command";
import { type TestEmulator, variablesOf, withEmulator } from "../helpers/emulator";
import { languageHost, read, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { offlineEnv } from "../helpers/stack";
import { compileIn, compilerOptions, type Ended, linkPackages, projectTemplate, run } from "../helpers/user-project";
import { blocksIn } from "./readme-blocks";

/** The programs and commands of docs/scale.md as they stand there, on the real engine. */

const page = read("docs/scale.md");
const blocks = blocksIn(page);
const home = temporaryFolder("package");
const repository = join(home, "brokers");
const backend = join(home, "state");
const programs = blocks.filter(({ language }) => language === "typescript").map(({ code }) => code);
const [setUp = "", everyStack = ""] = blocks.filter(({ language }) => language === "sh").map(({ code }) => code);

beforeAll(async () => {
  for (const each of [repository, backend]) mkdirSync(each);
  // As a workspace installs: the packages lie above both projects.
  linkPackages(join(home, "node_modules"));
  const files: string[] = [];
  for (const program of programs) {
    const [, file = "", project = ""] = /^\/\/ ((\w+)\/index\.ts)\n/.exec(program) ?? [];
    mkdirSync(join(repository, project));
    const template = projectTemplate(project);
    for (const [name, text] of Object.entries(template)) writeFileSync(join(repository, project, name), text);
    writeFileSync(join(repository, file), program);
    files.push(file);
  }
  writeFileSync(join(repository, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await compileIn(repository);
  wrapCli(join(home, "bin"), 'set -- --non-interactive --color never "$@"');
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

/** Runs a block as a shell of the reader does, which ends at the first command that fails. */
function bash(script: string, folder: string, emulator: TestEmulator): Promise<Ended> {
  const { PULUMI_BACKEND_URL: _, ...offline } = offlineEnv(home, backend);
  const commands = join(repositoryRoot, "node_modules", ".bin");
  const path = [join(home, "bin"), commands, languageHost, dirname(process.execPath)];
  const env = { ...offline, ...variablesOf(emulator), PATH: [...path, process.env["PATH"]].join(delimiter) };
  return run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], folder, env);
}

test("every block of the page is run or checked here", () =>
  expect(blocks.map(({ language }) => language)).toEqual(["typescript", "typescript", "sh", "sh", "yaml"]));

test("the networks of one stack carry the brokers of others, and drift is looked for in all", () =>
  withEmulator(
    async (emulator) => {
      const made = await bash(setUp.replace("<backend>", `file://${backend}`), repository, emulator);
      expect(made).toMatchObject({ code: 0 });
      const { vpcs, instances, alarms } = emulator.state();
      const network = new Map(vpcs.map(({ id, name }) => [id, name]));
      const brokers = instances.slice(2);
      expect(brokers.map(({ name, vpc_id }) => [name, network.get(vpc_id ?? 0)]).sort()).toEqual([
        ["billing-ledger", "billing"],
        ["orders-invoices", "orders"],
        ["orders-shop", "orders"],
      ]);
      for (const { id } of brokers) {
        expect(
          alarms.filter(({ instance_id, recipients }) => instance_id === id && recipients.length > 0),
        ).toHaveLength(6);
      }

      const teams = join(repository, "teams");
      emulator.patch({ op: "set", in: "instances", id: brokers[0]!.id, fields: { tags: ["by hand"] } });
      expect(await bash(everyStack, teams, emulator)).toMatchObject({ code: 123 });
      const reports = ["orders", "billing"].map((stack) => {
        const { drift } = JSON.parse(readFileSync(join(teams, `drift-${stack}.json`), "utf8")) as { drift: boolean };
        return drift;
      });
      expect(reports).toEqual([true, false]);
      expect(readdirSync(teams).filter((name) => name.startsWith("drift-"))).toHaveLength(2);
    },
    { speed: 600 },
  ));

test("the table of requests is the count of the bench, for 2,000 brokers", () => {
  const targets = JSON.parse(read("bench/targets.json")) as {
    id: string;
    metric: string;
    target: number;
  }[];
  const of = (metric: string) =>
    targets.find((each) => each.id === "B1" && each.metric === metric)?.target ?? Number.NaN;
  const [create, refresh] = [of("create"), of("refresh")];
  const text = page.replace(/\s+/g, " ");
  expect(text).toContain(
    `needs ${of("preview of 27 resources")} requests for a preview, ${create} for the creation, ${refresh} for a refresh and ${of("destroy")} for a destroy. An \`up\` without a change sends no request.`,
  );
  const thousands = (requests: number) => (requests * 2000).toLocaleString("en");
  expect(text).toContain(`| ${thousands(refresh)} | ${Math.round((refresh * 2000) / 5 / 60)} minutes |`);
  expect(text).toContain(`| ${thousands(create)} | ${((create * 2000) / 5 / 3600).toFixed(1)} hours |`);
  expect(text).toContain(
    `at most ${targets.find(({ metric }) => metric === "twenty stacks: time ÷ ideal")?.target} times`,
  );
});

/** The fields of the operator's `Stack`, version `pulumi.com/v1`, that the page may use. */
const operatorFields = [
  ...["serviceAccountName", "stack", "projectRepo", "branch", "repoDir", "backend", "refresh", "envRefs"],
  ...["resyncFrequencySeconds", "continueResyncOnCommitMatch", "prerequisites", "destroyOnFinalize"],
];

test("the operator's file names fields that the operator has, and the variables of this package", () => {
  const { code = "" } = blocks.find(({ language }) => language === "yaml") ?? {};
  const file = parse(code) as {
    apiVersion: string;
    kind: string;
    spec: Record<string, unknown> & { repoDir: string; envRefs: Record<string, { type: string }> };
  };
  expect([file.apiVersion, file.kind]).toEqual(["pulumi.com/v1", "Stack"]);
  expect(Object.keys(file.spec).filter((name) => !operatorFields.includes(name))).toEqual([]);
  expect(existsSync(join(repository, file.spec.repoDir, "index.ts"))).toBe(true);
  const config = read("provider/api/transport/urls.ts");
  const ours = Object.keys(file.spec.envRefs).filter((name) => name.startsWith("BROKER_"));
  expect([ours.length, ours.filter((name) => !config.includes(name))]).toEqual([3, []]);
  for (const { type, ...rest } of Object.values(file.spec.envRefs))
    expect(Object.keys(rest)).toEqual([type.toLowerCase()]);
});
