import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { superArguments } from "../../provider/dynamic/resource";
import { typeToken } from "../../provider/framework/tokens";
import { definitions } from "../../provider/resources";
import { cyclesIn } from "../helpers/cycles";
import { repositoryRoot } from "../helpers/paths";
import { kinds } from "../kinds";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const json = (path: string) => JSON.parse(read(path));
const isThere = (path: string) => existsSync(join(repositoryRoot, path));

/** The files under a folder of the repository, as paths from its root. */
function filesUnder(folder: string, extension: RegExp): string[] {
  const found = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" });
  return found.filter((path) => extension.test(path) && !/node_modules/.test(path)).map((path) => join(folder, path));
}

const sources = filesUnder("provider", /\.ts$/);

interface Import {
  file: string;
  /** A path within `provider/` without extension, or a package. */
  target: string;
  /** Nothing of it is left when compiled. */
  typeOnly: boolean;
}

/** What a file imports, re-exports or requires. */
function importsOf(file: string): Import[] {
  const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
  const found: Import[] = [];
  const add = (text: string, typeOnly: boolean) => {
    const inside = text.startsWith(".");
    found.push({
      file,
      target: inside ? normalize(join(dirname(file), text)).replace(/^provider\//, "") : text,
      typeOnly,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.importClause?.isTypeOnly === true);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add((node.argument.literal as ts.StringLiteral).text, true);
    } else if (ts.isCallExpression(node) && /^(require|import)$/.test(node.expression.getText(tree))) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) add(argument.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const imports = sources.flatMap(importsOf);

/** What each layer may import, beside its own files and Node's modules. */
const layers: Record<string, RegExp> = {
  "api/": /^(undici|zod)$/,
  "framework/": /^(zod|api\/(clock|clean|equality))$/,
  "dynamic/": /^(@pulumi\/pulumi(\/runtime\/state)?|api\/urls|framework\/.*)$/,
  "resources/": /^(zod|@pulumi\/pulumi|api|dynamic\/(customResource|resource)|framework\/.*)$/,
  "functions/": /^(@pulumi\/pulumi(\/runtime\/state)?|api|config|framework\/mistakenTexts|provider|resources\/.*)$/,
  "components/": /^(@pulumi\/pulumi|dynamic\/resource|resources\/.*)$/,
  "plugin/":
    /^(@grpc\/grpc-js|@pulumi\/pulumi\/proto\/.*|google-protobuf\/.*|api|config|framework\/.*|functions\/.*|resources)$/,
  "emulator/": /^zod$/,
  "cli/adopt/": /^(api|config|framework\/.*|resources(\/.*)?|cli\/.*)$/,
  "cli/":
    /^(pulumi-broker\/package\.json|api|config|emulator(\/service\/brokerAddress)?|framework\/(hiddenChange|leftOver|nearest|privateFolder)|resources\/shared\/(leftOver|versions))$/,
  client: /^api$/,
  config: /^(api|framework\/(mistakenTexts|run))$/,
  host: /^(api|config|dynamic\/.*|framework\/run|resources)$/,
  provider: /^(@pulumi\/pulumi|dynamic\/configured)$/,
  index: /^(functions|resources|components|provider)(\/.*)?$/,
};

const layerOf = (path: string) =>
  Object.keys(layers).find((layer) => (layer.endsWith("/") ? path.startsWith(layer) : path === layer));

test("imports point one way", () => {
  const wrong = imports.filter(({ file, target, typeOnly }) => {
    const layer = layerOf(file.replace(/^provider\//, "").replace(/\.ts$/, ""));
    if (layer === undefined) return true;
    if (
      target.startsWith("node:") ||
      target === layer.replace("/", "") ||
      (layer.endsWith("/") && target.startsWith(layer))
    )
      return false;
    if (layer === "emulator/" && typeOnly && target === "api/schemas") return false;
    return !layers[layer]?.test(target);
  });
  expect(wrong).toEqual([]);
  // What reads nothing finds nothing wrong.
  expect(imports.length).toBeGreaterThan(150);
  expect(imports).toContainEqual({ file: "provider/host.ts", target: "resources", typeOnly: false });
});

test("no file leads back to itself, imports of types included", () => {
  const names = new Set(sources.map((file) => file.replace(/^provider\//, "").replace(/\.ts$/, "")));
  const graph = new Map([...names].map((name) => [name, [] as string[]]));
  for (const { file, target } of imports) {
    const found = [target, join(target, "index")].find((name) => names.has(name));
    if (found !== undefined) graph.get(file.replace(/^provider\//, "").replace(/\.ts$/, ""))?.push(found);
  }
  expect(cyclesIn(graph)).toEqual([]);
  // A circle that is planted is found.
  graph.get("api/urls")?.push("resources/index");
  expect(cyclesIn(graph)).toContainEqual(expect.arrayContaining(["api/urls", "api/client", "resources/index"]));
});

test("no test imports from the folder of another tier, and no helper from that of a tier", () => {
  const tiers = ["unit", "handler", "host", "engine", "package"];
  const tierOf = (path: string) => tiers.find((tier) => path.startsWith(`test/${tier}/`));
  const found = filesUnder("test", /\.ts$/).flatMap(importsOf);
  const foreign = found.filter(({ file, target }) => ![undefined, tierOf(file)].includes(tierOf(target)));
  expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual([]);
  // What reads nothing finds nothing wrong.
  expect(found.filter(({ target }) => tierOf(target)).length).toBeGreaterThan(50);
});

test("no file is longer than 300 lines", () => {
  const files = [
    ...sources,
    ...filesUnder("test", /\.ts$/),
    ...filesUnder("tools", /\.[cm]?js$/),
    ...filesUnder("bench", /\.mjs$/),
    ...filesUnder("examples", /\.ts$/),
  ];
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
      (ts.isIdentifier(node) && node.text === "console") ||
      (ts.forEachChild(node, (child) => prints(child) || undefined) ?? false);
    return prints(tree);
  });
  // That file lets through what the host prints, without the errors that the engine shows anyway.
  expect(printing.filter((file) => !file.startsWith("provider/cli/"))).toEqual(["provider/dynamic/hostProcess.ts"]);
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
  for (const definition of definitions) {
    expect(definition.handler).toBe(definition.type.charAt(0).toLowerCase() + definition.type.slice(1));
    expect(typeToken(definition)).toBe(`pulumi-nodejs:dynamic/broker:${definition.type}`);
  }
});

test("every definition is registered, exported and named by a test", () => {
  const defined = filesUnder("provider/resources", /\.ts$/).flatMap((file) =>
    [...read(file).matchAll(/^export const (\w+)Definition\b/gm)].map(([, name]) => name),
  );
  expect(definitions.map(({ handler }) => handler).sort()).toEqual(defined.sort());
  const face = read("provider/index.ts");
  const tests = filesUnder("test", /\.ts$/).map(read).join("\n");
  const types = definitions.map(({ type }) => type);
  expect(types.filter((type) => !new RegExp(`\\b${type}\\b`).test(face))).toEqual([]);
  expect(types.filter((type) => !new RegExp(`\\bbroker\\.${type}\\b|kind: "${type}"`).test(tests))).toEqual([]);
});

test("every kind has a file in test/kinds that is in its index", () => {
  expect([...new Set(kinds.map(({ handler }) => handler))].sort()).toEqual(
    definitions.map(({ handler }) => handler).sort(),
  );
  const files = filesUnder("test/kinds", /\.ts$/).map((file) => file.replace(/^test\/kinds\/|\.ts$/g, ""));
  expect(files.filter((name) => !/^(index|kind|things|modelled)$/.test(name)).sort()).toEqual(
    definitions.map(({ handler }) => handler).sort(),
  );
});

/** What stands beside the tiers of the tests, for all of them; and what several tiers share although one has it. */
const sharedByTests = /^test\/(helpers|kinds|fixtures)(\/|$)/;
const sharedByTier = /^test\/(package\/support|unit\/api\/setup|handler\/api\/operations|handler\/integration\/scene)$/;

test("no test imports from the folder of another tier", () => {
  const found = filesUnder("test", /\.ts$/).flatMap(importsOf);
  const inTests = found.filter(({ target }) => target.startsWith("test/"));
  const others = inTests.filter(({ target }) => !sharedByTests.test(target) && !sharedByTier.test(target));
  expect(others.filter(({ file, target }) => target.split("/")[1] !== file.split("/")[1])).toEqual([]);
  expect(inTests.map(({ target }) => target)).toContain("test/kinds");
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
  const [exception = ""] = /except the binaries[^:]+: .*/.exec(read("docs/reliability.md")) ?? [];
  expect([...exception.matchAll(/`([^`]+)\*`/g)].map(([, tool]) => tool)).toEqual([...tools]);
  // The content decides, not the place: only the public registry may be named, and then over https.
  const place = /^https:\/\/registry\.npmjs\.org\//;
  expect(pathsOf(others.filter(([, { resolved }]) => resolved !== undefined && !place.test(resolved)))).toEqual([]);

  const atInstall = Object.keys(manifest.scripts).filter((name) =>
    /^(pre|post)?(install|prepare|publish|pack)/.test(name),
  );
  expect(atInstall).toEqual([]);
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
  const mentioned = documents
    .filter(isThere)
    .flatMap((document) =>
      [...read(document).matchAll(/`([\w./-]+\/[\w.-]+\.(?:md|ts|mjs|json|yaml))`/g)].map(([, path]) => path),
    );
  const missing = [...named, ...kept, ...documents, ...mentioned].filter((path) => !isThere(String(path)));
  expect(missing).toEqual([]);
  expect(json("package.json").pulumi).toBeUndefined();
});
