import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestEmulator } from "../../helpers/emulator";
import { type Declared, it, type Outcome, withHandlers } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { both, carriedOut, declare, heldBy, pathOf, rotations } from "./scene";

test.each(both)("the %s is rotated once when made and per change of triggers, by no refresh or delete", (credential) =>
  withHandlers(async ({ emulator, one }) => {
    const before = heldBy(emulator, credential);
    const made = await one.up([declare(emulator, credential, ["a"])]);
    expect([made.errors, rotations(made)]).toEqual([[], [`POST ${pathOf(credential)}`]]);
    const first = heldBy(emulator, credential);
    expect(first).not.toBe(before);
    const { id, outputs } = one.entry("one");
    expect(id).toBe(`${emulator.instances[0]?.id}/rotations/${credential}`);
    expect(outputs[credential]).toBe(first);
    if (credential === "password") expect(outputs["url"]).toContain(first);
    else expect(outputs).not.toHaveProperty("url");
    expect(outputs).not.toHaveProperty(credential === "password" ? "apiKey" : "password");
    expect(JSON.stringify(outputs)).not.toContain(before);

    expect(await one.up([declare(emulator, credential, ["a"])])).toMatchObject({ changes: [], requests: 0 });
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [], requests: 1 });
    expect(heldBy(emulator, credential)).toBe(first);

    const changed = await one.up([declare(emulator, credential, { on: "b" })]);
    expect([changed.changes, changed.errors, rotations(changed).length]).toEqual([["update one"], [], 1]);
    const second = heldBy(emulator, credential);
    expect([second !== first, one.entry("one").outputs[credential]]).toEqual([true, second]);
    // Values that were used before are a change like any other.
    expect(rotations(await one.up([declare(emulator, credential, ["a"])]))).toHaveLength(1);

    const last = heldBy(emulator, credential);
    const gone = await one.destroy();
    expect(gone).toMatchObject({ changes: ["delete one"], errors: [], requests: 0 });
    expect(lastingLines(gone)).toEqual([expect.stringContaining("because nobody can undo a rotation")]);
    expect(heldBy(emulator, credential)).toBe(last);
    // Made again, it rotates again.
    expect(rotations(await one.up([declare(emulator, credential)]))).toHaveLength(1);
  }),
);

it.each([
  [[{}], "triggers[0]"],
  [{ on: [1, { day: {} }] }, "triggers.on[1].day"],
  [{}, "triggers"],
  [[[], "a", null, { b: [] }], undefined],
])("triggers %j: a warning names what may have been a date, once", async ({ emulator, one }, triggers, path) => {
  const warnings = ({ lines }: Outcome) =>
    lines.filter(({ text }) => text.includes("pulumi.output() contains")).map(({ text }) => text);
  const program = [
    declare(emulator, "password", triggers),
    { type: "brokerAction", name: "two", inputs: { instance: "1001", action: "mgmt-restart", triggers } },
  ];
  const expected = path === undefined ? [] : Array(2).fill(expect.stringContaining(`${path} is {}. If pulumi`));
  const made = await one.up(program);
  expect([made.errors, warnings(made)]).toEqual([[], expected]);
  expect(warnings(await one.up(program))).toEqual([]);
});

it("a preview warns once of each rotation, and of nothing where none will be", async ({ emulator, one, stack }) => {
  const warning = (what: string) =>
    `rotates the ${what} of instance ${emulator.instances[0]?.id}: clients that use the old one are refused at once`;
  const warnings = ({ lines }: Outcome) =>
    lines.filter(({ severity, passing }) => severity === "warning" && !passing).map(({ text }) => text);
  const program = (trigger: string) => both.map((each) => declare(emulator, each, [trigger], each));
  const twice = [warning("password"), warning("API key")];
  expect(warnings(await one.up(program("a")))).toEqual(twice);
  for (const run of [await one.up(program("a")), await one.refresh()]) expect(warnings(run)).toEqual([]);
  expect(warnings(await one.up(program("b")))).toEqual(twice);
  expect(warnings(await one.destroy())).toEqual([]);
  const imported = { ...declare(emulator, "password", ["a"]), import: "1001/rotations/password" };
  expect(warnings(await stack().up([imported]))).toEqual([]);
});

test.each([403, 422])("a rotation refused with %d leaves nothing behind, and the next run sends it", (status) =>
  withHandlers(async ({ emulator, one, records }) => {
    const program = [declare(emulator, "apiKey", ["a"])];
    emulator.fault({ match: { method: "POST" }, fault: { status } });
    expect((await one.up(program)).errors).toHaveLength(1);
    expect([one.state, readdirSync(records)]).toEqual([[], []]);
    expect((await one.up(program)).errors).toEqual([]);
    expect(one.entry("one").outputs["apiKey"]).toBe(heldBy(emulator, "apiKey"));
  }),
);

test("a password that is shown late is waited for; a wait that runs out keeps the id, and rotates nothing again", () =>
  withHandlers(async ({ clock, emulator, one }) => {
    const program = [{ ...declare(emulator, "password", ["a"]), timeouts: { create: "30s", update: "60s" } }];
    // The service takes the request, and the new password shows up later.
    emulator.fault({ match: { method: "POST" }, fault: { raw: "", status: 204 } });
    expectError(await one.up(program), /gave up waiting for the new password of instance \d+ after 30s/);
    expect(one.entry("one").id).toContain("/rotations/password");
    void clock.sleep(20_000).then(() => {
      emulator.patch({ op: "set", in: "instances", id: emulator.instances[0]!.id, fields: { password: "shown-late" } });
    });
    const next = await one.up(program);
    expect([next.errors, rotations(next)]).toEqual([[], []]);
    expect(one.entry("one").outputs["password"]).toBe("shown-late");
  }));

