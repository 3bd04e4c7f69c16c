import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { targets } from "../helpers/measures";
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
  const commands = [...page.matchAll(/`npm (?:run )?([\w:]+)(?: -- \w+)?`/g)].map(([, name = ""]) => name);
  expect(new Set(commands)).toEqual(new Set(["test", "test:all", "bench", "check"]));
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test("the figures are the targets of `npm run bench`", () => {
  const of = (id: string) => targets.filter((each) => each.id === id).map(({ target }) => target);
  const [preview, create, unchanged, refresh, destroy] = of("B1");
  expect(page).toContain(
    `${preview} for a preview, ${create} to create it, ${unchanged} without a change, ${refresh} for a refresh, ` +
      `${destroy} to destroy it`,
  );
  const [sent, time] = of("B2");
  const together = targets.find(({ metric }) => metric === "twenty stacks: time ÷ ideal")?.target;
  expect(page).toContain(`have ended after at most ${together} times the ideal time`);
  expect([sent, page]).toEqual([
    2,
    expect.stringContaining(`at most ${time} times the ideal time and sends at most twice`),
  ]);
});
