import { existsSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { superArguments } from "../../provider/dynamic/resource";
import { handlerName, typeToken } from "../../provider/framework/kind/tokens";
import * as face from "../../provider/resources";
import { definitions } from "../../provider/resources/definitions";
import { filesUnder, read, repositoryRoot } from "../helpers/paths";
import { kinds } from "../kinds";
import { planted } from "../mutants/planted";

const json = (path: string) => JSON.parse(read(path));
const isThere = (path: string) => existsSync(join(repositoryRoot, path));

const sources = filesUnder("provider", /\.ts$/);

test("no file is longer than 300 lines", () => {
  const files = ["provider", "test", "tools", "bench", "examples"].flatMap((folder) =>
    filesUnder(folder, /\.([cm]?js|ts)$/),
  );
  expect(files.filter((file) => read(file).trimEnd().split("\n").length > 300)).toEqual([]);
});

test("no advice has a secret as an argument, which the history of a shell and the list of processes would show", () => {
  const texts = [...sources, ...filesUnder("examples", /\.(ts|yaml)$/), ...filesUnder("docs", /\.md$/), "README.md"];
  const withValue = /config set --secret (--path )?\S+ (<|\$\{|https?:)/;
  // The emulator prints a key that it has made itself and that opens nothing else.
  expect(texts.filter((file) => withValue.test(read(file)))).toEqual(["provider/cli/emulator.ts"]);
});

test("nothing but the command prints", () => {
  const printing = sources.filter((file) => {
    const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
    const prints = (node: ts.Node): boolean =>
      (ts.isIdentifier(node) && node.text === "console") || Boolean(ts.forEachChild(node, prints));
    return prints(tree);
  });
  // That file lets through what the host prints, without the errors that the engine shows anyway.
  expect(printing.filter((file) => !file.startsWith("provider/cli/"))).toEqual(["provider/dynamic/handler.ts"]);
});

/** What stands in people's state since the release named: never changed, only added to. */
const released: Record<string, string> = {
  // 0.1.0
  Instance: "exports.handler = () => require('pulumi-broker/host').instance",
  Vpc: "exports.handler = () => require('pulumi-broker/host').vpc",
  Webhook: "exports.handler = () => require('pulumi-broker/host').webhook",
};

test("the stubs in state are as released, short, and each finds its own handler", async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) });
  const stubs = Object.fromEntries(
    definitions.map((definition) => [definition.type, superArguments(definition, "name", undefined)[2]["__provider"]]),
  ) as Record<string, string>;
  expect(stubs).toMatchObject(released);
  expect(Object.values(stubs).filter((stub) => Buffer.byteLength(stub) > 100)).toEqual([]);
  expect(new Set(Object.values(stubs)).size).toBe(definitions.length);
  expect(new Set(definitions.map(typeToken)).size).toBe(definitions.length);
  for (const definition of definitions)
    expect(typeToken(definition)).toBe(`pulumi-nodejs:dynamic/broker:${definition.type}`);
});

test("every definition is registered, exported and named by a test", () => {
  const defined = filesUnder("provider/resources", /\.ts$/).flatMap((file) =>
    [...read(file).matchAll(/^(?:export )?const (\w+)Definition\b/gm)].map(([, name]) => name),
  );
  expect(definitions.map(handlerName).sort()).toEqual(defined.sort());
  const tests = filesUnder("test", /\.ts$/).map(read).join("\n");
  const types = definitions.map(({ type }) => type);
  expect(types.filter((type) => !(type in face))).toEqual([]);
  expect(types.filter((type) => !new RegExp(`\\bbroker\\.${type}\\b|kind: "${type}"`).test(tests))).toEqual([]);
});

test("every kind has a file in test/kinds that is in its index", () => {
  const handlers = definitions.map(handlerName).sort();
  expect([...new Set(kinds.map(({ handler }) => handler))].sort()).toEqual(handlers);
  const files = filesUnder("test/kinds", /\.ts$/).map((file) => file.replace(/^test\/kinds\/|\.ts$/g, ""));
  expect(files.filter((name) => !/^(index|kind|things)$/.test(name)).sort()).toEqual(handlers);
});

test("each test on the engine says first what it needs the engine for", () => {
  const files = filesUnder("test/engine", /\.test\.ts$/);
  const [form, planted] = [/^\/\*\*\s+(\* )?Needs the engine: \S/, "/** What a preview says. */"];
  const firstComment = (text: string) => /\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? "";
  expect(files.filter((file) => !form.test(firstComment(read(file))))).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
  expect(planted).not.toMatch(form);
});

