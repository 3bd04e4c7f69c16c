import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { openProject } from "../../../../provider/cli/adopt/project";
import { repositoryRoot, temporaryFolder } from "../../../helpers/paths";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder("project");
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens the project that these files make. */
function open(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { name, entry, sources } = openProject(folder);
  return { name, entry: relative(folder, entry), sources: relative(folder, sources) };
}

const named = "name: shop\nruntime:\n  name: nodejs\n";
const plain = "name: shop\nruntime: nodejs\n";

test.each([
  ["the name alone", plain],
  ["as pulumi new has it", `${named}  options:\n    packagemanager: npm\ndescription: A\n`],
  ["options first", "name: shop\nruntime:\n  options:\n    packagemanager: npm\n  name: nodejs\n"],
  ["braces and quotes", `"name": 'shop' # ours\nruntime: { "name": "nodejs", options: { typescript: true } }\n`],
  ["a byte order mark and no end of the last line", "\uFEFFname: shop # ours\nruntime: nodejs"],
  ["ends of lines of Windows", "name: shop\r\nruntime:\r\n  name: nodejs\r\n"],
  ["JSON", JSON.stringify({ runtime: { name: "nodejs", options: {} }, name: "shop" })],
  ["JSON in lines", JSON.stringify({ runtime: "nodejs", name: "shop", config: { name: "no" } }, undefined, 2)],
])("a project's file is read: %s", (_what, text) => {
  expect(open({ "Pulumi.yaml": text })).toEqual({ name: "shop", entry: "index.ts", sources: "" });
});

test.each<[what: string, files: Record<string, string>, entry: string]>([
  ["a folder in the project's file", { "Pulumi.yaml": `${plain}main: src/\n` }, "src/index.ts"],
  ["blanks in a folder's name", { "Pulumi.yaml": `${plain}main: "src/my shop/main.ts"\n` }, "src/my shop/main.ts"],
  ["a file in the project's file", { "Pulumi.yaml": `${plain}main: src/shop.ts\n` }, "src/shop.ts"],
  ["a file in the manifest", { "Pulumi.yaml": plain, "package.json": '{"main":"src/main.ts"}' }, "src/main.ts"],
  ["what is compiled", { "Pulumi.yaml": plain, "package.json": '{"main":"bin/index.js"}' }, "index.ts"],
])("the program begins where Pulumi begins it: %s", (_what, files, entry) => {
  expect(open(files)).toMatchObject({ entry, sources: dirname(entry).replace(/^\.$/, "") });
});

test.each<[what: string, files: Record<string, string>, says: RegExp]>([
  ["another language", { "Pulumi.yaml": "name: shop\nruntime:\n  name: python\n" }, /runtime of Pulumi.yaml is python/],
  ["none", { "Pulumi.json": JSON.stringify({ runtime: null, name: "shop" }) }, /runtime of Pulumi.json is not set/],
  ["JavaScript", { "Pulumi.yaml": plain, "index.js": "" }, /index.js is JavaScript/],
  ["JavaScript elsewhere", { "Pulumi.yaml": `${plain}main: app.js`, "app.js": "" }, /app.js is JavaScript/],
  ["modules", { "Pulumi.yaml": plain, "package.json": '{"type":"module"}' }, /package.json sets "type" to "module"/],
])("a program to which TypeScript cannot be added is refused: %s", (_what, files, says) => {
  expect(() => open(files)).toThrow(says);
  expect(() => open(files)).toThrow(/: make a project with "pulumi new typescript" in a new folder$/);
});
