// `server.ts` calls `answerFile` before it looks for an operation; `tools/build.mjs` makes the files. A new file goes
// into `files`. The headers must stay, because the page holds the account's key. `answerFile` must need no key, because
// a browser sends none when it opens the link.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Reply } from "../server/reply";

/** The files of the panel by their paths under the emulator's URL. The build puts the files beside the code. */
const files: Record<string, [name: string, type: string]> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/panel/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/panel/page.css": ["page.css", "text/css; charset=utf-8"],
};

/** With these headers, a browser lets the page load its own files and call this emulator, and nothing else. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** The answer to a browser that asks for a file of the panel. Undefined for every other request. */
export function answerFile(method: string, path: string): Reply | undefined {
  const file = method === "GET" && Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return undefined;
  const [name, type] = file;
  const folder = join(dirname(require.resolve("pulumi-broker/package.json")), "dist", "emulator", "panel");
  return { status: 200, text: readFileSync(join(folder, name), "utf8"), headers: { ...headers, "content-type": type } };
}
