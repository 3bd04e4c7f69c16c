import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../helpers/paths";
import { mustRun } from "../helpers/user-project";

/** What a file of notices must say of one package. */
interface Notice {
  heading: string;
  licence: string;
}

const line = "-".repeat(80);

/** The notices in a file, by what they begin with. */
export const noticesIn = (notices: string): (string | undefined)[] =>
  notices.split(`\n\n${line}\n\n`).map((notice) => notice.split("\n")[0]);

/** The notices that are due for what the bundler puts into the npm package, or into the archive of the plugin. */
export async function dueNotices(of: "package" | "archive"): Promise<Notice[]> {
  const list = {
    package: `(await Promise.all([bundle(inputs, "provider"), bundlePlugin("provider", {}), bundlePage("provider/emulator/panel/page")])).flatMap(({ modules }) => modules)`,
    archive: `(await bundlePlugin("provider", { isAlone: true })).modules`,
  };
  const script = `
    import { inputs } from "./tools/build.mjs";
    import { bundle } from "./tools/bundle.mjs";
    import { bundlePage } from "./tools/bundle-page.mjs";
    import { bundlePlugin } from "./tools/bundle-plugin.mjs";
    console.log(JSON.stringify(${list[of].replaceAll('"provider"', JSON.stringify(join(repositoryRoot, "provider")))}));
  `;
  // The last argument stands in for the path of a script, which the tools ask for.
  const args = ["--input-type=module", "-e", script, repositoryRoot];
  const printed = await mustRun(process.execPath, args, repositoryRoot);
  const modules = JSON.parse(printed) as string[];
  const foreign = modules.filter((module) => !module.startsWith(join(repositoryRoot, "provider")));
  const folders = new Set(foreign.map((module) => (module.startsWith("\0") ? bundler : folderOf(module))));
  return [...folders].map(noticeOf).sort((a, b) => (a.heading < b.heading ? -1 : 1));
}

/** A module without a file is the bundler's own. */
const bundler = join(repositoryRoot, "node_modules", "rolldown");

/** The folder of the package that a file belongs to: the first one above it whose manifest has a version. */
function folderOf(file: string): string {
  const folder = dirname(file);
  const manifest = join(folder, "package.json");
  const isPackage = existsSync(manifest) && "version" in JSON.parse(readFileSync(manifest, "utf8"));
  return isPackage ? folder : folderOf(folder);
}

function noticeOf(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[sc]e(\.\w+)?$/i.test(each)) ?? "LICENSE";
  return { heading: `${name} ${version} (${license})`, licence: readFileSync(join(folder, file), "utf8").trim() };
}
