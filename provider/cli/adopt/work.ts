// `stages.ts` calls `openWork` and `writeWhole`. A batch may get optional fields. The folder's file names must stay,
// because a newer version may go on with an interrupted run. Each file with secrets needs mode 0600, because nobody
// else may read secrets.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { privateFolder } from "../../framework/sent/privateFolder";
import { CommandError } from "../command";
import { appendImports } from "./program";
import type { Project } from "./project";
import type { ImportEntry } from "./take";
import type { Secret } from "./thing";

/** A part of the program with everything that its import needs. The run after an interruption goes on from batches. */
export interface Batch {
  /** The file in the program's folder, and its text. */
  file: string;
  text: string;
  entries: readonly ImportEntry[];
  secrets: readonly Secret[];
}

/** The files in which a run keeps what it has read, until everything is in the stack. */
export type Work = ReturnType<typeof openWork>;

/** Opens the folder of a stack in the project's folder. Nothing is made before the first batch. */
export function openWork(project: string, stack: string) {
  const parent = join(project, ".pulumi-broker");
  // The CLI takes a stack under its short and under its full name.
  const folder = join(parent, `adopt-${basename(stack).replace(/[^\w.-]+/g, "-")}`);
  const importPath = join(folder, "import.json");
  const numbers = (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const pathOf = (number: number) => join(folder, `${number}.json`);
  const read = ({ path }: { path: string }) => JSON.parse(readFileSync(path, "utf8")) as Batch;
  const batches = numbers.map(pathOf).map((path) => summarize(path, read({ path })));
  let last = numbers.at(-1) ?? 0;
  /** The mark of a batch is an empty file: the batch's file is written, or the program imports the batch's file. */
  const markOf = (path: string, mark: "written" | "linked") => path.replace(/json$/, mark);
  const without = (mark: "written" | "linked") => batches.filter(({ path }) => !existsSync(markOf(path, mark)));
  const markAll = (mark: "written" | "linked") => {
    for (const { path } of batches) writeWhole(markOf(path, mark), "", 0o600);
  };

  return {
    /** The folder, which only this user can open and git ignores. */
    folder,
    /** The batches of an earlier interrupted run, and of this one. */
    batches,
    add(batch: Batch): void {
      if (privateFolder(folder) === undefined) {
        throw new CommandError(
          `cannot use the folder ${folder}. Change the permissions of the folder, so that you can write to the folder and nobody else can open the folder`,
        );
      }
      writeFileSync(join(parent, ".gitignore"), "*\n");
      last += 1;
      const path = pathOf(last);
      writeWhole(path, JSON.stringify(batch), 0o600);
      batches.push(summarize(path, batch));
    },
    read,
    /** Writes the files that no earlier run has written. Returns their names. */
    writeFiles({ sources }: Project): string[] {
      const unwritten = without("written");
      for (const batch of unwritten) {
        const path = join(sources, batch.file);
        if (!existsSync(path)) writeWhole(path, read(batch).text);
      }
      // From here on the files are a person's: they may be renamed and changed before the import.
      markAll("written");
      return unwritten.map(({ file }) => file);
    },
    /**
     * Imports the files in the program's first file, and returns the files that are missing. Call `linkFiles` after the
     * import: until the stack has all resources of the files, an `up` would make every broker a second time.
     */
    linkFiles({ sources, entry }: Project): string[] {
      const files = without("linked").map(({ file }) => file);
      const present = files.filter((file) => existsSync(join(sources, file)));
      const before = existsSync(entry) ? readFileSync(entry, "utf8") : "";
      const after = appendImports(before, present);
      if (after !== before) writeWhole(entry, after);
      markAll("linked");
      return files.filter((file) => !present.includes(file));
    },
    /** Writes the import file with the entries that `isMissing` names. Returns the path, and the number of entries. */
    writeImportFile(isMissing: (urn: string) => boolean): { path: string; count: number } {
      const draft = `${importPath}.tmp`;
      let count = 0;
      writeFileSync(draft, '{"resources":[', { mode: 0o600 });
      // The batches are read one after another, so that memory does not grow with the account.
      for (const batch of batches) {
        for (const entry of read(batch).entries.filter(({ inputs }) => isMissing(String(inputs["__urn"])))) {
          appendFileSync(draft, `${count === 0 ? "" : ","}\n${JSON.stringify(entry)}`);
          count += 1;
        }
      }
      appendFileSync(draft, "\n]}\n");
      renameSync(draft, importPath);
      return { path: importPath, count };
    },
    remove(): void {
      rmSync(folder, { recursive: true, force: true });
      // Another stack's folder must stay hidden from git.
      const isLast = existsSync(parent) && readdirSync(parent).every((name) => name === ".gitignore");
      if (isLast) rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Writes a file as a whole or not at all. */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode });
    renameSync(draft, path);
  } catch (error) {
    // The text may hold secrets.
    rmSync(draft, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `cannot write the file ${path} (${code ?? message}): correct the cause, then run the command again`,
    );
  }
}

/** The parts of a batch that stay in memory: all parts that are neither large nor secret. */
function summarize(path: string, { file, entries, secrets }: Batch) {
  const things = entries.map(({ type, id, name, inputs }) => ({
    ...{ type: type.replace(/^.*:/, ""), id, name, urn: String(inputs["__urn"]) },
  }));
  return { path, file, things, keys: secrets.map(({ key }) => key) };
}
