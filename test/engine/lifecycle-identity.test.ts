import { Instance } from "pulumi-broker";
import { configOf } from "../helpers/emulator";
import { type Bag, type HostClient, hostClient, stubOf } from "../helpers/host-client";
import { type Suite, startSuite } from "../helpers/lifecycle-suite";
import { kinds as rows } from "../kinds";
import { applies, type Row } from "../kinds/kind";

/**
 * Needs the engine: it decides what renames, aliases, `--replace`, import and `.get` mean.
 * Which resource stands for which object: renames, replacements on demand, import, `.get`, destroy. What stands on an
 * instance is given the resource of `Instance.get`. The tests are the steps, in this order.
 */

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite("identity", rows, (first, second) => ({
    instance: Instance.get("shop", first),
    other: Instance.get("stock", second),
  }));
  suite.learn(await suite.stack.up());
});

afterAll(() => suite.close());

const kinds = rows.map((row) => row.kind);

/** What a run did to the rows' own resources. */
const changes = (run: { changes: string[] }) => run.changes.filter((change) => !change.startsWith("read ")).sort();

/** The requests that make something of a row's kind. */
const creates = () =>
  suite
    .requests()
    .others.filter((text) =>
      Object.values(suite.each((row, at) => row.create(at))).some((create) => `${text} `.startsWith(`${create} `)),
    );

/** The lists of the account that a run reads for what an interrupted run has left. */
const lookAround = ["GET /customer/api/instances", "GET /customer/api/vpcs"];

const expectExactlyOne = () => expect(suite.held()).toEqual(suite.expectedHeld("args"));

test("renamed without an alias: exactly one exists afterwards", async () => {
  const before = suite.each((_row, at) => at.id);
  suite.declare({ variant: "args", prefix: "renamed" });
  const run = suite.learn(await suite.stack.up());
  expect(changes(run)).toEqual(kinds.flatMap((kind) => [`create renamed-${kind}`, `delete main-${kind}`]).sort());
  expectExactlyOne();
  expect(suite.each((row, at) => at.id === before[row.kind])).toEqual(suite.each((row) => row.idIsName ?? false));
});

test("renamed with an alias: nothing happens", async () => {
  suite.clear();
  suite.declare({ variant: "args", options: (row) => ({ aliases: [{ name: `renamed-${row.kind}` }] }) });
  const run = await suite.stack.up();
  expect(changes(run)).toEqual([]);
  expect(suite.each((row) => suite.steps(run)[row.kind]?.op)).toEqual(suite.each(() => "same"));
  // The program reads two instances, and the first of these reads looks around in the account, as far as the run lasts.
  expect(lookAround).toEqual(expect.arrayContaining(suite.requests().others));
  expectExactlyOne();
});

test("up --replace: exactly one exists afterwards", async () => {
  suite.declare({ variant: "args" });
  const urns = rows.flatMap((row) => ["--replace", suite.stack.urn(row.token, `main-${row.kind}`)]);
  const run = suite.learn(await suite.stack.up({ flags: urns }));
  expect(changes(run).filter((change) => change.startsWith("replace "))).toHaveLength(rows.length);
  expectExactlyOne();
});

test("import: a difference is refused at preview by name", async () => {
  await forget();
  const importing = (row: Row) => ({ import: suite.at(row).id });
  const changed = rows.filter((row) => applies(row.inPlace));
  suite.declare({ variant: "inPlace", options: importing });
  const refused = await suite.stack.preview({ exit: "failure" });
  expect(changed.some((row) => refused.text.includes(`the imported ${row.className} ${suite.at(row).id}`))).toBe(true);

  // The engine shows the refusals of one resource only: the host is asked for those of all.
  const host = await hostClient({ stub: "", config: configOf(suite.emulator) });
  try {
    expect(Object.fromEntries(await Promise.all(changed.map((row) => refusals(host, row))))).toEqual(
      Object.fromEntries(
        changed.map((row) => [row.kind, applies(row.inPlace) ? [...row.inPlace.props].sort() : []] as const),
      ),
    );
  } finally {
    await host.close();
  }
  expectExactlyOne();
});

