import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand, withCli, wrapCli } from "../helpers/command";
import { stackConfigOf } from "../helpers/emulator";
import { languageHost } from "../helpers/paths";
import { offlineEnv, type TestStack, withStack } from "../helpers/stack";
import { emulator, home, linesOf, patient, runIn, runWith, wrongKey } from "./doctor-scene";

/** A stack that is selected and leads to the emulator. */
const onStack = (body: (stack: TestStack) => Promise<void>) =>
  withStack("dev", { config: stackConfigOf(emulator) }, async (stack) => {
    await stack.cli(["stack", "select", stack.name]);
    await body(stack);
  });

const withoutProject =
  "FAULT Project: there is no Pulumi.yaml in this folder or a folder above it: change to the folder of your Pulumi program";

test("where all is well, each thing is a line, and nothing but reads is sent", () =>
  onStack(async (stack) => {
    emulator.clearRequests();
    const run = await runIn(stack.shell.cwd, stack.shell.env);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    expect(linesOf(run)).toEqual([
      `ok Node: ${process.versions.node}`,
      expect.stringMatching(/^ok pulumi-broker: \d+\.\d+\.\d+$/),
      expect.stringMatching(/^ok Pulumi SDK: 3\.\d+\.\d+$/),
      expect.stringMatching(/^ok Pulumi CLI: 3\.\d+\.\d+/),
      "ok Project: found, stack dev",
      "ok Settings: broker:apiKey from the stack (secret), broker:customerUrl from the stack, broker:baseUrl from the stack",
      "ok Network: no proxy, and no certificate authority of your own",
      "ok Account API: it answers",
      "ok Account key: accepted; the role of the key seems to be admin (only read requests were sent)",
      "ok Instance API: it answers",
      "ok Rate limit: none was met",
    ]);
    expect(run.stdout).toMatch(/\n\nNo fault was found\.\n$/);
    expect(emulator.writes()).toEqual([]);
    const json = await runIn(stack.shell.cwd, stack.shell.env, [...patient, "--json", "--stack", "dev"]);
    const { faults, checks } = JSON.parse(json.stdout) as { faults: number; checks: Record<string, string>[] };
    expect([json.code, faults, checks.map(({ name, state, text }) => `${state} ${name}: ${text}`)]).toEqual([
      ...[0, 0],
      linesOf(run),
    ]);
  }));

test("in a wrong folder, without a stack, without settings and with a wrong passphrase a line says what to do", () =>
  onStack(async (stack) => {
    const { cwd, env } = stack.shell;
    const wrongFolder = await runWith({});
    expect(wrongFolder.code).toBe(1);
    expect(linesOf(wrongFolder).filter((line) => line.startsWith("FAULT"))).toEqual([withoutProject]);

    const passphrase = linesOf(await runIn(cwd, { ...env, PULUMI_CONFIG_PASSPHRASE: "wrong" }));
    expect(passphrase.filter((line) => !line.startsWith("ok"))).toEqual([
      expect.stringMatching(/^FAULT Settings: the passphrase of the stack is missing or wrong: set PULUMI_CONFIG_PASS/),
      "note Service: not tried, because the settings must be corrected first",
    ]);
    const other = linesOf(await runIn(cwd, env, [...patient, "--stack", "other"]));
    expect(other).toContainEqual(
      expect.stringMatching(/^FAULT Project: no stack named 'other' found: .*pulumi stack ls/),
    );

    for (const key of ["broker:apiKey", "broker:customerUrl", "broker:baseUrl"]) await stack.removeConfig(key);
    const bare = linesOf(await runIn(cwd, env));
    expect(bare.filter((line) => !line.startsWith("ok"))).toEqual([
      "note Settings: none: neither the stack nor the environment has a setting of this package",
      'FAULT Settings: broker:customerUrl is not set: run "pulumi config set broker:customerUrl <url>" or set the environment variable BROKER_CUSTOMER_URL',
      expect.stringMatching(/^FAULT Settings: broker:baseUrl is not set: run "pulumi config set broker:baseUrl <url>"/),
      'FAULT Settings: no key is set: run "pulumi config set --secret broker:apiKey" or set BROKER_API_KEY',
      "note Account API: not tried, because no account key is set",
      "note Instance API: not tried, because broker:baseUrl is not set",
    ]);

    await stack.cli(["stack", "unselect"]);
    const unselected = linesOf(await runIn(cwd, env));
    expect(unselected).toContain(
      'FAULT Project: no stack is selected. Do one of these: run "pulumi stack select"; name a stack with --stack; or make a stack with "pulumi stack init"',
    );
    expect(unselected).toContain("note Settings: not tried, because the project must be corrected first");
  }));

