/**
 * Refuses a release whose tag does not say what is published: `node tools/release-check.mjs v0.2.0`. This file imports
 * nothing but Node, because it runs before `npm ci`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "./run.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");

await main(() => {
  const [tag = ""] = process.argv.slice(2);
  const { version } = JSON.parse(read("package.json"));
  const locked = JSON.parse(read("package-lock.json")).version;
  if (locked !== version)
    throw new Error(`package-lock.json has version ${locked}, package.json ${version}: run npm install.`);
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag || "missing"}, package.json has version ${version}: tag v${version}.`);
  if (
    !read("CHANGELOG.md")
      .split("\n")
      .some((line) => line.split(" ").slice(0, 2).join(" ") === `## ${version}`)
  )
    throw new Error(`CHANGELOG.md has no heading "## ${version}": name the version in place of "Unreleased".`);
});
