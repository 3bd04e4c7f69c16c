import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Batch, openWork } from "../../../../provider/cli/adopt/work";

const project = realpathSync(mkdtempSync(join(tmpdir(), "work-")));
afterAll(() => rmSync(project, { recursive: true }));

const entry = (name: string) => ({
  ...{ type: "pulumi-nodejs:dynamic/broker:Vpc", id: "5001", name },
  ...{ inputs: { __urn: `urn:${name}` }, outputs: {} },
});

const batch: Batch = {
  ...{ file: "networks.ts", text: "", title: "networks", leftOut: [] },
  entries: [entry("one"), entry("two")],
  secrets: [{ key: "token", value: "secret" }],
};

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