test("a key that is kept in plain is told; keys of instances are tried one by one", () =>
  onStack(async (stack) => {
    const [first, second] = emulator.instances;
    const keys = { 1001: first?.apiKey, 1002: wrongKey, 7: emulator.apiKey };
    await stack.setConfig("broker:instanceApiKeys", JSON.stringify(keys), { secret: true });
    await stack.setConfig("broker:apiKey", emulator.readOnlyKey);
    expect(second).toBeDefined();
    const run = await runIn(stack.shell.cwd, stack.shell.env);
    expect(run.code).toBe(1);
    const lines = linesOf(run);
    expect(lines.slice(5).filter((line) => !/Network|API:|Rate/.test(line))).toEqual([
      "ok Settings: broker:apiKey from the stack, broker:customerUrl from the stack, broker:baseUrl from the stack, broker:instanceApiKeys from the stack (secret)",
      'note Settings: broker:apiKey is not marked as a secret: set it again with "pulumi config set --secret"',
      "ok Account key: accepted; the role of the key seems to be monitor (only read requests were sent)",
      "FAULT Key of 7: broker:instanceApiKeys contains the key of the account in place of the key of instance 7: move the key of the account to broker:apiKey",
      "ok Key of 1001: accepted",
      "FAULT Key of 1002: the instance API refuses the key of instance 1002: correct this key in broker:instanceApiKeys",
    ]);
  }));

/** Each fault of a connection: settings in the environment, and what is said beside the line about the project. */
const faults: [what: string, settings: () => Record<string, string>, lines: unknown[]][] = [
  ["no fault", () => ({}), []],
  [
    "a wrong key",
    () => ({ BROKER_API_KEY: wrongKey }),
    ["FAULT Account key: the account API refuses the key: set a valid key in broker:apiKey (or BROKER_API_KEY)"],
  ],
  [
    "what is missing in the environment, and may be in the stack of a project",
    () => ({ BROKER_CUSTOMER_URL: "", BROKER_BASE_URL: "" }),
    [
      "note Settings: the others: not tried, because the project must be corrected first",
      "note Account API: not tried, because broker:customerUrl is not set",
      "note Instance API: not tried, because broker:baseUrl is not set",
    ],
  ],
  [
    "an instance's key in place of the account's",
    () => ({ BROKER_API_KEY: emulator.instances[0]?.apiKey ?? "" }),
    [
      "FAULT Account key: broker:apiKey (or BROKER_API_KEY) must have the key of the account, but has the key of an instance. Set the key of the account in broker:apiKey, or give the key of the instance in broker:instanceApiKeys",
    ],
  ],
  [
    "URLs swapped",
    () => ({ BROKER_CUSTOMER_URL: emulator.baseUrl, BROKER_BASE_URL: emulator.customerUrl }),
    [
      "FAULT Account API: broker:customerUrl and broker:baseUrl are swapped: the account API answers at broker:baseUrl; swap the two URLs",
      "note Instance API: not tried, because the two URLs are swapped",
    ],
  ],
  [
    "a wrong base path",
    () => ({ BROKER_CUSTOMER_URL: `${emulator.url}/v2`, BROKER_BASE_URL: `${emulator.url}/v2/instance` }),
    [
      expect.stringMatching(
        /^FAULT Account API: the account API is not at .*\. Correct the URL in broker:customerUrl .* wrong$/,
      ),
      expect.stringMatching(/^FAULT Instance API: .*404.*broker:baseUrl/),
    ],
  ],
  [
    "nobody there",
    () => ({ BROKER_CUSTOMER_URL: "http://127.0.0.1:1/customer" }),
    [
      expect.stringMatching(
        /^FAULT Account API: could not connect .*: no server listens at this address \(ECONNREFUSED\); start the emulator /,
      ),
    ],
  ],
  [
    "a list of brokers that cannot be read",
    () => {
      emulator.fault({ match: { path: "/customer/api/instances" }, times: "always", fault: { raw: "null" } });
      return {};
    },
    [expect.stringMatching(/^FAULT Account API: GET \/api\/instances answered 200 with JSON of another shape/)],
  ],
  [
    "a host that does not exist, through a proxy that is not there",
    () => ({ BROKER_BASE_URL: "https://service.example.test", HTTPS_PROXY: "http://127.0.0.1:1" }),
    [expect.stringMatching(/^FAULT Instance API: could not connect .*: nothing listens at the proxy .*NO_PROXY$/)],
  ],
  [
    "a certificate authority that cannot be read",
    () => ({ NODE_EXTRA_CA_CERTS: join(home, "nothing.pem") }),
    [expect.stringMatching(/^FAULT Network: Node cannot read the file that NODE_EXTRA_CA_CERTS names/)],
  ],
  [
    "a URL that is none",
    () => ({ BROKER_BASE_URL: "broker.example.com" }),
    [
      expect.stringMatching(/^FAULT Settings: the URL in broker:baseUrl .* must begin with https:/),
      "note Service: not tried, because the settings must be corrected first",
    ],
  ],
];

