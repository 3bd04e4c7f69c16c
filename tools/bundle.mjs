/**
 * Makes the JavaScript of the package: a file for each entry, and a file for each folder of `provider/` that entries
 * share. To load a few large files takes much less time than to load hundreds of small ones. zod is in them, because
 * only the used part of zod is then loaded, which is a small one.
 */
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { leanZod, minify } from "./bundle-plugin.mjs";

/** The folder of shared files in the folder of the result. */
const shared = "shared";

/**
 * Bundles the sources in the folder `from`. `entries` are the paths of the entries without their ends. Returns the text
 * of each file by its path, and the modules in them.
 */
export async function bundle(entries, from) {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.ts`)])),
    platform: "node",
    // The files name the sources as seen from here, so that they are the same wherever the build is started.
    cwd: dirname(from),
    external: [/^@pulumi\/pulumi/, "undici", "pulumi-broker/package.json"],
    transform: { target: "es2022" },
    preserveEntrySignatures: "allow-extension",
    plugins: [leanZod],
    onLog(level, log, next) {
      if (level === "warn") throw new Error(log.message);
      next(level, log);
    },
  });
  const nameOf = (file) => sharedName(file, from, entries);
  const { output } = await bundled.generate({
    format: "cjs",
    esModule: true,
    strict: true,
    minify,
    chunkFileNames: `${shared}/[name].js`,
    // Each file has what the folder has and nothing else, so that no entry loads what it does not use.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameOf, debugName: shared }] },
  });
  return {
    files: new Map(output.map(({ fileName, code }) => [fileName, code])),
    modules: output.flatMap(({ modules }) => Object.keys(modules)),
  };
}

/** The shared file of each library that is bundled. */
const libraries = { zod: "zod", leven: "framework", preact: "preact", "preact-render-to-string": "preact" };

/** The name of the shared file for a source; null for the entries themselves. */
function sharedName(file, from, entries) {
  const library = Object.keys(libraries).find((name) => file.includes(`${sep}node_modules${sep}${name}${sep}`));
  if (library !== undefined) return libraries[library];
  const path = relative(from, file);
  if (path.startsWith("..") || entries.includes(path.replace(/\.ts$/, ""))) return null;
  const [folder, inner] = path.split(sep);
  // The command loads these only when they are used.
  return folder === "cli" && ["adopt", "map"].includes(inner) ? inner : folder.replace(/\.ts$/, "");
}
