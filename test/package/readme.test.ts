import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { repositoryRoot } from "../helpers/paths";
import { type TestStack, withStack } from "../helpers/stack";
import { run } from "./support";

const text = readFileSync(join(repositoryRoot, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  name: string;
  engines: { node: string };
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  language: match[1] ?? "",
  code: match[2] ?? "",
}));
const linesOf = (first: RegExp) => {
  const block = blocks.find(({ language, code }) => language === "sh" && first.test(code));
  return (block?.code ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
};

/** How the blocks begin whose commands a test looks at or runs. */
const tested = [
  /^npm install/,
  /^pulumi config set/,
  /^npm run demo/,
  /^npx pulumi-broker emulator/,
  /^pulumi refresh/,
];

test("every block is a program that is compiled here, or commands that are tested here", () => {
  const isProgram = ({ language }: (typeof blocks)[number]) => language === "typescript";
  const isTested = ({ language, code }: (typeof blocks)[number]) =>
    language === "sh" && tested.some((first) => first.test(code));
  expect(blocks.filter((block) => !isProgram(block) && !isTested(block))).toEqual([]);
  expect(blocks.filter(isProgram)).not.toEqual([]);
  expect(tested.filter((first) => !blocks.some(({ code }) => first.test(code)))).toEqual([]);
});

test("every program compiles against the package", async () => {
  // Below the root, so that the package is found as a project that depends on it would find it.
  const folder = join(repositoryRoot, "node_modules", ".cache", `readme-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const programs = blocks.filter(({ language }) => language === "typescript");
    const files = programs.map(({ code }, index) => {
      writeFileSync(join(folder, `block-${index}.ts`), code);
      return `block-${index}.ts`;
    });
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "ES2022",
      module: "node16",
      types: ["node"],
      skipLibCheck: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
    expect(await run(process.execPath, [tsc, "-p", folder], folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what is installed is the package and its peer, on the Node that it needs", () => {
  const peers = Object.keys(manifest.peerDependencies).join(" ");
  expect(linesOf(/^npm install/)).toEqual([`npm install ${manifest.name} ${peers}`]);
  expect(text).toContain(`Node ${manifest.engines.node.replace(">=", "")} or later`);
});

test("the table of the configuration has every key and variable that there is, and no other", () => {
  const source = readFileSync(join(repositoryRoot, "provider", "config.ts"), "utf8");
  const told = [...text.matchAll(/^\| `(broker:\w+)` +\|[^|]*\| (?:`(\w+)`|none) +\|/gm)];
  const names = (pattern: RegExp) => [...new Set(source.match(pattern))].sort();
  expect(told.map((row) => row[1]).sort()).toEqual(names(/broker:\w+/g));
  expect(told.flatMap((row) => row[2] ?? []).sort()).toEqual(names(/BROKER_\w+/g));
  const set = linesOf(/^pulumi config set/).map(
    (line) => /^pulumi config set (?:--secret )?(\S+) <\w+>$/.exec(line)?.[1],
  );
  expect(set).toEqual(["broker:apiKey", "broker:customerUrl", "broker:baseUrl"]);
});

test("every resource is named", () => {
  const isResource = (value: unknown) =>
    typeof value === "function" && value.prototype instanceof pulumi.CustomResource && value !== broker.Provider;
  const resources = Object.entries(broker).filter(([, value]) => isResource(value));
  const named = resources.map(([name]) => name).filter((name) => new RegExp(`^\\| .*\`${name}\``, "m").test(text));
  expect([resources.length > 0, named]).toEqual([true, resources.map(([name]) => name)]);
});

test("the two commands are there", () => {
  const lines = linesOf(/^npm run demo/);
  const scripts = lines.map((line) => manifest.scripts[/^npm (?:run )?(\w+)$/.exec(line)?.[1] ?? ""]);
  expect([lines, scripts]).toEqual([
    ["npm run demo", "npm test"],
    ["node tools/demo.mjs", "node tools/test.mjs"],
  ]);
  for (const script of scripts) {
    expect(existsSync(join(repositoryRoot, script?.split(" ")[1] ?? ""))).toBe(true);
  }
});

test("the emulator's lines and the nightly look for drift do what is said of them", async () => {
  const [start = "", ...commands] = linesOf(/^npx pulumi-broker emulator/);
  // Its usual port may be in use here.
  const [program = "", ...args] = `${start} --port 0`.split(" ");
  const child = spawn(program, args, { cwd: repositoryRoot, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  try {
    const env = await pasted(child);
    const work = async (stack: TestStack) => {
      const did: string[] = [];
      for (const command of commands) {
        const operation = /^pulumi (preview|up|destroy)(?: --yes)?$/.exec(command)?.[1] as "preview" | "up" | "destroy";
        const { changes } = await stack[operation]();
        did.push(`${operation}: ${changes}`);
        if (operation === "up") await expectDriftFound(stack, new URL(env["BROKER_BASE_URL"] ?? "").origin);
      }
      expect(did).toEqual(["preview: create net", "up: create net", "destroy: delete net"]);
    };
    const declared = async () => {
      new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] });
    };
    await withStack("readme", declared, { env }, work);
  } finally {
    process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
  }
});

/** The variables of the lines to paste. */
async function pasted(child: ChildProcess): Promise<Record<string, string>> {
  const printed = await new Promise<string>((resolve, reject) => {
    let all = "";
    child.on("error", reject);
    child.on("close", () => reject(new Error(`The emulator ended, having printed: ${all}`)));
    child.stdout?.on("data", (bytes: Buffer) => {
      all += bytes.toString();
      if (all.includes("Ctrl-C stops it.")) resolve(all);
    });
  });
  const lines = [...printed.matchAll(/^ {2}export (\w+)=(\S+)$/gm)];
  expect(lines).toHaveLength(3);
  return Object.fromEntries(lines.map((line) => [line[1], line[2]]));
}

async function expectDriftFound(stack: TestStack, url: string): Promise<void> {
  const [line = ""] = linesOf(/^pulumi refresh/);
  const flags = line.split(" ").slice(2);
  await stack.refresh({ flags, exit: 0 });
  const [vpc] = ((await (await fetch(`${url}/_emulator/state`)).json()) as { vpcs: { id: number }[] }).vpcs;
  const change = [{ op: "set", in: "vpcs", id: vpc?.id, fields: { tags: ["by hand"] } }];
  await fetch(`${url}/_emulator/state`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  const found = await stack.refresh({ flags, exit: 7 });
  expect([found.changes, found.text]).toEqual([["update net"], expect.stringContaining("[diff: ~tags]")]);
}
