import * as fs from "node:fs";
import { join } from "node:path";
import { type CommandRun, expectLine, runCommand, withCli, wrapCli } from "../helpers/command";
import { startTestEmulator, type TestEmulator, variablesOf } from "../helpers/emulator";
import { writeStack } from "../helpers/new-stack";
import { languageHost, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { offlineEnv } from "../helpers/stack";
import { projectTemplate, run } from "../helpers/user-project";

let home = "";
let folder = "";
let emulator: TestEmulator;

beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());

/** The project that `pulumi new typescript` makes, with a stack `dev` whose settings are in the environment. */
beforeEach(() => {
  emulator.reset();
  home = temporaryFolder("adopt");
  folder = join(home, "shop");
  fs.mkdirSync(folder);
  for (const [file, text] of Object.entries(projectTemplate("shop"))) write(file, text);
  write("index.ts", 'import * as pulumi from "@pulumi/pulumi";\n');
  fs.symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  writeStack(join(home, "backend"), folder, { project: "shop", name: "dev", config: {} });
});
afterEach(() => fs.rmSync(home, { recursive: true }));

const write = (file: string, text: string) => fs.writeFileSync(join(folder, file), text);
const read = (file: string) => fs.readFileSync(join(folder, file), "utf8");

function shell(settings: Record<string, string> = {}, cwd = folder) {
  const env = withCli({ ...offlineEnv(home, join(home, "backend")), ...variablesOf(emulator), ...settings });
  return { cwd, env: { ...env, PATH: `${join(home, "bin")}:${languageHost}:${env["PATH"]}` } };
}

/** The project's files with their texts. */
const files = () =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [path, fs.readFileSync(path, "utf8")]),
  );

const adopt = (...args: string[]): Promise<CommandRun> => runCommand(["adopt", "--stack", "dev", ...args], shell());
const last = ({ stderr }: CommandRun) => stderr.trimEnd().split("\n").at(-1);

interface Refusal {
  args?: string[];
  settings?: Record<string, string>;
  before?: () => void;
  cwd?: () => string;
  code?: number;
  says: RegExp;
}

const onDev = ["--stack", "dev"];
const tooOld = `[ "$4" = version ] && { echo v3.200.0; exit; }`;

const refusals: Record<string, Refusal> = {
  "no project": {
    cwd: () => home,
    says: /there is no Pulumi.yaml in this folder .*: change to the folder of your Pulumi program$/,
  },
  "a Python project": {
    before: () => write("Pulumi.yaml", "name: shop\nruntime:\n  name: python\n"),
    says: /^this command writes a TypeScript program, but the runtime of Pulumi.yaml is python: make a project with "pulumi/,
  },
  "a project without the package": {
    before: () => fs.rmSync(join(folder, "node_modules")),
    says: /^the project does not have the package pulumi-broker: first run "npm install pulumi-broker" in the folder of the project$/,
  },
  "no stack": {
    args: [],
    says: /^no stack is selected\. Do one of these: run "pulumi stack select"; name a stack with --stack; or make a stack/,
  },
  "a stack that does not exist": {
    args: ["--stack", "nope"],
    says: /^no stack named 'nope' found: run "pulumi stack ls"/,
  },
  "no settings": {
    settings: { BROKER_API_KEY: "", BROKER_CUSTOMER_URL: "", BROKER_BASE_URL: "" },
    says: /^broker:customerUrl is not set: .*; broker:baseUrl is not set: .*; no key is set: run "pulumi config set --secret/,
  },
  "no key": { settings: { BROKER_API_KEY: "" }, says: /^no key is set: run "pulumi config set --secret broker:apiKey/ },
  "a wrong key": {
    settings: { BROKER_API_KEY: "wrong-key" },
    says: /answered 401: Unauthorized \(request \S+\); check broker:apiKey \(or BROKER_API_KEY\)$/,
  },
  "a service that cannot be reached": {
    settings: { BROKER_CUSTOMER_URL: "http://127.0.0.1:1/customer" },
    says: /could not connect to the account API at .*no server listens at this address .*; start the emulator \([^)]*\), or change the address in broker:customerUrl/,
  },
  "a broker, a network and a tag that do not exist": {
    args: [...onDev, "--instance", "99", "--vpc", "7", "--tag", "none"],
    says: /^the account has no instance 99 \(option --instance\), no VPC 7 \(option --vpc\), no tag none \(option --tag\): change the value of these options$/,
  },
  "a CLI that is too old": {
    before: () => wrapCli(join(home, "bin"), tooOld),
    says: /^Pulumi CLI 3\.200\.0 cannot import dynamic resources: install version 3\.\d+\.0 or later \(https:\S+\)$/,
  },
  "a CLI that is too old for a look": {
    args: [...onDev, "--dry-run"],
    before: () => wrapCli(join(home, "bin"), tooOld),
    says: /^Pulumi CLI 3\.200\.0 is too old: install version 3\.\d+\.0 or later \(https:\S+\)$/,
  },
  "a folder that cannot be written to": {
    // Permissions do not stop a superuser, and what stands in the way does.
    before: () => write(".pulumi-broker", ""),
    says: /^cannot use the folder \S+\. Change the permissions of the folder, so that you can write to the folder and nobody else can open/,
  },
  "two modes": { args: ["--check", "--dry-run"], code: 2, says: /exclude one another\. pulumi-broker adopt --help/ },
  "a table as JSON": {
    args: ["--json"],
    code: 2,
    says: /^--format and --json work only with --check\. pulumi-broker adopt --help/,
  },
  "a file without a name": {
    args: ["--import-file", ""],
    code: 2,
    says: /^--import-file needs a value that is not empty\./,
  },
};
test.each(Object.entries(refusals))("%s is one line, and nothing is written", async (_what, refusal) => {
  const { args = onDev, settings, before, cwd, code = 1, says } = refusal;
  before?.();
  const present = files();
  const run = await runCommand(["adopt", ...args], shell(settings, cwd?.()));
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
  expect(run.stderr).toMatch(/^[^\n]+\n$/);
  expect(run.stderr.trimEnd()).toMatch(says);
  expect([files(), emulator.writes()]).toEqual([present, []]);
});

