// A record says which request a resource must not send again. `run/run.ts` opens the records, and `oncePerTriggers.ts`
// parses them. Names and form of the files must stay, because later versions read them. An unreadable file must stay an
// error, because the file may hide what was sent. All else may change.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ifPossible, tryParse } from "../../api/transport/json";
import type { SentRecord, SentRecords } from "../kind/context";
import { urnsOf } from "../kind/tokens";
import { ownFolder, privateFolder } from "./privateFolder";

export const recordsFolder = (): string => ownFolder("sent");

/** Opens the records of one resource of a service. The folder is looked for when a record is needed. */
export function openSentRecords(service: string, folder: () => string, urn: string): SentRecords {
  /** The file of the records, then the files in which an earlier version may have left records. */
  const pathsOf = (operation: string) =>
    urnsOf(urn).map((each) => {
      const digest = createHash("sha256")
        .update(JSON.stringify([service, each, operation]))
        .digest("hex");
      return join(folder(), `${digest}.json`);
    }) as [string, ...string[]];
  return {
    find: (operation) => pathsOf(operation).flatMap((path) => readRecords(path, operation)),
    keep(operation, records) {
      if (privateFolder(folder()) === undefined) return `${folder()} cannot be made, or is open to other users`;
      const [path, ...earlier] = pathsOf(operation);
      try {
        writeSafely(path, `${JSON.stringify(records)}\n`);
        for (const each of earlier) rmSync(each, { force: true });
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    remove(operation) {
      // A folder that cannot be written holds no record of this run.
      ifPossible(() => {
        for (const path of pathsOf(operation)) rmSync(path, { force: true });
      });
    },
  };
}

/** The records in a file; none where there is no file. */
function readRecords(path: string, operation: string): SentRecord[] {
  let why = "";
  try {
    const found = tryParse(readFileSync(path, "utf8"));
    if (Array.isArray(found) && found.length > 0 && found.every(isRecord)) return found;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTDIR"].includes(code)) return [];
    why = ` (${message})`;
  }
  throw new Error(
    `cannot read the file ${path}, which lists the requests of earlier runs${why}: check whether the service carried out ${operation}. If the service did, import the resource for which Pulumi shows this error, then delete the file. If the service did not, only delete the file`,
  );
}

/** Reads a record from its text; undefined when the text is none. */
export function parseRecord(text: string): SentRecord | undefined {
  const found = tryParse(text);
  return isRecord(found) ? found : undefined;
}

function isRecord(value: unknown): value is SentRecord {
  const found = value as Partial<SentRecord> | null | undefined;
  const texts = [found?.at, found?.salt, found?.triggers];
  const isTime = Number.isFinite(Date.parse(String(found?.at)));
  const isPhase = ["sending", "lost", "done"].includes(String(found?.phase));
  return isPhase && isTime && texts.every((each) => typeof each === "string");
}

/** Writes a whole file, or nothing. The file is on the disk when this function returns. */
function writeSafely(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, path);
  syncFolder(dirname(path));
}

/** Brings the name of a new file to the disk. Windows cannot open a folder, and needs no such step. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
