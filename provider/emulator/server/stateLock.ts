// `emulator/index.ts` calls `lockStateFile` before it reads a state file, so that two emulators never write one file.
// Texts may change with their tests. `claim` must use the flag `wx`, because two starts at once could otherwise both
// succeed. The lock must hold the process id on a line, because other versions read it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The locks that emulators of this process hold. */
const held = new Set<string>();

/**
 * Claims a state file for one emulator with a lock, a file beside the state file that names the process. A lock of a
 * dead process does not count. Returns the function that removes the lock. If another emulator has the file, throws an
 * error of one line.
 */
export function lockStateFile(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
  if (!claim(file, lock)) {
    const owner = ownerOf(lock);
    if (held.has(lock) || (owner !== process.pid && isAlive(owner))) throwInUse(file, owner);
    rmSync(lock, { force: true });
    // Another emulator may have taken over the lock in between.
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

/** Makes the lock. Returns false if there is a lock already. */
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

/** The process that made the lock. Undefined while the lock is empty, and after its removal. */
function ownerOf(lock: string): number | undefined {
  try {
    return Number(/^[1-9]\d*$/m.exec(readFileSync(lock, "utf8"))?.[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** True when a process lives. Without an owner, a process has just made the lock, so the answer is true too. */
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
