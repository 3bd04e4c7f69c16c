import { isDeepStrictEqual } from "node:util";
import { it, resource, withHandlers } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";
import { subjects } from "./answers-subjects";
import { rotate, vpc, webhook, withKeys, withOther } from "./wrong-key-scene";

describe.each(subjects)("a $type under the key of an account that holds nothing of the stack", (subject) => {
  withOther("is neither gone nor deleted: the line asks for the right key", async ({ emulator, one, config }) => {
    await subject.prepare(one, emulator);
    const before = one.state;
    const refreshed = await one.refresh({ config });
    expect([refreshed.changes, refreshed.errors]).toEqual([[], [expect.stringMatching(/^[^\n]*another key[^\n]*$/)]]);
    expect(isDeepStrictEqual(one.state, before)).toBe(true);
    expect((await one.destroy({ config })).errors.length).toBe(subject.staysWhenDeleted ? 0 : 1);
    if (subject.staysWhenDeleted) return;
    expect(isDeepStrictEqual(one.state, before)).toBe(true);
  });
});

it("one object seen under a new key is enough for the others to be gone", async ({ emulator, one }) => {
  await one.up([vpc("a", "10.1.0.0/24"), vpc("b", "10.2.0.0/24")]);
  const mark = one.entry("b").outputs.__seenBy;
  const config = await rotate(emulator);
  emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("a").id) });
  expect(await one.refresh({ config })).toMatchObject({ changes: ["gone a"], errors: [] });
  expect(one.entry("b").outputs.__seenBy).not.toBe(mark);
});

it("what is seen under a new key a little later counts, too", async ({ clock, emulator, host, one }) => {
  await one.up([vpc("a", "10.1.0.0/24"), vpc("b", "10.2.0.0/24")]);
  const process = host({ config: await rotate(emulator) });
  emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("a").id) });
  const read = (name: string) => process.handler("vpc").read(one.entry(name).id, one.entry(name).outputs);
  const later = () => clock.sleep(2_000).then(() => read("b"));
  expect(await Promise.all([read("a"), later()])).toEqual([{}, expect.objectContaining({ id: one.entry("b").id })]);
  process.kill();
});

test("an update under a new key counts as seen, and marks what it saw; one that sends nothing keeps the mark", () =>
  withHandlers(async ({ emulator, one }) => {
    const [a, b] = [vpc("a", "10.1.0.0/24"), vpc("b", "10.2.0.0/24")];
    await one.up([a, b]);
    const mark = one.entry("a").outputs.__seenBy;
    const config = await rotate(emulator);
    const timed = { ...a, timeouts: { delete: "5m" } };
    expect(await one.up([timed, b], { config })).toMatchObject({ changes: ["update a"], errors: [] });
    expect(one.entry("a").outputs.__seenBy).toBe(mark);
    emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("b").id) });
    expect((await one.up([{ ...a, inputs: { ...a.inputs, tags: ["t"] } }], { config })).errors).toEqual([]);
    expect(one.state).toHaveLength(1);
    expect(one.entry("a").outputs.__seenBy).toMatch(/^[0-9a-f]{8}:[0-9a-f]{16}$/);
    expect(one.entry("a").outputs.__seenBy).not.toBe(mark);
  }));

it("what fails midway is marked with the key that saw it", async ({ emulator, one }) => {
  emulator.fault({ match: { method: "PUT" }, times: "always", fault: { status: 422, body: { error: "no" } } });
  const markAfter = async (config?: Record<string, string>) => {
    expect((await one.up([vpc("a", "10.1.0.0/24")], { config })).errors).toHaveLength(1);
    return one.entry("a").outputs.__seenBy;
  };
  const mark = await markAfter();
  expect(mark).toMatch(/^[0-9a-f]{8}:[0-9a-f]{16}$/);
  const next = await markAfter(await rotate(emulator));
  expect(next).toMatch(/^[0-9a-f]{8}:[0-9a-f]{16}$/);
  expect(next).not.toBe(mark);
});

