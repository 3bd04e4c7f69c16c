import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";
import { type Life, live, mustRun, pack, pulumiPackage, temporaryFolder } from "./support";

const folder = temporaryFolder();
const quickstart = join(repositoryRoot, "examples", "quickstart");
const newcomer = join(folder, "newcomer");
let tarball = "";

const declared = `
new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
new broker.Webhook("hook", { instance: 1001, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" });
`;
const commonJs = `const broker = require("pulumi-broker");\n${declared}\nexports.done = true;\n`;
const esModule = `import * as broker from "pulumi-broker";\n${declared}\nexport const done = true;\n`;

beforeAll(async () => {
  ({ tarball } = await pack(folder));
  mkdirSync(newcomer);
  writeFileSync(join(newcomer, "package.json"), '{ "name": "newcomer", "private": true }');
  await mustRun("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball, pulumiPackage], newcomer);
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(path: string, text: string): string {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function expectLife(life: Life, names: string[]): void {
  const each = (op: string) => names.map((name) => `${op} ${name}`).sort();
  expect(life).toMatchObject({
    up: { code: 0, changes: each("create") },
    again: { code: 0, changes: [], requests: 0 },
    drift: { code: 0, changes: [] },
    destroy: { code: 0, changes: each("delete") },
    left: 0,
  });
  expect(life.printed).not.toContain("Cannot find module");
}

describe("a stack lives with the package", () => {
  test("of this repository, from its root", async () => {
    const program = file(join(folder, "root.js"), commonJs.replace("pulumi-broker", repositoryRoot));
    expectLife(await live({ from: repositoryRoot, main: repositoryRoot, program }), ["net", "hook"]);
  });

  test("of this repository, with the quickstart as main", async () => {
    const program = join(quickstart, "index.ts");
    const life = await live({ from: repositoryRoot, main: quickstart, program });
    expectLife(life, ["network", "shop", "orders"]);
    expect(life.up.outputs).toEqual(expect.arrayContaining(["networkId", "shopUrl", "webhookId"]));
  });

  test("packed and installed elsewhere, CommonJS", async () => {
    const program = file(join(newcomer, "index.js"), commonJs);
    expectLife(await live({ from: newcomer, main: newcomer, program }), ["net", "hook"]);
  });

  test("packed and installed elsewhere, an ES module in a sub-folder as main", async () => {
    const main = join(newcomer, "infra");
    const program = file(join(main, "index.mjs"), esModule);
    expectLife(await live({ from: newcomer, main, program }), ["net", "hook"]);
  });

  test("packed and installed by pnpm", async () => {
    const home = join(folder, "pnpm");
    file(join(home, "package.json"), '{ "name": "by-pnpm", "private": true }');
    await mustRun("npx", ["--yes", "pnpm@10.34.8", "add", "--prefer-offline", tarball, pulumiPackage], home);
    const program = file(join(home, "index.js"), commonJs);
    expectLife(await live({ from: home, main: home, program }), ["net", "hook"]);
  });
});

test("npx pulumi-broker emulator serves, and says what to paste", async () => {
  const child: ChildProcess = spawn("npx", ["--no-install", "pulumi-broker", "emulator", "--port", "0"], {
    cwd: newcomer,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  try {
    const text = await new Promise<string>((resolve, reject) => {
      let printed = "";
      child.on("error", reject);
      child.on("close", () => reject(new Error(`It ended, having printed: ${printed}`)));
      child.stdout?.on("data", (bytes: Buffer) => {
        printed += bytes.toString();
        if (printed.includes("Ctrl-C stops it.")) resolve(printed);
      });
    });
    const value = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(text)?.[1] ?? "";
    const authorization = `Basic ${Buffer.from(`:${value("BROKER_API_KEY")}`).toString("base64")}`;
    const answer = await fetch(`${value("BROKER_CUSTOMER_URL")}/api/vpcs`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
  } finally {
    process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
  }
  const help = await mustRun("npx", ["--no-install", "pulumi-broker", "emulator", "--help"], newcomer);
  expect(help).toContain("Usage: pulumi-broker emulator [--port N] [--speed N] [--seed N]");
});
