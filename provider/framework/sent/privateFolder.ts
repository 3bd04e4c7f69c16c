// `sentRecords.ts`, `run/journal.ts`, `cli/rotateKey/keptKey.ts` and `cli/adopt/work.ts` call `privateFolder`; the
// first and the third also call `ownFolder`. The path must stay, because later runs look there. The check of the owner
// must stay, because the folder keeps secrets from other users. All else may change.
import { lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ifPossible } from "../../api/transport/json";

/** A folder of this package in Pulumi's own folder, which outlives the checkout of a project. */
export const ownFolder = (name: string): string =>
  join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "pulumi-broker", name);

/** Makes a folder that only this user can open; undefined where that fails, or somebody else has made it. */
export function privateFolder(path: string): string | undefined {
  const uid = process.getuid?.();
  return ifPossible(() => {
    mkdirSync(path, { mode: 0o700, recursive: true });
    const found = lstatSync(path);
    const isOurs = found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0));
    return isOurs ? path : undefined;
  });
}