it("what .get reads has no mark, which a refresh would show as a change", async ({ host, one }) => {
  await one.up([vpc("a", "10.1.0.0/24")]);
  const { id, outputs } = one.entry("a");
  const process = host();
  const read = await process.handler("vpc").read(id, { __provider: outputs.__provider, __get: true });
  expect(read.props).toMatchObject({ name: "a" });
  expect(read.props).not.toHaveProperty("__seenBy");
  process.kill();
});

it("the mark of a key is another one in another stack", async ({ stack }) => {
  const [one, two] = [stack("one"), stack("two")];
  await one.up([vpc("a", "10.1.0.0/24")]);
  await two.up([vpc("a", "10.2.0.0/24")]);
  const prints = [one, two].map((each) => each.entry("a").outputs.__seenBy?.split(":")[1]);
  expect(new Set(prints).size).toBe(2);
});

it("a destroy counts what it deletes under a new key as seen", async ({ emulator, one }) => {
  await one.up([vpc("a", "10.1.0.0/24"), vpc("b", "10.2.0.0/24")]);
  const config = await rotate(emulator);
  emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("a").id) });
  expect([(await one.destroy({ config })).errors, one.state]).toEqual([[], []]);
});

withOther("what another account holds of the stack says nothing of what this key saw", async (at) => {
  const { emulator, one, stack, config } = at;
  await one.up([vpc("a", "10.1.0.0/24")]);
  // As after a move to another provider, beside something that was always there.
  const two = stack();
  // The service gives an id once: what is "a" in one account must be nothing in the other.
  await two.up([vpc("filler", "10.3.0.0/24")], { config });
  await two.up([vpc("b", "10.2.0.0/24")], { config });
  one.state = [...one.state, ...two.state];
  expectError(await one.refresh({ config }), expect.stringContaining('Vpc "a": '));
  expect(one.state.map(({ urn }) => urn.split("::").at(-1))).toEqual(["a", "b"]);
  expect(emulator.state().vpcs.map(({ name }) => name)).toContain("a");
});

test("the only object of a stack, deleted after the key was changed, is named with the way out", () =>
  withHandlers(async ({ emulator, one }) => {
    await one.up([vpc("a", "10.1.0.0/24")]);
    const config = await rotate(emulator);
    emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("a").id) });
    expectError(await one.refresh({ config }), /pulumi state delete/);
    expect(one.state).toHaveLength(1);
  }));

test("a thing on an instance that the account key opens is gone when its list says so, whatever key that was", () =>
  withHandlers(async ({ emulator, one }) => {
    await one.up([webhook(emulator.instances[0]!.id)]);
    const config = await rotate(emulator);
    emulator.patch({ op: "delete", in: "webhooks", id: Number(one.entry("one").id.split("/").at(-1)) });
    expect(await one.refresh({ config })).toMatchObject({ changes: ["gone one"], errors: [] });
  }));

test("a thing on an instance whose given key was changed is not gone by the word of the new key alone", () =>
  withHandlers(async ({ emulator, one }) => {
    const [first, second] = emulator.instances;
    const config = withKeys({ [first!.id]: first!.apiKey });
    expect((await one.up([webhook(first!.id)], { config })).errors).toEqual([]);
    const mixedUp = withKeys({ [first!.id]: second!.apiKey });
    expectError(await one.refresh({ config: mixedUp }), expect.stringContaining("another key"));
    expect(one.state).toHaveLength(1);
    // Nor by what the new key has made itself.
    expect((await one.up([webhook(first!.id), webhook(first!.id, "two")], { config: mixedUp })).errors).toEqual([]);
    expectError(await one.refresh({ config: mixedUp }), expect.stringContaining('Webhook "one"'));
    expect(one.state).toHaveLength(2);
  }));

it("state without a mark is read as it always was, and marked", async ({ emulator, one }) => {
  await one.up([vpc("a", "10.1.0.0/24"), vpc("b", "10.2.0.0/24")]);
  one.state = one.state.map(({ outputs: { __seenBy, ...outputs }, ...entry }) => ({ ...entry, outputs }));
  emulator.patch({ op: "delete", in: "vpcs", id: Number(one.entry("a").id) });
  expect(await one.refresh()).toMatchObject({ changes: ["gone a"], errors: [] });
  expect(one.entry("b").outputs.__seenBy).toEqual(expect.stringMatching(/^[0-9a-f]{8}:[0-9a-f]{16}$/));
});

