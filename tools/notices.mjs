/** The notices of other people's work that is bundled: what it is called, and its licence. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The bundler's own module, which helps the files of a bundle to load one another. */
const runtime = /^\0rolldown\//;

/** The text of a file of notices: one for each package that these modules belong to, and further ones. */
export function noticesOf(modules, more = []) {
  const folders = [...new Set(modules.flatMap(folderOf))].sort();
  return `${[...folders.map(noticeOf), ...more].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The folder of the package that a module belongs to, in a list; an empty list for a source of this package. */
function folderOf(module) {
  if (runtime.test(module)) return [folderOfBundler()];
  const [found] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module) ?? [];
  return found === undefined ? [] : [found];
}

const folderOfBundler = () => dirname(createRequire(import.meta.url).resolve("rolldown/package.json"));

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${name} is bundled, and has no licence in ${folder}.`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}
