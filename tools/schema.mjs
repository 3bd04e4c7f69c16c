/**
 * `npm run schema`: writes the schema of the provider plugin, by which other languages know what there is. All of it comes
 * from the definitions, which check, compare and hide, and from the TypeScript declarations with their doc comments.
 *
 * A path as argument is written in place of `provider/plugin/schema.json`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { main, root } from "./run.mjs";
import { componentsOf } from "./schema/components.mjs";
import { loadDefinitions } from "./schema/definitions.mjs";
import { withExample } from "./schema/examples.mjs";
import { functionsOf } from "./schema/functions.mjs";
import { configurationOf, headOf } from "./schema/head.mjs";
import { resourcesOf } from "./schema/resources.mjs";
import { parse } from "./schema/source.mjs";
import { createTypes } from "./schema/types.mjs";
import { withWords } from "./schema/words.mjs";

await main(() => {
  const file = process.argv[2] ?? join(root, "provider", "plugin", "schema.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatted(JSON.stringify(schema())));
});

function schema() {
  const source = loadDefinitions();
  const types = createTypes();
  const parts = { types, source };
  const kinds = resourcesOf({ ...parts, index: parse(join(root, "provider", "resources", "index.ts")) });
  const index = parse(join(root, "provider", "index.ts"));
  const all = { ...kinds, ...componentsOf({ index, resources: kinds, specs: types.specs }) };
  const resources = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  const functions = functionsOf({
    ...parts,
    folders: ["functions", "resources"].map((name) => join(root, "provider", name)),
  });
  const configuration = configurationOf({ ...parts, index });
  const named = Object.fromEntries(
    Object.entries(types.specs)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([token, spec]) => [token, withWords(token.replace(/.*:/, ""), spec)]),
  );
  const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const shown = (specs) =>
    Object.fromEntries(
      Object.entries(specs).map(([token, spec]) => [token, withExample(token.replace(/.*:/, ""), spec)]),
    );
  return {
    ...headOf(about),
    ...configuration,
    types: named,
    resources: shown(resources),
    functions: shown(functions),
  };
}

/** The text as `npm run format` leaves it. */
function formatted(text) {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const args = [biome, "format", "--stdin-file-path=schema.json"];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: "utf8" });
}