test("import: the object is taken over, and none made", async () => {
  suite.clear();
  suite.declare({ variant: "args", options: (row) => ({ import: suite.at(row).id }) });
  const run = await suite.stack.up();
  expect(changes(run)).toEqual(kinds.map((kind) => `create main-${kind}`).sort());
  expect(suite.each((row) => suite.steps(run)[row.kind]?.newId)).toEqual(suite.each((_row, at) => at.id));
  expect(creates()).toEqual([]);
  expectExactlyOne();
  await expect(suite.outputs()).resolves.toEqual(without((row) => row.onlyAtCreate));
});

test("import: the option taken out is no change", async () => {
  suite.clear();
  suite.declare({ variant: "args" });
  expect(changes(await suite.stack.up())).toEqual([]);
  // The program reads two instances, and the first of these reads looks around in the account, as far as the run lasts.
  expect(lookAround).toEqual(expect.arrayContaining(suite.requests().others));
});

test(".get reads one that is there, and a missing one is one clear error", async () => {
  suite.declare({ variant: "args", get: suite.each((_row, at) => at.id) });
  expect(changes(await suite.stack.up())).toEqual([]);
  const read = without((row) => [...(row.onlyAtCreate ?? []), ...(row.neverRead ?? [])]);
  await expect(suite.outputs("get")).resolves.toEqual(suite.each((row) => ({ ...read[row.kind], ...row.undeclared })));

  // Two resources for each object, and still one GET for each collection.
  suite.clear();
  await suite.stack.refresh();
  expect(suite.requests()).toEqual({ lookUps: 2, others: suite.reads() });

  const missing = Object.fromEntries(
    rows.flatMap((row) => (applies(row.missingId) ? [[row.kind, row.missingId(suite.at(row))]] : [])),
  );
  suite.declare({ variant: "args", get: missing });
  const failed = await suite.stack.up({ flags: ["--continue-on-error"], exit: "failure" });
  const errors = failed.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  for (const [kind, id] of Object.entries(missing)) {
    const { className } = rows.find((row) => row.kind === kind) ?? { className: "" };
    const text = `${className} "get-${kind}": there is no ${className} with the id ${id}`;
    expect(errors.filter((message) => message.includes(text))).toHaveLength(1);
  }
  expectExactlyOne();
});

test("destroy: what stands on the instance of an Instance.get is really deleted, the instance is not", async () => {
  suite.declare({ variant: "args" });
  await suite.stack.up();
  suite.clear();
  // The refresh looks at everything in the host that then deletes.
  await suite.stack.destroy({ flags: ["--refresh"] });
  expect(suite.held()).toEqual(suite.expectedLeft(() => "args"));
  expect(suite.requests().others.filter((text) => text.startsWith("DELETE "))).not.toEqual([]);
  const seeded = suite.emulator.instances.map(({ id }) => ({ id, goneAt: null }));
  expect(suite.emulator.state().instances).toMatchObject(seeded);
});

/** The outputs of each row's object, but for those that are not seen. */
function without(unseen: (row: Row) => string[] | undefined) {
  return suite.each((row, at) => {
    const outputs = Object.entries(row.outputsOf("args", at));
    return Object.fromEntries(outputs.filter(([name]) => !unseen(row)?.includes(name)));
  });
}

/** Takes the rows' resources out of state: on the service everything stays. */
async function forget() {
  const state = suite.stack.exportState();
  const { resources = [] } = state.deployment;
  const tokens = new Set(rows.map((row) => row.token));
  state.deployment.resources = resources.filter(({ type }) => !tokens.has(type));
  await suite.stack.importState(state);
}

/** The inputs by which the host refuses to import a row's object as its in-place variant declares it. */
async function refusals(host: HostClient, row: Row): Promise<[string, string[]]> {
  const at = suite.at(row);
  const news: Bag = {
    ...row.argsOf("inPlace", { instance: at.instance, other: at.other }),
    __provider: stubOf(row.handler),
    __adopt: at.id,
    __urn: suite.stack.urn(row.token, `main-${row.kind}`),
  };
  const { failures } = await host.check({}, news);
  // Where the value is secret, the property is empty and the reason begins with the name.
  return [row.kind, failures.map(({ property, reason }) => property || (reason.split(":")[0] ?? "")).sort()];
}
