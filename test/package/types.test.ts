import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as broker from "pulumi-broker";
import * as client from "pulumi-broker/client";
import * as emulator from "pulumi-broker/emulator";
import { read, temporaryFolder } from "../helpers/paths";
import { mustRun, pack, pulumiPackage, run, compilerOptions as template } from "../helpers/user-project";

const folder = temporaryFolder("package");
/** A project whose `@types/node` is the one that the template asks for. */
const project = join(folder, "project");
/** The same for TypeScript 4.7, which cannot read today's `@types/node`. */
const oldProject = join(folder, "old-project");

const compilers = (...versions: string[]) =>
  versions.map((version) => `typescript-${version}@npm:typescript@${version}`);

beforeAll(async () => {
  const { tarball } = await pack(folder);
  const install = async (home: string, ...packages: string[]) => {
    mkdirSync(home);
    writeFileSync(join(home, "package.json"), '{ "name": "from-template", "private": true }');
    const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
    await mustRun("npm", ["install", ...flags, tarball, pulumiPackage, ...packages], home);
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(home, name), text);
  };
  await install(project, "@types/node@^18", ...compilers("5.9.3", "6.0.3", "7.0.2"));
  await install(oldProject, "@types/node@18.19.34", ...compilers("4.7.4"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that makes one of every class and calls every function. */
function everyExport(): string {
  const uses = Object.keys(broker).map((name) =>
    /^[A-Z]/.test(name)
      ? `export const a${name} = new broker.${name}(...([] as unknown as ConstructorParameters<typeof broker.${name}>));`
      : `export const of_${name} = broker.${name}(...([] as unknown as Parameters<typeof broker.${name}>));`,
  );
  return ['import * as broker from "pulumi-broker";', ...uses, ""].join("\n");
}

const alone = `import * as pulumi from "@pulumi/pulumi";
export const region = new pulumi.Config().require("region");
`;

const withEmulator = `import * as emulator from "pulumi-broker/emulator";
import * as host from "pulumi-broker/host";
export async function main(): Promise<number[]> {
  const started: emulator.Emulator = await emulator.startEmulator({ clock: emulator.createClock() });
  const shown: emulator.State = started.state();
  const tags: string[] | undefined = shown.vpcs[0]?.tags;
  const limit: emulator.Limit = { perSecond: 5, burst: 1 };
  started.limit(limit);
  return started.patch({ op: "set", in: "vpcs", id: Object.keys(host).length, fields: { tags } });
}
`;

const withClient = `import { type Alarm, ApiError, createClient, isApiError, type ServiceClient } from "pulumi-broker/client";
export async function main(signal: AbortSignal): Promise<string[]> {
  const client: ServiceClient = createClient({
    apiKey: "key",
    customerUrl: "https://customer.example.com",
    baseUrl: "https://api.example.com",
    instanceApiKeys: { "5": "key-5" },
    timeoutMs: 30000,
  });
  const found: string[] = [];
  try {
    for (const { id, name, tags } of await client.instances.list({ signal })) found.push(id, name, ...tags);
    for await (const { user } of client.auditLog.events({ month: "2026-02" })) found.push(user);
    const one = client.instance(5);
    const alarm: Alarm = await one.alarms.create({ type: "cpu", value_threshold: 90, time_threshold: 600 });
    await one.alarms.update(alarm.id, { type: "cpu", value_threshold: 95 });
    const said: string | undefined = (await one.actions.restart({ nodes: ["a-01"] }, { timeoutMs: 5000 }))?.message;
    const key: string = (await client.accountKey.rotate()).apikey;
    found.push(said ?? "", key);
  } catch (error) {
    if (isApiError(error) && error.ambiguous) found.push(error.kind, error.message);
    if (error instanceof ApiError) throw error;
  }
  await client.close();
  return found;
}
`;

/** The names under which a program can import something: all that the manifest exports. */
function entryNames(): string[] {
  const { name, exports } = JSON.parse(read("package.json")) as {
    name: string;
    exports: Record<string, unknown>;
  };
  return Object.keys(exports).map((entry) => entry.replace(/^\./, name));
}

/** A program that imports every entry of the package, and names its exports. */
function everyEntry(): string {
  const imports = entryNames().map((name, index) => `import * as entry${index} from "${name}";\n`);
  const types = entryNames().map((_, index) => `keyof typeof entry${index}`);
  return `${imports.join("")}export type Names = [${types.join(", ")}];\n`;
}

const wrong = `import * as broker from "pulumi-broker";
new broker.Vpc("net", { region: 5, subnet: "10.56.72.0/24" });
`;

const programs = {
  "every.ts": everyExport(),
  "entries.ts": everyEntry(),
  "emulator.ts": withEmulator,
  "client.ts": withClient,
  "alone.ts": alone,
  "wrong.ts": wrong,
};

/** What a compiler says of programs; `home` is the project that the compiler was installed in. */
async function compile(home: string, version: string, files: string[], options: object, ...flags: string[]) {
  const config = join(home, "tsconfig.json");
  // One of the entries of the package is its manifest, which is JSON.
  const fixed = { pretty: false, resolveJsonModule: true };
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...template, ...fixed, ...options }, files }));
  const tsc = join(home, "node_modules", `typescript-${version}`, "bin", "tsc");
  return run(process.execPath, [tsc, "--noEmit", ...flags, "-p", config], home);
}

const all = ["every.ts", "entries.ts", "emulator.ts", "client.ts"];

describe("programs that use everything compile in a project from the template", () => {
  const fine = { code: 0, stdout: "", stderr: "" };

  test("with TypeScript 4.7", async () => expect(await compile(oldProject, "4.7.4", all, {})).toEqual(fine));

  test.each([
    ["6.0.3", "the template's options", { ignoreDeprecations: "6.0" }],
    ["7.0.2", "nodenext", { module: "nodenext", moduleResolution: "nodenext" }],
    ["7.0.2", "bundler", { module: "esnext", moduleResolution: "bundler" }],
  ])("with TypeScript %s and %s", async (version, _, options) => {
    expect(await compile(project, version, all, options)).toEqual(fine);
  });
});

test("the programs use all that the package exports", () => {
  expect(Object.keys(broker).length).toBeGreaterThan(50);
  expect(Object.keys(emulator).filter((name) => !withEmulator.includes(`emulator.${name}(`))).toEqual([]);
  expect(Object.keys(client).filter((name) => !withClient.includes(name))).toEqual([]);
});

test("a region that is no text is refused", async () => {
  const text = "Type 'number' is not assignable to type 'Input<string>'.";
  const { stdout } = await compile(project, "5.9.3", ["wrong.ts"], { skipLibCheck: true });
  expect(stdout).toBe(`wrong.ts(2,25): error TS2322: ${text}\n`);
});

test("with TypeScript 5.9, all of them compile, with at most a tenth more types than the Pulumi SDK alone", async () => {
  const typesOf = async (files: string[]) => {
    const { code, stdout } = await compile(project, "5.9.3", files, {}, "--extendedDiagnostics");
    expect(code).toBe(0);
    return Number(/^Types: +(\d+)$/m.exec(stdout)?.[1]);
  };
  const sdk = await typesOf(["alone.ts"]);
  expect(sdk).toBeGreaterThan(10_000);
  expect(await typesOf(all)).toBeLessThanOrEqual(sdk * 1.1);
});
