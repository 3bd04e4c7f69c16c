import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appendImports } from "./program";
import type { Project } from "./project";
import { type BatchSummary, type Work, writeWhole } from "./work";

/** Writes the files that no earlier run has written. Returns their names. */
export function writeFiles({ sources }: Project, work: Work): string[] {
  const unwritten = work.batches.filter((batch) => !work.has(batch, "written"));
  for (const batch of unwritten) {
    const path = join(sources, batch.file);
    if (!existsSync(path)) writeWhole(path, work.read(batch).text);
  }
  // From here on the files are a person's: they may be renamed and changed before the import.
  for (const batch of unwritten) work.mark(batch, "written");
  return unwritten.map(({ file }) => file);
}

/**
 * Imports the files in the program's first file. The program does not declare anything of them before: until the stack
 * has it all, an `up` would make every broker a second time. Returns the files that are not there any more.
 */
export function linkFiles({ sources, entry }: Project, work: Work): string[] {
  const unlinked = work.batches.filter((batch) => !work.has(batch, "linked"));
  const isThere = ({ file }: BatchSummary) => existsSync(join(sources, file));
  const present = unlinked.filter(isThere);
  const before = existsSync(entry) ? readFileSync(entry, "utf8") : undefined;
  const after = appendImports(
    before,
    present.map(({ file }) => file),
  );
  if (after !== (before ?? "")) writeWhole(entry, after);
  for (const batch of unlinked) work.mark(batch, "linked");
  return unlinked.filter((batch) => !isThere(batch)).map(({ file }) => file);
}
