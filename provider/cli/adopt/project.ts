import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../command";
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

/** Finds the project of a folder. Throws where no program can be written for it. */
export function openProject(from: string): Project {
  const found = findProject(from);
  if (found === undefined) throw new CommandError(noProject);
  const text = readFileSync(found.file, "utf8");
  const field = (name: string) => new RegExp(`^["'{\\s]*${name}["']?\\s*:\\s*["']?([\\w.-]+)`, "m").exec(text)?.[1];
  const runtime = field("runtime") ?? /^runtime:\s*\n\s+name:\s*["']?(\w+)/m.exec(text)?.[1];
  if (runtime !== "nodejs") {
    throw new CommandError(
      `the program is written in TypeScript, and the runtime of ${basename(found.file)} is ${runtime ?? "not set"}: make a project with "pulumi new typescript" in a folder of its own`,
    );
  }
  const name = field("name");
  if (name === undefined) throw new CommandError(`${basename(found.file)} has no name`);
  const main = field("main");
  const entry = main?.endsWith(".ts") ? join(dirname(found.file), main) : join(found.packages, "index.ts");
  try {
    createRequire(join(found.packages, "index.js")).resolve("pulumi-broker/host");
  } catch {
    throw new CommandError(
      'the project does not have this package: run "npm install pulumi-broker" in its folder first',
    );
  }
  return { folder: dirname(found.file), name, sources: dirname(entry), entry };
}

/** What the program's files declare, as far as their text tells it. */
export interface Declarations {
  /** The logical names of each type. */
  names: Record<string, string[]>;
  /** The exported variables, by type and logical name. */
  variables: Map<string, Reference>;
  /** All variables. */
  taken: string[];
}

const declaration =
  /(?:(export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=\s*)?new\s+(?:[\p{L}_$][\p{L}\p{N}_$]*\.)?([A-Z]\w*)\(\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$\n]*)`)/gu;

/** Reads the declarations in the program's own files. */
export function readDeclarations({ sources }: Project): Declarations {
  const found: Declarations = { names: {}, variables: new Map(), taken: [] };
  for (const file of existsSync(sources) ? readdirSync(sources) : []) {
    if (!/\.tsx?$/.test(file) || file.endsWith(".d.ts")) continue;
    const text = readFileSync(join(sources, file), "utf8");
    for (const [, isExported, variable, type = "", ...texts] of text.matchAll(declaration)) {
      const name = texts.find((each) => each !== undefined) ?? "";
      found.names[type] = [...(found.names[type] ?? []), name];
      if (variable === undefined) continue;
      found.taken.push(variable);
      if (isExported !== undefined) found.variables.set(`${type} ${name}`, new Reference(variable, file));
    }
  }
  return found;
}