test.each(faults)("%s is told apart", async (_what, settings, lines) => {
  const run = await runWith(settings());
  const unusual = linesOf(run).filter((line) => !line.startsWith("ok") && !line.startsWith("note Pulumi SDK"));
  expect([run.code, unusual]).toEqual([1, [withoutProject, ...lines]]);
});

/** What is said of the package in a project without node_modules, by the runtime of its program. */
const withoutPackage: Record<string, string> = {
  nodejs:
    'FAULT pulumi-broker: the package pulumi-broker is not installed in this project. Therefore pulumi up, refresh and destroy fail with a stack trace. If package.json lists pulumi-broker, run "npm ci" in the project\'s folder. If not, run "npm install pulumi-broker" in the project\'s folder',
  yaml: 'note pulumi-broker: not in the project: a program in yaml needs this package only if the provider plugin comes from npm. In that case, run "npm install pulumi-broker @pulumi/pulumi" in the project\'s folder',
};
test.each(Object.entries(withoutPackage))(
  "a project in %s without node_modules is told, with what follows and how the packages come there",
  async (runtime, line) => {
    const folder = join(home, `bare-${runtime}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "Pulumi.yaml"), `name: shop\nruntime: ${runtime}\n`);
    const lines = linesOf(await runIn(folder, offlineEnv(home, join(home, "backend"))));
    expect(lines).toContainEqual(line);
    expect(lines.some((each) => each.startsWith("FAULT Pulumi SDK"))).toBe(runtime === "nodejs");
  },
);

test("a CLI without the part that runs the program is a fault, and behind a script, which hides the CLI, a note", async () => {
  const folder = join(home, "without-host");
  mkdirSync(folder);
  const env = offlineEnv(home, join(home, "backend"));
  const linesWith = async (runtime: string, PATH: string) => {
    writeFileSync(join(folder, "Pulumi.yaml"), `name: shop\nruntime: ${runtime}\n`);
    const run = await runCommand(["doctor", ...patient], { cwd: folder, env: { ...env, PATH } });
    return linesOf(run).filter((line) => line.includes("Language host"));
  };
  const only = dirname(process.execPath);
  const { PATH: cli = "" } = withCli({ ...env, PATH: only });
  const lack =
    "Language host: Pulumi needs pulumi-language-nodejs to run the program, but this file is neither on PATH nor in the folder of";
  expect(await linesWith("nodejs", cli)).toEqual([
    `FAULT ${lack} the Pulumi CLI: install all files of the CLI (https://www.pulumi.com/docs/install/)`,
  ]);
  expect(await linesWith("nodejs", wrapCli(join(home, "shim"), ":", only))).toEqual([
    expect.stringMatching(`^note ${lack} the Pulumi CLI: if a run finds no language plugin, install all files`),
  ]);
  expect(await linesWith("nodejs", `${cli}:${languageHost}`)).toEqual([]);
  expect(await linesWith("python", cli)).toEqual([]);
});

test("a CLI that is too old, and one that is missing, are told", async () => {
  const old = wrapCli(join(home, "old"), 'case "$*" in *version) echo v3.100.0; exit;; esac');
  const env: Record<string, string> = { ...offlineEnv(home, join(home, "backend")), BROKER_API_KEY: emulator.apiKey };
  const linesWith = async (PATH: string) =>
    linesOf(await runCommand(["doctor", ...patient], { cwd: home, env: { ...env, PATH } }));
  expect(await linesWith(old + env["PATH"])).toContainEqual(
    expect.stringMatching(/^FAULT Pulumi CLI: 3\.100\.0 is too old: install version 3\.227\.0 or later/),
  );
  expect(await linesWith(join(home, "backend"))).toContainEqual(
    expect.stringMatching(/^FAULT Pulumi CLI: there is no Pulumi CLI on PATH: install the Pulumi CLI /),
  );
});

test("a time limit that is none is one line", async () =>
  expect((await runWith({}, ["--timeout", "soon"])).stderr).toBe(
    "--timeout must be a whole number of seconds from 1 to 3600. pulumi-broker doctor --help explains the options.\n",
  ));
