// `cli/pulumi.ts` calls `readProjectFile`; `adopt/project.ts` reads files with `readText`. More spellings of YAML may
// be understood. The file must do without a YAML package, because three fields are not worth a dependency.
import { readFileSync } from "node:fs";
import { tryParse } from "../api";
import { CommandError } from "./command";

/** The fields of a project's file that the commands use. */
export type ProjectFields = Record<"name" | "main" | "runtime", string | undefined>;

/** The text of a file without the byte order mark with which some editors begin it. Throws an error of one line. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new CommandError(
      `cannot read the file ${file} (${(error as NodeJS.ErrnoException).code}): correct the permissions of the file`,
    );
  }
}

/** Reads the fields of a project's file in YAML or JSON, in the spellings that Pulumi and people use. */
export function readProjectFile(file: string): ProjectFields {
  const text = readText(file);
  const json = tryParse(text) as
    | (Omit<ProjectFields, "runtime"> & { runtime?: string | { name?: string } | null })
    | null;
  if (json) {
    const { name, main, runtime } = json;
    return { name, main, runtime: typeof runtime === "object" ? runtime?.name : runtime };
  }
  // The runtime may have fields of its own, on indented lines or in braces.
  const inside = /^["']?runtime["']?[ \t]*:[ \t]*(?:#.*)?(\{[^}]*|(?:\r?\n[ \t]+.*)+)/m.exec(text)?.[1];
  const runtime = inside === undefined ? fieldIn(text, "runtime") : fieldIn(inside, "name", "[\\s{,]");
  return { name: fieldIn(text, "name"), main: fieldIn(text, "main"), runtime };
}

/** The value of a key in YAML: in quotes, or up to the end of the line, a comment or a brace. */
function fieldIn(text: string, key: string, before = "^"): string | undefined {
  const value = `"([^"\\n]*)"|'([^'\\n]*)'|([^\\s"'#{},](?:[^\\n\\r#{},]*[^\\s#{},])?)`;
  const found = new RegExp(`${before}["']?${key}["']?[ \\t]*:[ \\t]*(?:${value})`, "m").exec(text);
  return found?.slice(1).find((each) => each !== undefined && each !== "");
}
