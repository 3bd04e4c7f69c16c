import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { targets } from "../helpers/measures";
import { read, repositoryRoot } from "../helpers/paths";
import { readSchema } from "../helpers/plugin-schema";

/** Every block of code in a document is run or compiled by a test: this list says by which. */

/** The tests of each page that has blocks. Each of these tests fails when its page has a block that it does not know. */
const testsOf: Record<string, string[]> = {
  "docs/_index.md": ["test/unit/pages.test.ts"],
  "docs/installation-configuration.md": ["test/unit/pages.test.ts"],
  "README.md": ["test/package/readme.test.ts", "test/package/readme-walk.test.ts"],
  ...Object.fromEntries(
    ["account", "environments", "drift", "interruption", "existing"].map((name) => [
      `docs/${name}.md`,
      ["test/package/readme-blocks.ts"],
    ]),
  ),
  "docs/adopting.md": ["test/package/adopting-page.test.ts", "test/unit/docs.test.ts"],
  "docs/alarms.md": ["test/unit/docs.test.ts"],
  "docs/client.md": ["test/handler/api/client-page.test.ts", "test/unit/docs.test.ts"],
  "docs/languages.md": ["test/engine/languages-page.test.ts", "test/unit/docs.test.ts"],
  "docs/map.md": ["test/package/map.test.ts"],
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
    const ofGuide = tests.includes("test/package/readme-blocks.ts") ? page.replace(".md", "") : undefined;
    // The tests of these two pages read them through what they share.
    const reader =
      { "README.md": "./readme-blocks", "client.md": "client.md|operations-page" }[name] ?? ofGuide ?? name;
    for (const test of tests) expect([test, read(test)]).toEqual([test, expect.stringMatching(new RegExp(reader))]);
  }
});

test("the pages for Pulumi's registry show the example in every language, name every setting, and lead somewhere", () => {
  const { config, pluginDownloadURL } = readSchema();
  const programs = JSON.parse(read("tools/schema/examples.json")).MonitoredInstance;
  const [index, setup] = [read("docs/_index.md"), read("docs/installation-configuration.md")];
  const blocks = [...index.matchAll(/choosable language (\w+) %\}\}\n\n```\1\n([\s\S]*?)\n```$/gm)];
  const trimmed = Object.entries(programs).map(([name, text]) => [name, String(text).trimEnd()]);
  expect(Object.fromEntries(blocks.map(([, name, text]) => [name, text]))).toEqual(Object.fromEntries(trimmed));
  for (const page of [index, setup]) expect(page).toMatch(/^---\ntitle: .*\nmeta_desc: .*\nlayout: package\n---\n/);
  const [install, ...others] = [...setup.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
  expect(install).toBe(`pulumi plugin install resource broker --server ${pluginDownloadURL}\n`);
  const settings = Object.keys(config.variables).map((name) => `broker:${name}`);
  expect([...setup.matchAll(/^\| `(broker:\w+)`/gm)].map(([, name]) => name)).toEqual(settings);
  const given = others.join("").matchAll(/^pulumi config set (?:--secret )?(\S+)(?: <\w+>)?$/gm);
  expect([...given].map(([, name]) => name).sort()).toEqual(settings.slice(0, 3).sort());
  const repository = "https://github.com/pulumi-broker/pulumi-broker";
  const links = [...(index + setup).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  for (const link of links.filter((each) => each !== `${repository}#readme`)) {
    const file = link.startsWith(".") ? `docs/${link.split("/")[1]}.md` : link.replace(`${repository}/blob/main/`, "");
    expect([link, existsSync(join(repositoryRoot, file))]).toEqual([link, true]);
  }
});

/** What docs/reliability.md names is there, and its figures are those that the tests hold. */
const reliability = read("docs/reliability.md");
const page = reliability.replace(/\s+/g, " ");
const promises = reliability.split(/^### /m).slice(1);

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
  const first = `a preview needs ${preview} requests, and the creation needs ${create} requests.`;
  const others = `An update without changes needs ${unchanged} requests, a refresh needs ${refresh} requests, and a destroy needs ${destroy} requests.`;
  const figures = `${first} ${others}`;
  for (const text of [page, read("docs/comparison.md").replace(/\s+/g, " ")]) expect(text).toContain(figures);
  const [sent, time] = of("B2");
  const together = targets.find(({ metric }) => metric === "twenty stacks: time ÷ ideal")?.target;
  expect(page).toContain(`end within ${together} times the shortest possible time`);
  expect(sent).toBe(2);
  expect(page).toContain(
    `at most ${time} times this minimum time. Because of the limit, the run repeats some requests. The run sends at most twice`,
  );
});
