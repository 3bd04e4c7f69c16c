import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";
import { run } from "../helpers/user-project";
import { commandsIn, readmeBlocks, readmeText } from "./readme-blocks";

const manifest = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  name: string;
  engines: { node: string };
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const commandsOf = (section: string) =>
  readmeBlocks.filter((block) => block.section === section && block.language === "sh").flatMap(commandsIn);

test("every block is a program or has commands, which the other tests compile and follow", () => {
  const languages = new Set(readmeBlocks.map(({ language }) => language));
  expect([...languages].sort()).toEqual(["sh", "typescript"]);
});

test("every program compiles against the package", async () => {
  // Below the root, so that the package is found as a project that depends on it would find it.
  const folder = join(repositoryRoot, "node_modules", ".cache", `readme-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const programs = readmeBlocks.filter(({ language }) => language === "typescript");
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
  const commands = commandsOf("Quick start without an account");
  expect(commands).toContain(`npm install ${manifest.name} ${peers}`);
  expect(readmeText).toContain(`Node ${manifest.engines.node.replace(">=", "")} or later`);
});

test("the table of the configuration has every key and variable that there is, and no other", () => {
  const source = readFileSync(join(repositoryRoot, "provider", "config.ts"), "utf8");
  const told = [...readmeText.matchAll(/^\| `(broker:\w+)` +\|[^|]*\| (?:`(\w+)`|none) +\|/gm)];
  const names = (pattern: RegExp) => [...new Set(source.match(pattern))].sort();
  expect(told.map((row) => row[1]).sort()).toEqual(names(/broker:\w+/g));
  expect(told.flatMap((row) => row[2] ?? []).sort()).toEqual(names(/BROKER_\w+/g));
});

test("the two commands are there", () => {
  const lines = commandsOf("Development");
  const scripts = lines.map((line) => manifest.scripts[/^npm (?:run )?(\w+)$/.exec(line)?.[1] ?? ""]);
  expect([lines, scripts]).toEqual([
    ["npm run demo", "npm test"],
    ["node tools/demo.mjs", "node tools/test.mjs"],
  ]);
  for (const script of scripts) {
    expect(existsSync(join(repositoryRoot, script?.split(" ")[1] ?? ""))).toBe(true);
  }
});
