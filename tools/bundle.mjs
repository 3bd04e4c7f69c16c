/**
 * Writes the JavaScript of the package: a file for each entry, and a file for each folder of `provider/` that entries
 * share. To load a few large files takes much less time than to load hundreds of small ones. zod is in them, because
 * only the used part of zod is then loaded, which is a small one.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";
import { minify } from "./bundle-plugin.mjs";

/** The folder of shared files in the folder of the result. */
const shared = "shared";

/**
 * Bundles the sources in the folder `from` into the folder `to`. `entries` are the paths of the entries without their
 * ends.
 */
export async function bundle(entries, from, to) {
  const bundled = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(from, `${entry}.ts`)])),
    platform: "node",
    external: [/^@pulumi\/pulumi/, "undici", "pulumi-broker/package.json"],
    transform: { target: "es2022" },
    preserveEntrySignatures: "allow-extension",
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
    // The declarations have the documentation, and a reader of the code reads the sources.
    comments: { jsdoc: false, annotation: false },
    chunkFileNames: `${shared}/[name].js`,
    // Each file has what the folder has and nothing else, so that no entry loads what it does not use.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameOf, debugName: shared }] },
  });
  const written = output.map(({ fileName, code }) => {
    const path = join(to, fileName);
    mkdirSync(dirname(path), { recursive: true });
    // Nobody looks for a fault of the package in zod.
    writeFileSync(path, fileName === `${shared}/zod.js` ? minifySync(fileName, code, minify).code : code);
    return path;
  });
  for (const path of scriptsBelow(to)) {
    if (!written.includes(path)) rmSync(path);
  }
  const license = join(dirname(createRequire(import.meta.url).resolve("zod/package.json")), "LICENSE");
  cpSync(license, join(to, shared, "zod.LICENSE"));
}

/** The name of the shared file for a source; null for the entries themselves. */
function sharedName(file, from, entries) {
  if (file.includes(`${sep}node_modules${sep}zod${sep}`)) return "zod";
  const path = relative(from, file);
  if (path.startsWith("..") || entries.includes(path.replace(/\.ts$/, ""))) return null;
  const [folder, inner] = path.split(sep);
  // The command loads `adopt` only when it is used.
  return folder === "cli" && inner === "adopt" ? inner : folder.replace(/\.ts$/, "");
}

function scriptsBelow(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name));
}
