import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import type { Cell } from "../../../test/helpers/compat-cells";
import { repositoryRoot } from "../../../test/helpers/paths";
import { mustRun, projectTemplate } from "../../../test/helpers/user-project";

/** Makes what a combination runs on: a Node of its own, and a project in which a package manager has installed. */

const registry = ["--prefer-offline", "--no-audit", "--no-fund"];
const typescript = `typescript@${ts.version}`;
const bundler = "esbuild@0.28.2";

/** A Node from the registry: its folder, which belongs on PATH, and its version. */
export interface NodeInstalled {
  bin: string;
  version: string;
}

/** Installs the newest Node of a major, from the package that has the binary for this machine. */
export async function installNode(wanted: Cell["node"], home: string): Promise<NodeInstalled> {
  const folder = join(home, `node-${wanted}`);
  const name = `node-${process.platform}-${process.arch}`;
  makeFolder(folder, { "package.json": '{ "private": true }' });
  await mustRun("npm", ["install", ...registry, `${name}@${wanted === "newest" ? "latest" : wanted}`], folder);
  const bin = join(folder, "node_modules", name, "bin");
  const version = (await mustRun(join(bin, "node"), ["--version"], folder)).trim().slice(1);
  return { bin, version };
}

/** The versions of the Pulumi SDK: the lowest that the package allows, and the newest that it allows. */
export async function sdkVersions(): Promise<Record<Cell["sdk"], string>> {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    peerDependencies: Record<string, string>;
  };
  const range = manifest.peerDependencies["@pulumi/pulumi"] ?? "";
  const oldest = /^>=(\S+)/.exec(range)?.[1] ?? "";
  const found = JSON.parse(await mustRun("npm", ["view", `@pulumi/pulumi@${range}`, "version", "--json"], "/")) as
    | string
    | string[];
  const newest = [found].flat().sort(byVersion).at(-1) ?? "";
  return { oldest, newest };
}

const byVersion = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

/** What Node the SDK asks for, by its own `engines`. */
export const engineOf = (project: string): string => {
  const manifest = createRequire(join(project, "index.js")).resolve("@pulumi/pulumi/package.json");
  return (JSON.parse(readFileSync(manifest, "utf8")) as { engines?: { node?: string } }).engines?.node ?? "";
};

/** Installs the package, the SDK and the tools of a project, as the package manager's own users do; answers the project. */
export async function installProject(
  manager: Cell["manager"],
  sdk: string,
  tarball: string,
  home: string,
): Promise<string> {
  const folder = join(home, `${manager.replace(" ", "-")}-${sdk}`);
  const packages = [tarball, `@pulumi/pulumi@${sdk}`];
  const tools = [typescript, bundler, "@types/node@20.19.0"];
  const template = projectTemplate("shop")["Pulumi.yaml"] ?? "";
  const project = manager === "npm workspace" ? join(folder, "packages", "shop") : folder;
  makeFolder(folder, { "package.json": '{ "name": "home", "version": "1.0.0", "private": true }' });
  makeFolder(project, {
    "package.json": '{ "name": "shop", "version": "1.0.0", "private": true }',
    "Pulumi.yaml": template,
  });
  if (manager === "npm") {
    await mustRun("npm", ["install", ...registry, ...packages, ...tools], folder);
  } else if (manager === "npm workspace") {
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "home", version: "1.0.0", private: true, workspaces: ["packages/*"] }),
    );
    await mustRun("npm", ["install", ...registry, "--workspace", "shop", ...packages, ...tools], folder);
  } else if (manager === "pnpm") {
    const allowed = JSON.stringify({ onlyBuiltDependencies: ["esbuild"] });
    writeFileSync(join(folder, "pnpm-workspace.yaml"), allowed);
    await mustRun("npx", ["--yes", "pnpm@10.34.8", "add", "--prefer-offline", ...packages, ...tools], folder);
  } else {
    makeFolder(folder, { ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" });
    const all = [`pulumi-broker@file:${tarball}`, ...packages.slice(1), ...tools];
    await mustRun("npx", ["--yes", "@yarnpkg/cli-dist@4.18.1", "add", ...all], folder);
  }
  return realpathSync(project);
}

/** The quickstart's program, as it stands in the package. */
const quickstart = readFileSync(join(repositoryRoot, "examples", "quickstart", "index.ts"), "utf8");

/** Puts the quickstart into a project in this form, and nothing of another form. */
export async function writeProgram(project: string, form: Cell["program"]): Promise<void> {
  for (const file of ["index.ts", "index.js", "tsconfig.json"]) rmSync(join(project, file), { force: true });
  const main = form === "CommonJS" ? "index.ts" : "index.js";
  // A project that `pulumi new` makes names no type.
  const { type: _, ...rest } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { type?: string };
  const type = form === "ES module" ? { type: "module" } : {};
  writeFileSync(join(project, "package.json"), JSON.stringify({ ...rest, ...type, main }));
  if (form === "CommonJS") {
    // As `pulumi new typescript` leaves it: the SDK compiles the program.
    const { "tsconfig.json": settings = "" } = projectTemplate("shop");
    makeFolder(project, { "index.ts": quickstart, "tsconfig.json": settings });
  } else if (form === "ES module") {
    const compilerOptions = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 };
    makeFolder(project, { "index.js": ts.transpileModule(quickstart, { compilerOptions }).outputText });
  } else {
    makeFolder(project, { "index.ts": quickstart });
    const options = ["--bundle", "--platform=node", "--format=cjs", "--external:@pulumi/pulumi", "--outfile=index.js"];
    await mustRun("npx", ["--no-install", "esbuild", "index.ts", ...options], project);
    rmSync(join(project, "index.ts"));
  }
}

function makeFolder(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
