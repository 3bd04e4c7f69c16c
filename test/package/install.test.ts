import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coreTest, restTest } from "../helpers/cells";
import { liveIn } from "../helpers/package-life";
import { temporaryFolder } from "../helpers/paths";
import { mustRun, pack, projectTemplate, pulumiPackage } from "../helpers/user-project";

const folder = temporaryFolder("package");
const newcomer = join(folder, "newcomer");
let tarball = "";

const declared = `
new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
new broker.Webhook("hook", { instance: 1001, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" });
`;
const commonJs = `const broker = require("pulumi-broker");\n${declared}\nexports.done = true;\n`;
const esModule = `import * as broker from "pulumi-broker";\n${declared}\nexport const done = true;\n`;
const names = ["net", "hook"];

// The project that `pulumi new typescript` makes, and the command of the README.
beforeAll(async () => {
  ({ tarball } = await pack(folder));
  write(newcomer, projectTemplate("newcomer"));
  await mustRun("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball, pulumiPackage], newcomer);
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(home: string, files: Record<string, string>): void {
  mkdirSync(home, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
}

// The engine's tests have stacks that live with the package of this repository, and the demo one with the quickstart.
describe("a stack lives with the package", () => {
  coreTest("packed and installed elsewhere, CommonJS", () => {
    write(newcomer, { "index.js": commonJs });
    return liveIn({ folder: newcomer, program: "index.js", names });
  });

  restTest("packed and installed elsewhere, an ES module in a sub-folder as main", () => {
    const infra = join(newcomer, "infra");
    write(infra, { "index.mjs": esModule });
    return liveIn({ folder: infra, program: "index.mjs", names });
  });
});

coreTest("npx pulumi-broker emulator serves, and says what to paste", async () => {
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
});