it("no key and no password stands in a record, a line or an error", async ({ emulator, one, records }) => {
  const secrets = both.map((credential) => heldBy(emulator, credential));
  const program = (trigger: string) => both.map((each) => declare(emulator, each, [trigger], each));
  const runs = [await one.up(program("a"))];
  secrets.push(...both.map((credential) => heldBy(emulator, credential)));
  emulator.fault({ match: { method: "POST" }, times: 2, fault: { reset: "after" } });
  runs.push(await one.up(program("b")));
  secrets.push(...both.map((credential) => heldBy(emulator, credential)));
  runs.push(await one.up(program("b")), await one.refresh(), await one.destroy());
  const files = readdirSync(records).map((name) => readFileSync(join(records, name), "utf8"));
  const texts = JSON.stringify([files, runs.map(({ errors, lines }) => [errors, lines])]);
  for (const secret of secrets) expect(texts).not.toContain(secret);
  expect(new Set(secrets).size).toBe(6);
  expect(files).toEqual([]);
});

test("without an account key it says what it needs; a given key of the instance is said to be the old one", () =>
  withHandlers(async ({ emulator, stack }) => {
    const [first] = emulator.instances;
    const given = { "broker:instanceApiKeys": JSON.stringify({ [`${first?.id}`]: first?.apiKey }) };
    const program = [declare(emulator, "apiKey")];
    const without = await stack().up(program, { config: { ...given, "broker:apiKey": "" } });
    expect(without).toMatchObject({ errors: [expect.stringContaining("no account key is set")], requests: 0 });
    const rotated = expectNoErrors(await stack().up(program, { config: given }));
    expect(lastingLines(rotated)).toContainEqual(expect.stringContaining("broker:instanceApiKeys holds the old key"));
  }));

it("where the account API does not show the credential, nothing is rotated", async ({ emulator, stack }) => {
  const match = { method: "GET", path: `/customer/api/instances/${emulator.instances[0]?.id}` };
  emulator.fault({ match, times: "always", fault: { merge: { url: null } } });
  expectError(await stack().up([declare(emulator, "password")]), expect.stringContaining("does not show the password"));
  expect(carriedOut(emulator)).toBe(0);
});

const siblings = (emulator: TestEmulator): Declared[] =>
  Array.from({ length: 20 }, (_each, i) => {
    const inputs = { webhookUri: `https://example.com/${i}`, vhost: "/", queue: `q${i}`, concurrency: 1 };
    return { type: "webhook", name: `hook-${i}`, inputs: { instance: `${emulator.instances[0]?.id}`, ...inputs } };
  });

test.each([0, 10, 20])("20 siblings in the run that rotates their key succeed; it stands at place %d", (place) =>
  withHandlers(async ({ emulator, one }) => {
    const old = heldBy(emulator, "apiKey");
    const program = siblings(emulator).toSpliced(place, 0, declare(emulator, "apiKey", ["a"]));
    const made = await one.up(program);
    expect([made.errors, made.changes.length, rotations(made).length]).toEqual([[], 21, 1]);
    const fresh = heldBy(emulator, "apiKey");
    const call = (key: string) => emulator.call("GET", "/instance/api/nodes", { key });
    expect([(await call(old)).status, (await call(fresh)).status]).toEqual([401, 200]);
    // The children's state has neither key, and the next run finds the new one.
    const children = one.state.filter(({ type }) => type === "webhook");
    expect(JSON.stringify([children, made.lines])).not.toMatch(new RegExp(`${old}|${fresh}`));
    const changed = program.map((each) =>
      each.type === "webhook" ? { ...each, inputs: { ...each.inputs, concurrency: 2 } } : each,
    );
    expect((await one.up(changed.with(place, declare(emulator, "apiKey", ["b"])))).errors).toEqual([]);
    expect((await one.destroy()).errors).toEqual([]);
  }),
);

test("the outputs of the Instance show the new password after a refresh, and nothing shows a difference before", () =>
  withHandlers(async ({ emulator, one }) => {
    const { id, name, plan, region, tags } = emulator.state().instances[0]!;
    const instance: Declared = { type: "instance", name: "shop", inputs: { name, plan, region, tags } };
    const rotation = (trigger: string) => declare(emulator, "password", [trigger]);
    expect((await one.up([{ ...instance, import: `${id}` }, rotation("a")])).errors).toEqual([]);
    await one.refresh();
    const rotated = await one.up([instance, rotation("b")]);
    expect(lastingLines(rotated)).toContainEqual(expect.stringContaining("after the next pulumi refresh"));
    const fresh = heldBy(emulator, "password");
    expect(one.entry("one").outputs["url"]).toContain(fresh);
    await expectNothingToDo(one, [instance, rotation("b")]);
    expect(one.entry("shop").outputs).toMatchObject({ password: fresh, url: expect.stringContaining(fresh) });
    expect(await one.up([instance, rotation("b")])).toMatchObject({ changes: [], errors: [], requests: 0 });
  }));
