/**
 * Bundles the provider plugin into one file. Of the files that all entries share it would use a part: in the others are
 * the classes of programs, which load the whole SDK.
 */
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";

/** A reader of the code reads the sources. The names of functions stay, because reports of faults show them. */
export const minify = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } };

/**
 * Leaves out of zod what no entry uses: JSON schemas, which only the build makes, from sources, and the methods for
 * formats of texts, such as `email()`. The provider has rules of its own for these formats. If a source calls such a
 * method, the built package throws at this call.
 */
export const leanZod = {
  name: "zod without JSON schemas and formats",
  transform(code, id) {
    if (!/\bzod\b.v4.classic.schemas\.js$/.test(id)) return null;
    const lean = code
      .replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, "")
      .replace(/\bcreate(?:Standard|To)JSONSchemaMethod\(this\b[^)]*\)/g, "undefined")
      .replace(/^\s*\w+\(params\) \{\s*return this\.check\(core\._\w+\(Zod\w+, params\)\);\s*\},$/gm, "");
    if (lean === code || /processJSONSchema|JSONSchemaMethod\(|this\.check\(core\._email\(/.test(lean))
      throw new Error("This zod makes JSON schemas or checks formats in a way that the build does not know.");
    return lean;
  },
};

/** The names by which sources import the SDK. */
const sdk = /^@pulumi\/pulumi/;

/**
 * Returns the JavaScript of the plugin whose sources are in the folder `from`, and the modules in it: with `isAlone`
 * those of every package, because a released plugin has no packages beside it.
 */
export async function bundlePlugin(from, { isAlone }) {
  const bundled = await rolldown({
    input: join(from, "plugin", "main.ts"),
    platform: "node",
    transform: { target: "es2022" },
    external: isAlone ? [sdk] : [sdk, "undici"],
    // The classes that programs use extend the SDK's, and are dropped. What is needed of it comes by `fromPulumi`.
    treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !id.startsWith("@pulumi/") },
    plugins: [leanZod, ...(isAlone ? [namesSdkModules(from)] : [])],
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
  // A function of the package loads the SDK when a program calls it, which the plugin never does.
  if (/(?<!=>)\brequire\(["'`]@pulumi\//.test(code))
    throw new Error("The plugin's bundle uses what only programs need of the SDK.");
  return { code, modules: Object.keys(modules) };
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