test("a program with an error and a file of a person's: all is imported, the line says what to correct, the next run ends well", async () => {
  const own = "export const mine = 1;\n";
  write("seeded-alternative.ts", own);
  write("index.ts", 'throw new Error("there is no shop");');
  const chosen = ["--instance", "1002"];
  const failed = await adopt(...chosen);
  expect([failed.code, failed.stdout]).toEqual([1, ""]);
  expect(last(failed)).toMatch(/preview failed: .*there is no shop; correct the program and run this command again$/);
  expect(read("seeded-alternative.ts")).toBe(own);
  expect(read("index.ts")).toBe('throw new Error("there is no shop");\nimport "./seeded-alternative-1002";\n');

  write("index.ts", 'import "./seeded-alternative-1002";\n');
  const mended = await adopt(...chosen);
  expect([mended.code, last(mended)]).toEqual([0, "import: 0 resources into stack dev"]);
  expect(mended.stdout).toMatch(/^Taken over into stack dev: \d+ resources \(.*1 Instance.*The preview shows no/);
  expect(fs.readdirSync(folder)).not.toContain(".pulumi-broker");
  expect(emulator.writes()).toEqual([]);
});

test("what is written and not yet imported is no part of the program: an up before the import makes nothing", async () => {
  const before = read("index.ts");
  const chosen = ["--write-only", "--instance", "1002"];
  const { code, stderr } = await adopt(...chosen);
  expect([code, read("index.ts")]).toEqual([0, before]);
  expect(fs.readdirSync(folder)).toContain("seeded-alternative.ts");
  expect(stderr).toContain("the program does not load the new files yet");
  // The CLI takes a stack under its full name, too: this run goes on with the same work.
  const full = await runCommand(["adopt", "--stack", "organization/shop/dev", ...chosen], shell());
  expect([full.code, full.stderr]).toEqual([
    0,
    expect.stringMatching(/^the list leaves out \d+ resources of an earlier run/),
  ]);
  expect(fs.readdirSync(folder).filter((file) => file.startsWith("seeded"))).toEqual(["seeded-alternative.ts"]);
});

test("a stack that shares its program with another one takes over nothing; one that is told apart takes over what is in no stack", async () => {
  const makeNetwork = async (name: string, subnet: string) => {
    const body = { name, region: "provider-a::region-1", subnet };
    const { body: made } = await emulator.call("POST", "/customer/api/vpcs", { body });
    emulator.advance(10 * 60_000);
    return `${(made as { id: number }).id}`;
  };
  const [first, second] = [await makeNetwork("one", "10.1.0.0/24"), await makeNetwork("two", "10.2.0.0/24")];
  emulator.clearRequests();
  const alone = await adopt("--vpc", first);
  expect([alone.code, alone.stderr]).toEqual([0, expect.not.stringContaining("runs the same program")]);
  writeStack(join(home, "backend"), folder, { project: "shop", name: "second", config: {} });
  const present = files();
  const verdict =
    'the program of this project declares resources (one) that stack dev already has. A pulumi up of stack second would make these resources a second time. Run "pulumi new typescript" in a new folder, then run "npx pulumi-broker adopt" in the new folder. Or let the program declare these resources only in stack dev (pulumi.getStack() gives the stack)';
  const intoSecond = (...args: string[]) =>
    runCommand(["adopt", "--stack", "second", "--vpc", second, ...args], shell());
  for (const args of [["--write-only"], []]) expectLine(await intoSecond(...args), verdict);
  // Where the program cannot run in this stack, its text tells.
  const shared = read("index.ts");
  write("index.ts", `${shared}throw new Error("no setting of stack second");`);
  const broken = await intoSecond();
  expect([broken.code, last(broken)]).toEqual([1, expect.stringContaining(`${verdict}; the preview failed: `)]);
  write("index.ts", shared);
  expect([files(), emulator.writes()]).toEqual([present, []]);

  write("index.ts", 'import { getStack } from "@pulumi/pulumi";\nif (getStack() === "dev") require("./networks");\n');
  const apart = await intoSecond();
  expect([apart.code, apart.stdout]).toEqual([0, expect.stringContaining("Taken over into stack second")]);
  expect(apart.stderr).toContain(
    "\nstack dev of this project runs the same program. A pulumi up of stack dev would make",
  );
  expect([fs.readdirSync(folder).includes(".pulumi-broker"), emulator.writes()]).toEqual([false, []]);
  expect(await runCommand(["adopt", "--stack", "second", "--vpc", first, "--dry-run"], shell())).toEqual({
    ...{ code: 0, stdout: "There is nothing to take over.\n" },
    stderr: expect.stringMatching(/^account: found 0 resources to take over; already in this stack: 1; in other/),
  });
});

test("a CLI that fails after the files are written: the line says what to do, and the same command then goes on", async () => {
  wrapCli(
    join(home, "bin"),
    `case "$*" in *" import "*) [ -e ${join(home, "mended")} ] || { echo "error: no space left" >&2; exit 255; };; esac`,
  );
  const failed = await adopt("--instance", "1002");
  expect([failed.code, failed.stdout, last(failed)]).toEqual([
    ...[1, ""],
    "the Pulumi CLI failed and says: no space left; correct the cause and run the same command again. The command then continues where the earlier run stopped",
  ]);
  fs.writeFileSync(join(home, "mended"), "");
  const mended = await adopt("--instance", "1002");
  expect(mended).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Taken over into stack dev.*The preview shows no change to them\./),
    stderr: expect.stringMatching(/^going on with \d+ resources of an earlier run\n/),
  });
  expect(fs.readdirSync(folder)).not.toContain(".pulumi-broker");
});

test("what the program only reads is not taken over, and brokers refer to it by its id", async () => {
  const body = { name: "net", region: "provider-a::region-1", subnet: "10.1.0.0/24" };
  const { body: made } = await emulator.call("POST", "/customer/api/vpcs", { body });
  emulator.advance(10 * 60_000);
  const { id: vpc } = made as { id: number };
  const broker = { name: "inside", plan: "alternative-small-1", region: body.region, vpc_id: vpc };
  const { body: inside } = await emulator.call("POST", "/customer/api/instances", { body: broker });
  emulator.advance(20 * 60_000);
  emulator.clearRequests();
  write("index.ts", `import * as broker from "pulumi-broker";\nbroker.Vpc.get("net", "${vpc}");\n`);
  const { cwd, env } = shell();
  await run("pulumi", ["up", "--yes", "--skip-preview", "--stack", "dev"], cwd, env);
  const taken = await adopt("--instance", `${(inside as { id: number }).id}`);
  expect([taken.code, taken.stdout]).toEqual([0, expect.not.stringMatching(/Vpc|VPC/)]);
  expect(read("inside.ts")).toContain(`vpc: "${vpc}",`);
  expect(emulator.writes()).toEqual([]);
});