test("each source text that a planted bug or an explained mutant names stands in its file", () => {
  expect(planted.filter(({ file, from }) => read(file).split(from).length !== 2)).toEqual([]);
  const explained: { file: string; code: string; was: string }[] = json("test/mutants/survivors.json");
  const isLine = (file: string, code: string) => read(file).split(/\n\s*/).includes(code);
  const stands = (file: string, was: string) => read(file).replace(/\s+/g, " ").includes(was);
  expect(explained.filter(({ file, code, was }) => !isLine(file, code) || !stands(file, was))).toEqual([]);
});

interface Locked {
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  integrity?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
}

test("at run time there are Pulumi and undici, both locked, and no scripts of ours", () => {
  const manifest = json("package.json");
  const locked: Record<string, Locked & { peerDependencies?: object }> = json("package-lock.json").packages;
  expect(Object.keys(manifest.dependencies)).toEqual(["undici"]);
  expect(Object.keys(manifest.peerDependencies)).toEqual(["@pulumi/pulumi"]);
  expect(manifest.optionalDependencies).toBeUndefined();
  expect(locked[""]?.dependencies).toEqual(manifest.dependencies);
  expect(locked[""]?.peerDependencies).toEqual(manifest.peerDependencies);

  const runtime = Object.entries(locked).filter(([path, { dev, link }]) => path !== "" && !dev && !link);
  expect(runtime.map(([path]) => path)).toEqual(["node_modules/undici"]);
  expect(runtime.flatMap(([, { dependencies = {} }]) => Object.keys(dependencies))).toEqual([]);

  const links = Object.entries(locked).filter(([, { link }]) => link);
  expect(links.map(([path]) => path)).toEqual(["node_modules/pulumi-broker"]);
  const others = Object.entries(locked).filter(([path, { link }]) => path !== "" && !link);
  const pathsOf = (entries: typeof others) => entries.map(([path]) => path);
  // npm writes no hash for the tools' binaries of platforms other than that on which the lockfile was made.
  const binary = ({ dev, optional, os }: Locked) => dev === true && optional === true && os !== undefined;
  const unhashed = others.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(pathsOf(unhashed.filter(([, entry]) => !binary(entry)))).toEqual([]);
  // The page says which tools these are.
  const tools = new Set(pathsOf(unhashed).map((path) => /@[\w/]+\/(?:cli|resolver-binding)-|$/.exec(path)?.[0]));
  const [exception = ""] = /except the binaries[^:]+: [^.]*\./.exec(read("docs/reliability.md")) ?? [];
  expect([...exception.matchAll(/`([^`]+)\*`/g)].map(([, tool]) => tool)).toEqual([...tools]);
  // The content decides, not the place: only the public registry may be named, and then over https.
  const place = /^https:\/\/registry\.npmjs\.org\//;
  expect(pathsOf(others.filter(([, { resolved }]) => resolved !== undefined && !place.test(resolved)))).toEqual([]);

  const atInstall = /^(pre|post)?(install|prepare|publish|pack)/;
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.test(name))).toEqual([]);
});

test("constants are named in camelCase", () => {
  const folders = ["provider", "bench", "tools", "examples", "test"];
  const files = folders.flatMap((folder) => filesUnder(folder, /\.(ts|mjs|cjs)$/));
  const shouted = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:export )?const ([A-Z][A-Z_0-9]+)\b/gm)].map(([, name]) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(shouted).toEqual([]);
});

test("what the manifest and the documents name is there after a build", () => {
  const { files, exports, bin, main, types } = json("package.json");
  const named: unknown[] = [main, types, ...Object.values(bin), ...Object.values(exports)].flatMap((each) =>
    typeof each === "object" ? Object.values(each as object) : [each],
  );
  const kept = (files as string[]).filter((file) => !file.startsWith("!"));
  const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "provider/emulator/DIFFERENCES.md", "LICENSE"];
  const path = /`([\w./-]+\/[\w.-]+\.(?:md|ts|mjs|json|yaml))`/g;
  const mentioned = documents.filter(isThere).flatMap((file) => [...read(file).matchAll(path)].map(([, name]) => name));
  expect([...named, ...kept, ...documents, ...mentioned].filter((path) => !isThere(String(path)))).toEqual([]);
  expect(json("package.json").pulumi).toBeUndefined();
});
