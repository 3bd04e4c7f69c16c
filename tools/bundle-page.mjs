/** Bundles the page of the emulator's panel, which a browser loads, and the library that it is made with. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Returns the files of the page whose sources are in the folder `from`, by their names, and the modules in them. */
export async function bundlePage(from) {
  const bundled = await rolldown({
    input: join(from, "page.tsx"),
    platform: "browser",
    transform: { target: "es2022" },
    onLog(level, log, next) {
      if (level === "warn") throw new Error(log.message);
      next(level, log);
    },
  });
  const { output } = await bundled.generate({ format: "esm", minify: true, codeSplitting: false });
  const [{ code, modules }] = output;
  const as = (name) => [name, readFileSync(join(from, name), "utf8")];
  return { files: new Map([["page.js", code], as("index.html"), as("page.css")]), modules: Object.keys(modules) };
}
