// `stages.ts` calls `findAnyProject`, `openProject` and `readDeclarations`; `work.ts` writes into a `Project`. Other
// forms of `new` go into the pattern `declaration`. The functions must not run the program, because a program needs the
// engine. They must not change the program, because `adopt --dry-run` calls them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { ifPossible, tryParse } from "../../api";
import { CommandError } from "../command";
import { readText } from "../projectFile";
import { findProject, noProject } from "../pulumi";
import { Reference } from "./thing";

/** The Pulumi project into which a program is written. */
export interface Project {
  /** The folder of `Pulumi.yaml`. */
  folder: string;
  name: string;
  /** The folder of the program's files. */
  sources: string;
  /** The file with which the program begins. */
  entry: string;
}

/** Finds the project of a folder, whatever its language. */
export function findAnyProject(from: string) {
  const found = findProject(from);
  if (found === undefined) throw new CommandError(noProject);
  const { name } = found;
  if (name === undefined)
    throw new CommandError(`the project file ${basename(found.file)} has no field "name": add this field`);
  return { ...found, name };
}

/** Finds the project of a folder. Throws where no program can be written for it. */
export function openProject(from: string): Project {
  const { file, name, main = "", packages, runtime } = findAnyProject(from);
  const folder = dirname(file);
  if (runtime !== "nodejs") {
    const which = `the runtime of ${basename(file)} is ${runtime ?? "not set"}`;
    throw new CommandError(`this command writes a TypeScript program, but ${which}: ${makeAnother}`);
  }
  const entry = findEntry(folder, packages, main);
  const { resolve } = createRequire(join(packages, "index.js"));
  if (ifPossible(() => resolve("pulumi-broker/host")) === undefined)
    throw new CommandError(
      'the project does not have the package pulumi-broker: first run "npm install pulumi-broker" in the folder of the project',
    );
  return { folder, name, sources: dirname(entry), entry };
}

const makeAnother = 'make a project with "pulumi new typescript" in a new folder';

/** Finds the file with which the program begins. Throws where TypeScript cannot be added to the program. */
function findEntry(folder: string, packages: string, main: string): string {
  const manifests = [...new Set([packages, folder])].map(
    (each) => tryParse(readIfThere(join(each, "package.json"))) as { main?: string; type?: string } | undefined,
  );
  if (manifests.find((each) => each !== undefined)?.type === "module") {
    throw new CommandError(
      `this command writes a CommonJS program, but package.json sets "type" to "module": ${makeAnother}`,
    );
  }
  const first = /\.[cm]?[jt]s$/.test(main) ? join(folder, main) : join(packages, manifests[0]?.main ?? "index.js");
  if (first.endsWith(".ts")) return first;
  const entry = join(packages, "index.ts");
  if (existsSync(entry) || !existsSync(first)) return entry;
  throw new CommandError(
    `this command writes a TypeScript program, but ${basename(first)} is JavaScript: ${makeAnother}`,
  );
}

const readIfThere = (path: string) => (existsSync(path) ? readText(path) : "");

const declaration =
  /(?:(export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=\s*)?new\s+(?:[\p{L}_$][\p{L}\p{N}_$]*\.)?([A-Z]\w*)\(\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$\n]*)`)/gu;

/** The declarations in the text of the program's own files. `exported` has type and logical name as its key. */
export function readDeclarations({ sources }: Project) {
  const names: { type: string; name: string }[] = [];
  const variables: string[] = [];
  const exported = new Map<string, Reference>();
  for (const file of existsSync(sources) ? readdirSync(sources) : []) {
    if (!/\.tsx?$/.test(file) || file.endsWith(".d.ts")) continue;
    const text = readFileSync(join(sources, file), "utf8");
    for (const [, isExported, variable, type = "", ...texts] of text.matchAll(declaration)) {
      const name = texts.find((each) => each !== undefined) ?? "";
      names.push({ type, name });
      if (variable === undefined) continue;
      variables.push(variable);
      if (isExported !== undefined) exported.set(`${type} ${name}`, new Reference(variable, file));
    }
  }
  return { names, variables, exported };
}
