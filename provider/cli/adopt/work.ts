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
import { dirname, join } from "node:path";
import { privateFolder } from "../../framework/sent/privateFolder";
import { CommandError } from "../command";
import type { ImportEntry } from "./importFile";
import type { LeftOut } from "./thing";

/** A part of the program with all that its import takes. A run that was cut off goes on from these. */
export interface Batch {
  /** The file in the program's folder, and its text. */
  file: string;
  text: string;
  title: string;
  entries: ImportEntry[];
  secrets: { key: string; value: string }[];
  leftOut: LeftOut[];
}

/** What a command remembers of a batch: all but what makes it large or secret. */
export interface BatchSummary extends Pick<Batch, "file" | "title" | "leftOut"> {
  path: string;
  things: { type: string; id: string; name: string; urn: string }[];
  keys: string[];
}

/** How far a batch has come: its file is written, and is then a person's; the program imports the file. */
export type Mark = "written" | "linked";

/** The files in which a run keeps what it has read, until everything is in the stack. */
export interface Work {
  /** The folder, which only this user can open and git ignores. */
  folder: string;
  /** The batches of an earlier run that was cut off, and of this one. */
  batches: BatchSummary[];
  add(batch: Batch): void;
  read(summary: BatchSummary): Batch;
  /** True when the batch has come this far. */
  has(summary: BatchSummary, mark: Mark): boolean;
  mark(summary: BatchSummary, mark: Mark): void;
  /** Writes the import file with the entries that `isMissing` names. Returns the path, and the number of entries. */
  writeImportFile(isMissing: (urn: string) => boolean): { path: string; count: number };
  /** Removes the import file. */
  removeImportFile(): void;
  /** Removes everything. */
  remove(): void;
}

const importName = "import.json";

/** Opens the folder of a stack in the project's folder. Nothing is made before the first batch. */
export function openWork(project: string, stack: string): Work {
  const parent = join(project, ".pulumi-broker");
  // The CLI takes a stack under its short and under its full name.
  const folder = join(
    parent,
    `adopt-${stack
      .split("/")
      .at(-1)
      ?.replace(/[^\w.-]+/g, "-")}`,
  );
  const importPath = join(folder, importName);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.json$/.test(name)) : [];
  const batches = names
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => summaryOf(join(folder, name)));
  let last = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));

  return {
    folder,
    batches,
    add(batch) {
      if (privateFolder(folder) === undefined) {
        throw new CommandError(
          `cannot write to ${folder}: it must be a folder that you can write to and nobody else can open`,
        );
      }
      writeFileSync(join(parent, ".gitignore"), "*\n");
      last += 1;
      const path = join(folder, `${last}.json`);
      writeWhole(path, JSON.stringify(batch), 0o600);
      batches.push(summarize(path, batch));
    },
    has: ({ path }, mark) => existsSync(markOf(path, mark)),
    mark: ({ path }, mark) => writeWhole(markOf(path, mark), "", 0o600),
    read: ({ path }) => JSON.parse(readFileSync(path, "utf8")) as Batch,
    writeImportFile(isMissing) {
      const draft = `${importPath}.tmp`;
      let count = 0;
      writeFileSync(draft, '{"resources":[', { mode: 0o600 });
      // The batches are read one after another, so that memory does not grow with the account.
      for (const { path } of batches) {
        const { entries } = JSON.parse(readFileSync(path, "utf8")) as Batch;
        for (const entry of entries.filter(({ inputs }) => isMissing(String(inputs["__urn"])))) {
          appendFileSync(draft, `${count === 0 ? "" : ","}\n${JSON.stringify(entry)}`);
          count += 1;
        }
      }
      appendFileSync(draft, "\n]}\n");
      renameSync(draft, importPath);
      return { path: importPath, count };
    },
    removeImportFile: () => rmSync(importPath, { force: true }),
    remove() {
      rmSync(folder, { recursive: true, force: true });
      // Another stack's folder must stay hidden from git.
      const isLast = existsSync(parent) && readdirSync(parent).every((name) => name === ".gitignore");
      if (isLast) rmSync(parent, { recursive: true, force: true });
    },
  };
}

const markOf = (path: string, mark: Mark) => path.replace(/json$/, mark);

/** Writes a file so that it is there as a whole or not at all. */
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
    throw new CommandError(`cannot write ${path}: ${code ?? message}; correct that and run this command again`);
  }
}

function summaryOf(path: string): BatchSummary {
  return summarize(path, JSON.parse(readFileSync(path, "utf8")) as Batch);
}

function summarize(path: string, { file, title, leftOut, entries, secrets }: Batch): BatchSummary {
  return {
    path,
    file,
    title,
    leftOut,
    things: entries.map(({ type, id, name, inputs }) => ({
      type: type.replace(/^.*:/, ""),
      id,
      name,
      urn: String(inputs["__urn"]),
    })),
    keys: secrets.map(({ key }) => key),
  };
}
