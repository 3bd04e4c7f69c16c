/**
 * Bundles the provider plugin into one file, with every package that it loads: a released executable has nothing beside
 * it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

/** Returns the JavaScript of the plugin whose sources are in the folder `from`, and the folders of the packages in it. */
export async function bundlePlugin(from) {
  const bundled = await rolldown({
    input: join(from, "plugin", "main.ts"),
    platform: "node",
    transform: { target: "es2022" },
    // Of the SDK, the classes that programs extend are not wanted here, only the modules that `fromPulumi` names.
    external: /^@pulumi\/pulumi/,
    treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !id.startsWith("@pulumi/") },
    plugins: [namesSdkModules(from)],
    onLog(level, log, next) {
      if (level === "warn") throw new Error(log.message);
      next(level, log);
    },
  });
  const { output } = await bundled.generate({ format: "cjs", codeSplitting: false });
  const [{ code, modules }] = output;
  if (code.includes('require("@pulumi/'))
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
