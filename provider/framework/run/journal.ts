// A journal is a set of files through which the host processes of one run share facts. `run.ts` opens a journal, and
// `knowledge.ts` uses it. The process id must end a file's name, because `isWritten` reads the id there. No failure
// here may end an operation, because a run with one provider needs no journal. All else may change.
import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ifPossible } from "../../api/transport/json";
import { privateFolder } from "../sent/privateFolder";

/** One fact that a run has learnt, kept under a topic and a key. */
export type Fact = readonly [topic: string, key: string, value: unknown];

/** How the host processes of one engine run, one for each provider, tell each other what they have learnt. */
export interface Journal {
  append(fact: Fact): void;
  /** The facts that the other processes have told since the last call. */
  news(): Fact[];
}

/** The journal of a process that is alone and has nobody to tell. */
export const noJournal: Journal = { append: () => {}, news: () => [] };

/**
 * Opens the journal of one service in one engine run. Each process writes a file named after its process id, and reads
 * the files of living processes. Without a private folder, the process works alone, and `warn` is called.
 */
export function openJournal(
  engine: string | undefined,
  service: string,
  { parent = tmpdir(), warn = () => {} }: { parent?: string; warn?: (text: string) => void } = {},
): Journal {
  if (engine === undefined) return noJournal;
  const path = join(parent, `pulumi-broker-${process.getuid?.() ?? "runs"}`);
  const folder = privateFolder(path);
  if (folder === undefined) {
    warn(
      `${path} cannot be made, or is open to other users, so the providers of this run cannot share data. If a resource moves to another provider, Pulumi may delete the object of the resource. Remove the folder, or set TMPDIR to a folder of your own`,
    );
    return noJournal;
  }
  const run = createHash("sha256").update(`${engine}\n${service}`).digest("hex").slice(0, 16);
  const own = `${run}-${process.pid}`;
  try {
    for (const name of readdirSync(folder))
      if (name === own || !isWritten(name)) rmSync(join(folder, name), { force: true });
  } catch {
    return noJournal;
  }
  /** The place in the file of each other process up to which it was read. */
  const others = new Map<string, { place: number }>();
  let isBegun = false;
  return {
    append(fact) {
      if (!isBegun) process.on("exit", () => rmSync(join(folder, own), { force: true }));
      isBegun = true;
      ifPossible(() => appendFileSync(join(folder, own), `${JSON.stringify(fact)}\n`, { mode: 0o600 }));
    },
    news() {
      const names = ifPossible(() => readdirSync(folder)) ?? [];
      for (const name of names.filter((each) => each.startsWith(`${run}-`) && each !== own && !others.has(each))) {
        if (isWritten(name)) others.set(name, { place: 0 });
      }
      return [...others].flatMap(([name, read]) => ifPossible(() => readOn(join(folder, name), read)) ?? []);
    },
  };
}

/** Reads the lines that are whole: the last line of a file may be unfinished. */
function readOn(path: string, read: { place: number }): Fact[] {
  const file = openSync(path, "r");
  try {
    const text = Buffer.alloc(fstatSync(file).size - read.place);
    readSync(file, text, 0, text.length, read.place);
    const lines = text.subarray(0, text.lastIndexOf("\n") + 1);
    read.place += lines.length;
    return lines
      .toString()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Fact);
  } finally {
    closeSync(file);
  }
}

/** True when the process that writes the file of this name is alive. */
function isWritten(name: string): boolean {
  const pid = Number(name.split("-")[1]);
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be signalled, and is alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
