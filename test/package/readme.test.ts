import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { compilerWith } from "../helpers/compile";
import { read, repositoryRoot } from "../helpers/paths";
import { commandsIn, guideBlocks, guideText } from "./readme-blocks";

const manifest = JSON.parse(read("package.json")) as {
  name: string;
  engines: { node: string };
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const commandsOf = (section: string) =>
  guideBlocks.filter((block) => block.section === section && block.language === "sh").flatMap(commandsIn);

test("every block is a program or has commands, which the other tests compile and follow", () => {
  const languages = new Set(guideBlocks.map(({ language }) => language));
  expect([...languages].sort()).toEqual(["sh", "typescript"]);
});

test("every program compiles against the package", () => {
  // At the root, where the package is found as a project that depends on it would find it.
  const programs = guideBlocks.filter(({ language }) => language === "typescript");
  const files = programs.map(({ code }, index) => [join(repositoryRoot, `block-${index}.ts`), code] as const);
  const { ES2022 } = ts.ScriptTarget;
  const compile = compilerWith({ strict: true, target: ES2022, module: ts.ModuleKind.Node16, types: ["node"] });
  expect([programs.length > 0, compile(new Map(files))]).toEqual([true, []]);
});

test("what is installed is the package and its peer, on the Node that it needs", () => {
  const peers = Object.keys(manifest.peerDependencies).join(" ");
  expect(commandsOf("Quick start")).toContain(`npm install ${manifest.name} ${peers}`);
  expect(guideText).toContain(`Node ${manifest.engines.node.replace(">=", "")} or later`);
});

test("the table of the configuration has every key and variable that there is, and no other", () => {
  const sources = ["provider/config.ts", "provider/api/transport/urls.ts"];
  const source = sources.map(read).join();
  const told = [...guideText.matchAll(/^\| `(broker:\w+)` +\|[^|]*\| (?:`(\w+)`|none) +\|/gm)];
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
  for (const script of scripts) expect(existsSync(join(repositoryRoot, script?.split(" ")[1] ?? ""))).toBe(true);
});
