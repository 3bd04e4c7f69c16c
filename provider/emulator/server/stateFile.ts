// `emulator/index.ts` reads and opens the file; `controls.ts` calls `textOf`. `longestDelayMs` may change with
// `DIFFERENCES.md`. `fileSchema` must take older files, because users keep them. `write` must rename a whole file,
// because a kill could otherwise leave half a file.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { collectionNames, collections } from "../nouns";
import type { Memory, Records } from "./store";

/** The content of an emulator. Another emulator can go on from this content. */
export interface Kept {
  /** The time on the emulator's clock. */
  now: number;
  /** The seed to which a reset goes back. */
  seed: number;
  /** The seed from which the random values go on. */
  random: number;
  memory: Memory;
}

/** Keeps a file up to date. */
export interface StateKeeper {
  noteChange(): void;
  /** Writes the file for the last time. */
  end(): void;
}

/** How long a change may stay unwritten, so that many changes in a row are written once. */
const longestDelayMs = 100;

const uint32 = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** The form of a file. The schema checks each record as strictly as the control `state` does. */
const fileSchema = z.strictObject({
  emulator: z.literal(1),
  now: z
    .number()
    .min(0)
    .max(Date.UTC(9999, 11, 31)),
  seed: uint32,
  random: uint32,
  lastIds: z.partialRecord(z.enum(collectionNames), z.int()),
  records: z.strictObject(Object.fromEntries(collections.map(({ name, schema }) => [name, z.array(schema)]))),
});

/** Reads a state file. Returns undefined if there is no file yet. Throws an error of one line. */
export function readStateFile(file: string): Kept | undefined {
  let text: string;
  try {
    // Opening a pipe waits for its other side, and reading a terminal for its end.
    const isOther = statSync(file, { throwIfNoEntry: false })?.isFile() === false;
    if (isOther) throw Object.assign(new Error(), { code: "no regular file" });
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new Error(`the state file ${file} can't be read (${code}): name another file`);
  }
  const found = fileSchema.safeParse(parse(text));
  if (!found.success) {
    throw new Error(
      `${file} is not a state file of this version of the emulator, or is damaged: name another file, or remove this one`,
    );
  }
  const { now, seed, random, lastIds, records } = found.data;
  return {
    now,
    seed,
    random,
    memory: { records: records as unknown as Records, lastIds: lastIds as Record<string, number> },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a state file. */
export const textOf = ({ memory, ...rest }: Kept): string => JSON.stringify({ emulator: 1, ...rest, ...memory });

/**
 * Writes what `kept` returns to a file: at once, soon after each change, and at the end. If the first or the last write
 * fails, throws an error of one line. If a write in between fails, the next change leads to another write.
 */
export function openStateFile(file: string, kept: () => Kept): StateKeeper {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  write();
  return {
    noteChange() {
      if (hasEnded) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        try {
          write();
        } catch {
          // If no later write succeeds, `end` throws the error.
        }
      }, longestDelayMs);
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      write();
    },
  };

  function write(): void {
    // The new file takes the old file's place at once, so that nobody ever finds half a file.
    const next = `${file}.${process.pid}.new`;
    try {
      rmSync(next, { force: true });
      writeFileSync(next, textOf(kept()), { mode: 0o600, flag: "wx" });
      renameSync(next, file);
    } catch (error) {
      rmSync(next, { force: true });
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`the state file ${file} can't be written (${code}): name a file in a folder of yours`);
    }
  }
}
