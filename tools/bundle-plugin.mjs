/**
 * Bundles the provider plugin into one file. Of the files that all entries share it would use a part: in the others are
 * the classes of programs, which load the whole SDK.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

/** For code that is also in other files, or not ours. The names of functions stay, because reports of faults show them. */
export const minify = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } };

/** The names by which sources import the SDK. */
const sdk = /^@pulumi\/pulumi/;

/**
 * Returns the JavaScript of the plugin whose sources are in the folder `from`, and the folders of the packages in it:
 * with `isAlone` every package, because a released executable has nothing beside it.
 */
export async function bundlePlugin(from, { isAlone }) {
  const bundled = await rolldown({
    input: join(from, "plugin", "main.ts"),
    platform: "node",
    transform: { target: "es2022" },
    external: isAlone ? [sdk] : [sdk, "undici"],
    // The classes that programs use extend the SDK's, and are dropped. What is needed of it comes by `fromPulumi`.
    treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !id.startsWith("@pulumi/") },
    plugins: isAlone ? [namesSdkModules(from)] : [],
    onLog(level, log, next) {
      if (level === "warn") throw new Error(log.message);
      next(level, log);
    },
  });
  const { output } = await bundled.generate({
    format: "cjs",
    strict: isAlone ? "auto" : true,
    codeSplitting: false,
    minify,
  });
  const [{ code, modules }] = output;
  if (/\brequire\(["'`]@pulumi\//.test(code))
    throw new Error("The plugin's bundle uses what only programs need of the SDK.");
  return { code, packages: [...new Set(Object.keys(modules).flatMap(packageOf))].sort() };
}

/** Makes `fromPulumi("name")` a plain `require`, which the bundler follows. */
function namesSdkModules(from) {
  const ofPackage = createRequire(join(from, "index.ts"));
  const ofSdk = createRequire(ofPackage.resolve("@pulumi/pulumi/package.json"));
  return {
    name: "modules of the SDK",
    transform: (code, id) =>
      !relative(from, id).startsWith("..")
        ? code.replace(/\bfromPulumi\("([^"]+)"\)/g, (_, name) => `require(${JSON.stringify(ofSdk.resolve(name))})`)
        : null,
  };
}

/** The folder of the package that a module belongs to, in a list; an empty list for the sources. */
function packageOf(module) {
  const [found] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module) ?? [];
  return found === undefined ? [] : [found];
}

/** The licences of packages, one after the other. A package without such a file names its licence in its manifest. */
export function licencesOf(folders) {
  return folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => /^licen[sc]e/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
}
