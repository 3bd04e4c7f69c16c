import { setImmediate } from "node:timers/promises";
import { expectNoSecrets } from "../../helpers/canaries";
import type { TestEmulator } from "../../helpers/emulator";
import { withHandlers } from "../../helpers/handlers";
import { around, declared, everything } from "../../helpers/monitored-stack";
import { expectError, expectNothingToDo } from "../../helpers/outcomes";
import { webhook, withKeys } from "../everyKind/wrong-key-scene";

/** What stands on instances, under keys that change, or without an account's key. */

/** Everything of these kinds that the service holds. */
function held(emulator: TestEmulator): unknown[] {
  const { alarms, recipients, logs, metrics, webhooks } = emulator.state();
  return [...alarms, ...recipients, ...logs, ...metrics, ...webhooks];
}

test("an instance's key rotated outside in the middle of a run: the run goes on with the new one", () =>
  withHandlers(async ({ emulator, one }) => {
    const there = held(emulator).length;
    const program = declared(around, "1001");
    const running = one.up(program);
    const written = () => emulator.requests().filter(({ method, status }) => method === "POST" && status === 201);
    while (written().length < 5) await setImmediate();
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { apikey: "rotated-outside" } });

    expect((await running).errors).toEqual([]);
    const seen = emulator.requests();
    expect(written()).toHaveLength(around.length);
    expect(seen.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    // Looked up at the start, and once more for all that were refused.
    expect(seen.filter(({ path }) => path === "/customer/api/instances/1001")).toHaveLength(2);
    expect(held(emulator)).toHaveLength(there + around.length);
    expect(one.state).toHaveLength(around.length);
    await expectNothingToDo(one, program);
  }));

test.each(["refresh", "destroy"] as const)("a key rotated in the middle of a %s is looked up again", (operation) =>
  withHandlers(async ({ emulator, one }) => {
    expect((await one.up(declared(around, "1001"))).errors).toEqual([]);
    emulator.clearRequests();
    const running = one[operation]();
    while (!emulator.requests().some(({ path, status }) => path.startsWith("/instance/") && status > 0))
      await setImmediate();
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { apikey: "rotated-outside" } });
    expect((await running).errors).toEqual([]);
    expect(one.state).toHaveLength(operation === "destroy" ? 0 : around.length);
  }),
);

test("with the keys of two instances and no account key, children of both are made, refreshed, changed and removed", () =>
  withHandlers(async ({ emulator, one }) => {
    const [first, second] = emulator.instances;
    const config = withKeys({ [first!.id]: first!.apiKey, [second!.id]: second!.apiKey });
    const before = held(emulator);
    const parts = [...around, ...everything.filter(({ type }) => type === "brokerConfig")];
    const on = (id: number | undefined, suffix: string, over: Record<string, unknown> = {}) =>
      declared(parts, `${id}`).map((each) => ({
        ...each,
        name: `${each.name}-${suffix}`,
        inputs: { ...each.inputs, ...(each.type === "webhook" && over) },
      }));
    const program = (over = {}) => [...on(first?.id, "first", over), ...on(second?.id, "second", over)];

    const up = await one.up(program(), { config });
    expect([up.errors, up.changes.length]).toEqual([[], 2 * parts.length]);
    expect(await one.up(program(), { config })).toMatchObject({ changes: [], errors: [], calls: [] });
    expect(await one.refresh({ config })).toMatchObject({ changes: [], errors: [] });
    const changed = await one.up(program({ concurrency: 7 }), { config });
    expect([changed.errors, changed.changes.length]).toEqual([[], 4]);
    expect((await one.destroy({ config })).errors).toEqual([]);
    expect(held(emulator)).toEqual(before);
    expect(emulator.calls().filter((call) => call.includes("/customer/"))).toEqual([]);
  }));

test("without an account key, what stood on an instance that is gone is not taken for gone, and the way out is named", () =>
  withHandlers(async ({ emulator, one }) => {
    const [first, second] = emulator.instances;
    const config = withKeys({ [first!.id]: first!.apiKey, [second!.id]: second!.apiKey });
    const hooks = [webhook(first!.id, "left"), webhook(second!.id, "stays")];
    expect((await one.up(hooks, { config })).errors).toEqual([]);
    emulator.patch({ op: "delete", in: "instances", id: first!.id });

    const way = /^Webhook "left": [^\n]*if instance 1001 no longer exists, [^\n]* \(pulumi state delete\)$/;
    expectError(await one.refresh({ config }), expect.stringMatching(way));
    expect(one.state).toHaveLength(2);

    // With an account's key in place of the instances', it can be seen that one instance is gone, as the other is there.
    const both = one.state;
    const account = { "broker:instanceApiKeys": "{}" };
    expect(await one.refresh({ config: account })).toMatchObject({ changes: ["gone left"], errors: [] });
    one.state = both;

    const destroyed = expectError(await one.destroy({ config }), expect.stringMatching(way));
    expectNoSecrets({ errors: destroyed.errors.join() }, { key: first!.apiKey });
    expect(one.state.map(({ urn }) => urn)).toEqual([one.urn("webhook", "left")]);

    // An account's key that sees nothing of the stack may be that of another account.
    expectError(await one.destroy({ config: account }), /set the key of the right account.*state delete$/);
    expect(one.state).toHaveLength(1);
  }));

test("a look-up of the key that fails is shared, and each resource tells of it as its own", () =>
  withHandlers(async ({ emulator, stack }) => {
    const match = { method: "GET", path: "/customer/api/instances/1001" };
    emulator.fault({ match, fault: { status: 403, body: { error: "not yours" } } });
    const { errors } = await stack().up(declared(around, "1001"));
    const subjects = errors.map((text) => /^(\w+ "[^"]+"):/.exec(text)?.[1]);
    expect(subjects.sort()).toEqual(
      around.map(({ type, name }) => `${type.charAt(0).toUpperCase()}${type.slice(1)} "${name}"`).sort(),
    );
  }));
