import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";

/** Every block of code in a document is run or compiled by a test: this list says by which. */

const read = (file: string) => readFileSync(join(repositoryRoot, file), "utf8");

/** The tests of each page that has blocks. Each of these tests fails when its page has a block that it does not know. */
const testsOf: Record<string, string[]> = {
  "README.md": ["test/package/readme.test.ts", "test/package/readme-walk.test.ts"],
  "docs/adopting.md": ["test/package/adopting-page.test.ts"],
  "docs/client.md": ["test/handler/api/client-page.test.ts", "test/unit/docs.test.ts"],
  "docs/languages.md": ["test/engine/languages-page.test.ts", "test/unit/docs.test.ts"],
  "docs/pipelines.md": ["test/package/pipelines.test.ts"],
  "docs/scale.md": ["test/package/scale-page.test.ts"],
  "docs/testing.md": ["test/engine/testing-page.test.ts"],
};

const markdownIn = (folder: string) =>
  readdirSync(join(repositoryRoot, folder)).flatMap((name) => (name.endsWith(".md") ? [join(folder, name)] : []));

test("each page with a block of code has a test, which reads it", () => {
  const pages = [...markdownIn("."), ...markdownIn("docs"), ...markdownIn("provider/emulator")];
  const withBlocks = pages.filter((page) => /^```/m.test(read(page)));
  expect(withBlocks.sort()).toEqual(Object.keys(testsOf).sort());
  for (const [page, tests] of Object.entries(testsOf)) {
    const name = page.split("/").at(-1) ?? "";
    // The tests of these two pages read them through what they share.
    const reader = { "README.md": "./readme-blocks", "client.md": "client.md|operations-page" }[name] ?? name;
    for (const test of tests) expect([test, read(test)]).toEqual([test, expect.stringMatching(new RegExp(reader))]);
  }
});