withOther("things that wait for their turn do not keep each other from ending", async ({ emulator, one, config }) => {
  const instance = `${emulator.instances[0]?.id}`;
  const plugins = ["broker_mqtt", "broker_stomp"].map((name) =>
    resource("plugin", name, { instance, name, community: false }),
  );
  expect((await one.up(plugins)).errors).toEqual([]);
  const { errors } = await one.destroy({ config });
  expect(errors).toEqual([expect.stringContaining("another key"), expect.stringContaining("another key")]);
  expect(one.state).toHaveLength(2);
});

withOther.each(["brokerConfig", "maintenanceSettings"])(
  "a %s whose removal sends nothing has seen nothing under a new key",
  async ({ emulator, one, stack, config }, type) => {
    await subjects.find((each) => each.type === type)!.prepare(one, emulator);
    const two = stack();
    expect((await two.up([vpc("a", "10.1.0.0/24")])).errors).toEqual([]);
    one.state = [...one.state, ...two.state];
    expectError(await one.destroy({ config }), /^Vpc "a": .*another key/);
    expect(one.state.map(({ type: left }) => left)).toEqual(["vpc"]);
  },
);

test("what one instance shows under a key says nothing of another one that was given the same key", () =>
  withHandlers(async ({ emulator, one }) => {
    const [first, second] = emulator.instances;
    expect((await one.up([webhook(first!.id, "a"), webhook(second!.id, "b")])).errors).toEqual([]);
    const config = withKeys({ [first!.id]: first!.apiKey, [second!.id]: first!.apiKey });
    expectError(await one.refresh({ config }), /^Webhook "b": .*another key/);
    expect(one.state).toHaveLength(2);
  }));

it("settings, which every instance has, say nothing of whose key it is", async ({ emulator, one }) => {
  const [first, second] = emulator.instances;
  const instance = `${first!.id}`;
  const settings = resource("brokerConfig", "config", { instance, config: { heartbeat: 60 } });
  const program = [webhook(instance, "hook"), settings];
  expect((await one.up(program, { config: withKeys({ [first!.id]: first!.apiKey }) })).errors).toEqual([]);
  const refreshed = await one.refresh({ config: withKeys({ [first!.id]: second!.apiKey }) });
  expectError(refreshed, /^Webhook "hook": .*another key/);
  expect(one.state).toHaveLength(2);
});

describe("a person who is in the teams of two accounts", () => {
  const member = (role: string) => resource("teamMember", "night", { email: "night@example.com", role });

  /** A stack with a person and a network, and the key of another account in whose team the same person is. */
  const withBoth = async ({ one, stack, config }: Parameters<Parameters<typeof withOther>[1]>[0]) => {
    await stack("theirs").up([member("member")], { config });
    expect((await one.up([vpc("a", "10.1.0.0/24"), member("member")])).errors).toEqual([]);
  };

  withOther("says nothing of whose key it is: a network that the key does not find is not gone", async (at) => {
    await withBoth(at);
    const { one, config } = at;
    expectError(await one.refresh({ config }), /^Vpc "a": .*another key/);
    expect(one.state).toHaveLength(2);
  });

  withOther("is neither changed nor removed under the other key", async (at) => {
    await withBoth(at);
    const { one, config } = at;
    const refused = /^TeamMember "night": .* may belong to another account.* run pulumi refresh, then repeat this run$/;
    expectError(await one.up([vpc("a", "10.1.0.0/24"), member("monitor")], { config }), expect.stringMatching(refused));
    expect((await one.destroy({ config })).errors.sort()).toEqual([
      expect.stringMatching(refused),
      expect.stringMatching(/^Vpc "a": .*another key/),
    ]);
    expect(one.state).toHaveLength(2);
  });

  it("is changed under a new key of the same account when a refresh has seen the person", async ({ emulator, one }) => {
    await one.up([member("member")]);
    const config = await rotate(emulator);
    expect((await one.up([member("monitor")], { config })).errors).toHaveLength(1);
    await one.refresh({ config });
    expect((await one.up([member("monitor")], { config })).errors).toEqual([]);
    expect((await one.destroy({ config })).errors).toEqual([]);
  });
});
