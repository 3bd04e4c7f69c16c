/** Compiles `provider/` to `dist/`. Declarations of unchanged files are not made again. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { putFiles } from "./files.mjs";
import { main, mustRun, root, startedDirectly } from "./run.mjs";

const dist = join(root, "dist");

/** The folder of all declarations that the compiler writes; only some of them are published. */
const declarations = join(dist, ".declarations");

/** The entries of the package that programs import. */
const entries = ["index", "host", "client", "emulator/index"];

/** What is started as a program: the command. The provider plugin is a file of its own. */
const programs = ["cli/main"];

/** Everything that is bundled into files which share parts. */
export const inputs = [...entries, ...programs];

/** The program that the Pulumi engine starts as the provider plugin: the engine finds it by this name. */
const plugin = `#!/usr/bin/env node
require("./main.js");
`;

/** What makes the plugin's folder a package of Pulumi, which `pulumi install` and `pulumi package add` take by its path. */
const pluginPapers = ({ version }) => ({
  "PulumiPlugin.yaml": "runtime: nodejs\n",
  "package.json": JSON.stringify({ name: "broker", version, private: true, main: "main.js" }),
});

/** Compiles the package; throws when the compiler finds an error. */
export async function build() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const incremental = ["--incremental", "--tsBuildInfoFile", join(dist, ".tsbuildinfo")];
  const output = ["--emitDeclarationOnly", "--declarationDir", declarations];
  await mustRun("The build", process.execPath, [tsc, ...incremental, ...output]);
  // The imports are not at the top because nothing is installed before `npm ci`.
  const { publishDeclarations } = await import("./declarations.mjs");
  const published = entries.map((entry) => `${entry}.d.ts`);
  publishDeclarations(published, declarations, dist);
  const { bundle } = await import("./bundle.mjs");
  const sources = join(root, "provider");
  const { files, modules } = await bundle(inputs, sources);
  const { bundlePlugin } = await import("./bundle-plugin.mjs");
  const bundled = await bundlePlugin(sources, { isAlone: false });
  files.set("plugin/main.js", bundled.code);
  files.set(
    "plugin/schema.json",
    JSON.stringify(JSON.parse(readFileSync(join(sources, "plugin", "schema.json"), "utf8"))),
  );
  files.set("plugin/pulumi-resource-broker", plugin);
  const papers = pluginPapers(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  for (const [name, text] of Object.entries(papers)) files.set(`plugin/${name}`, text);
  const { bundlePage } = await import("./bundle-page.mjs");
  const page = await bundlePage(join(sources, "emulator", "panel", "page"));
  for (const [name, text] of page.files) files.set(`emulator/panel/${name}`, text);
  const { noticesOf } = await import("./notices.mjs");
  files.set("THIRD-PARTY-NOTICES", noticesOf([...modules, ...bundled.modules, ...page.modules]));
  putFiles(dist, files);
  for (const path of ["cli/main.js", "plugin/pulumi-resource-broker"]) chmodSync(join(dist, path), 0o755);
}

if (startedDirectly(import.meta.url)) await main(build);
