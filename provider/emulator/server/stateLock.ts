import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The locks that emulators of this process hold. */
const held = new Set<string>();

/**
 * Claims a state file for one emulator, by a file beside it that names the process. What a dead process has left is taken
 * over. Returns the function that gives the file back, and throws an error of one line where another emulator has it.
 */
export function lockStateFile(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
  if (!claim(file, lock)) {
    const owner = ownerOf(lock);
    if (held.has(lock) || (owner !== process.pid && isAlive(owner))) throwInUse(file, owner);
    rmSync(lock, { force: true });
    // Another start may have taken the file over in between.
    if (!claim(file, lock)) throwInUse(file, ownerOf(lock));
  }
  held.add(lock);
  let isMine = true;
  return () => {
    if (!isMine) return;
    isMine = false;
    held.delete(lock);
    rmSync(lock, { force: true });
  };
}

/** Makes the lock; false where there is one already. */
function claim(file: string, lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new Error(`the state file ${file} can't be written (${code}): name a file in a folder of yours`);
  }
}

/** The process that made the lock; undefined while it is being written, and once it has been removed. */
function ownerOf(lock: string): number | undefined {
  try {
    return Number(/^[1-9]\d*$/m.exec(readFileSync(lock, "utf8"))?.[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** True when a process lives. A process that is not known yet has just made the lock. */
function isAlive(owner: number | undefined): boolean {
  if (owner === undefined) return true;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function throwInUse(file: string, owner: number | undefined): never {
  const who = owner === undefined ? "that is starting" : `(process ${owner})`;
  const leftover = `if that is no emulator, remove ${file}.lock`;
  throw new Error(
    `the state file ${file} is in use by another emulator ${who}: stop it, or name another file; ${leftover}`,
  );
}
