import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../helpers/paths";

/** What docs/reliability.md names is there, and its figures are those that the tests hold. */

const read = (file: string) => readFileSync(join(repositoryRoot, file), "utf8");
const page = read("docs/reliability.md").replace(/\s+/g, " ");
const promises = read("docs/reliability.md").split(/^### /m).slice(1);

test("each promise names tests, and each test that is named is there", () => {
  expect(promises.length).toBeGreaterThan(10);
  for (const promise of promises) {
    const named = [...promise.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    expect([promise.split("\n")[0], named.length > 0]).toEqual([promise.split("\n")[0], true]);
    expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  }
});

test("each command that gives a figure is there", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = [...page.matchAll(/`npm (?:run )?(\w+)`/g)].map(([, name = ""]) => name);
  expect(new Set(commands)).toEqual(new Set(["test", "measure"]));
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test("the figures are the limits of the tests", () => {
  const limits = (file: string) =>
    [...read(file).matchAll(/expectAtMost\("(\w+)", ["`](.*)["`], .*, ([\d.]+)\)/g)].map(
      ([, , what = "", most]) => `${what.split("}: ").at(-1)}: ${most}`,
    );
  expect([...limits("test/engine/measures.test.ts"), ...limits("test/handler/measures.test.ts")]).toEqual([
    "calls of a preview: 2",
    "calls to create 27 resources: 41",
    "calls of an up without a change: 0",
    "calls of a refresh: 9",
    "calls of a destroy: 21",
    "sent ÷ needed: 2",
    "time ÷ ideal: 1.3",
  ]);
  expect(page).toContain("2 for a preview, 41 to create it, 0 without a change, 9 for a refresh, 21 to destroy it");
  expect(page).toContain("at most 1.3 times the ideal time and sends at most twice the requests");
});
