// A file of this user keeps the new account key until somebody has that key; `rotateKey.ts` calls the three functions.
// Texts may change. The folder must stay, because later runs list its files; mode 600 must stay, because the file has a
// key. `openKeptKey` must come before the rotation, because a full disk must show before the old key ends.
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ifPossible } from "../../api";
import { ownFolder, privateFolder } from "../../framework/sent/privateFolder";
import { CommandError } from "../command";

/** Makes a private file with room for a key, before there is a key. Throws a {@link CommandError} where this fails. */
export function openKeptKey(): string {
  const folder = ownFolder("keys");
  const lacks = (why: string) =>
    new CommandError(
      `this command did not replace the account key, because the new key could get lost: ${why}. Correct this cause, then run the command again`,
    );
  if (privateFolder(folder) === undefined)
    throw lacks(`the folder ${folder} cannot be made, or is open to other users`);
  const path = join(folder, `account-key-${Date.now()}-${process.pid}`);
  try {
    writeFileSync(path, " ".repeat(1024), { flag: "wx", mode: 0o600, flush: true });
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw lacks(`this command cannot write the file ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Writes the key to the file. Returns false where the disk did not take it. */
export const keepKey = (path: string, key: string): boolean =>
  ifPossible(() => {
    const line = `${key}\n`;
    truncateSync(path, Buffer.byteLength(line));
    writeFileSync(path, line, { flag: "r+", flush: true });
    return true;
  }) ?? false;

/** The files of earlier runs that ended before somebody had the new key. */
export function listKeptKeys(): string[] {
  const folder = ownFolder("keys");
  const paths = (ifPossible(() => readdirSync(folder)) ?? []).map((name) => join(folder, name));
  // A file that cannot be read may hold a key.
  return paths.filter((path) => ifPossible(() => readFileSync(path, "utf8"))?.trim() !== "");
}
