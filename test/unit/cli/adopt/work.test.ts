import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { splitSecrets } from "../../../../provider/cli/adopt/stack";
import { type Batch, openWork } from "../../../../provider/cli/adopt/work";
import { temporaryFolder } from "../../../helpers/paths";

const project = temporaryFolder("work");
afterAll(() => rmSync(project, { recursive: true }));

const entry = (name: string) => ({
  ...{ type: "pulumi-nodejs:dynamic/broker:Vpc", id: "5001", name },
  ...{ inputs: { __urn: `urn:${name}` }, outputs: {} },
});

const secrets = [{ key: "token", value: "secret" }];
const batch: Batch = { file: "networks.ts", text: "", entries: [entry("one"), entry("two")], secrets };

test("what is kept until the import is for its owner alone, and goes without showing another stack's to git", () => {
  const [one, other] = [openWork(project, "one"), openWork(project, "org/other")];
  one.add(batch);
  other.add(batch);
  const { path, count } = one.writeImportFile((urn) => urn === "urn:two");
  const { resources } = JSON.parse(readFileSync(path, "utf8")) as { resources: { name: string }[] };
  expect([count, resources.map(({ name }) => name)]).toEqual([1, ["two"]]);
  expect([statSync(one.folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);

  // Another run goes on with what this one has read.
  const again = openWork(project, "one");
  expect(again.batches).toEqual(one.batches);
  const ignore = join(project, ".pulumi-broker", ".gitignore");
  again.remove();
  expect([existsSync(one.folder), readFileSync(ignore, "utf8")]).toEqual([false, "*\n"]);
  other.remove();
  expect(existsSync(join(project, ".pulumi-broker"))).toBe(false);
});

test("500 secrets take a few runs of the CLI, and what is long takes one of its own", () => {
  const usual = Array.from({ length: 500 }, (_, index) => ({ key: `key-${index}`, value: "x".repeat(60) }));
  const long = { key: "long", value: "y".repeat(40_000) };
  const parts = splitSecrets([...usual.slice(0, 250), long, ...usual.slice(250)]);
  expect(parts.flat()).toEqual([long, ...usual]);
  expect(parts.map(({ length }) => length)).toEqual([1, 100, 100, 100, 100, 100]);
  // No variable may be longer on Windows.
  const most = splitSecrets(usual.map(({ key }) => ({ key, value: "\u0007".repeat(43) })));
  expect(Math.max(...most.map((part) => JSON.stringify(part).length))).toBeLessThan(32_000);
  expect(splitSecrets([])).toEqual([]);
});
