import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import { stackConfigOf, startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { type TestStack, withStack } from "../helpers/stack";

/** Needs the engine: it starts a host for each provider, and gives each its settings. */

let east: TestEmulator;
let west: TestEmulator;

beforeEach(async () => {
  east = await startTestEmulator({ seed: 1, speed: 100 });
  west = await startTestEmulator({ seed: 2, speed: 100 });
  // The same name in both accounts: only the subnet says which was asked.
  east.patch({ op: "add", in: "vpcs", fields: { name: "old", subnet: "10.1.0.0/24" } });
  west.patch({ op: "add", in: "vpcs", fields: { name: "old", subnet: "10.2.0.0/24" } });
  expect(Object.values(secretsOf(east)).filter((key) => Object.values(secretsOf(west)).includes(key))).toEqual([]);
});

afterEach(() => Promise.all([east.close(), west.close()]));

const network = { region: "provider-a::region-1", subnet: "10.56.72.0/24" };
const hook = { instance: 1001, webhookUri: "https://example.com/token-1234567", vhost: "/", queue: "orders" };

/** A key of one account is a wrong key for the other: each would have answered 401. */
const refusals = (emulator: TestEmulator) =>
  emulator.requests().filter(({ status }) => status === 401 || status === 403);
const held = (emulator: TestEmulator) => {
  const { vpcs, webhooks } = emulator.state();
  return [
    ...vpcs.map(({ name, goneAt }) => (goneAt === null ? name : `${name}, going`)),
    ...webhooks.map(({ queue }) => queue),
  ];
};

test("two providers in one program use two accounts, and functions ask the one they are given", async () => {
  const seen: string[] = [];
  const program = async () => {
    const given = new broker.Provider("west", {
      apiKey: pulumi.output(west.apiKey),
      customerUrl: west.customerUrl,
      baseUrl: west.baseUrl,
    });
    // Everything that it is not given comes from the stack's configuration, which is of the east.
    const filled = new broker.Provider("east");
    const nets = Object.entries({ given, filled }).map(([name, provider]) => {
      new broker.Webhook(`${name}-hook`, hook, { provider });
      return new broker.Vpc(`${name}-net`, { ...network, name }, { provider });
    });
    const [net] = nets as [broker.Vpc, broker.Vpc];
    for (const options of [{ provider: given }, { provider: filled }, undefined]) {
      const old = await broker.getVpc({ name: "old" }, options);
      const all = await broker.getVpcs(options);
      seen.push(old.subnet, ...all.map(({ subnet }) => subnet));
    }
    broker.getVpcOutput({ id: net.id }, { provider: given }).apply(({ name }) => seen.push(name));
    return { first: broker.getVpcsOutput({ provider: given }).apply(([vpc]) => vpc?.subnet) };
  };
  await withStack("two-providers", { program, config: stackConfigOf(east) }, async (stack) => {
    const expected = ["10.2.0.0/24", "10.2.0.0/24", ...Array(4).fill("10.1.0.0/24")];
    await stack.preview();
    expect(seen.splice(0)).toEqual(expected);

    const run = await stack.up();
    expect(seen.splice(0)).toEqual([...expected, "given"]);
    expect(held(west)).toEqual(["old", "given", "orders"]);
    expect(held(east)).toEqual(["old", "filled", "orders"]);
    expect(await stack.outputs()).toEqual({ first: "10.2.0.0/24" });
    expectNoSecrets(textsOf("up", run, stack, east, west), { ...secretsOf(east), ...secretsOf(west) });

    expect((await stack.refresh()).changes.filter((change) => !change.startsWith("refresh"))).toEqual([]);
    await stack.destroy();
    expect(held(west)).toEqual(["old"]);
    expect(held(east)).toEqual(["old"]);
    expect([...refusals(west), ...refusals(east)]).toEqual([]);
  });
});

test("two inline stacks in one Node process keep to their accounts, at the same time", async () => {
  const seen: Record<string, string[]> = {};
  const programOf = (name: string) => async () => {
    new broker.Vpc("net", { ...network, name });
    new broker.Webhook("hook", hook);
    const found = await Promise.all([1, 2, 3].map(() => broker.getVpc({ name: "old" })));
    // Configuration is read when it is asked for: also long after the program began.
    await new Promise((resolve) => setImmediate(resolve));
    seen[name] = [...found, ...(await broker.getVpcs()).slice(0, 1)].map(({ subnet }) => subnet);
  };
  const life = (name: string, emulator: TestEmulator) =>
    withStack(name, { program: programOf(name), config: stackConfigOf(emulator) }, async (stack) => {
      await stack.up();
      const subnet = emulator === east ? "10.1.0.0/24" : "10.2.0.0/24";
      expect(seen[name]).toEqual(Array(4).fill(subnet));
      expect(held(emulator)).toEqual(["old", name, "orders"]);
      await stack.destroy();
      expect(held(emulator)).toEqual(["old"]);
    });
  await Promise.all([life("first", east), life("second", west)]);
  expect([...refusals(west), ...refusals(east)]).toEqual([]);
});

test("a function whose provider is not known before up says so in one line", async () => {
  const thrown: unknown[] = [];
  const program = async () => {
    const net = new broker.Vpc("net", network);
    const provider = new broker.Provider("later", { apiKey: net.apiKey.apply((key) => key ?? "") });
    new broker.Webhook("hook", hook, { provider });
    await broker.getVpcs({ provider }).catch((error: unknown) => thrown.push(error));
    await broker.getVpc({ name: "none" }).catch((error: unknown) => thrown.push(error));
  };
  await withStack("unknown-provider", { program, config: stackConfigOf(east) }, async (stack) => {
    // The resource alone is fine: it can wait for up.
    expect((await stack.preview()).changes).toEqual(["create net", "create hook"]);
    // Pulumi ends a program that throws a RunError with its message, and any other with a stack trace.
    expect(thrown.map((error) => pulumi.RunError.isInstance(error) && error.message)).toEqual([
      "getVpcs: the setting broker:apiKey of the provider is not known before pulumi up: give this setting a value that is known before pulumi up",
      'getVpc: there is no VPC with the name "none": correct the name',
    ]);
  });
});

/** What was said of the resources, progress aside. */
const saidOf = ({ diagnostics }: Run) =>
  diagnostics
    .filter(({ ephemeral, severity }) => !ephemeral && String(severity) !== "debug")
    .map(({ severity, message }) => ({ severity, message: message.trim() }))
    .filter(({ message }) => /^\w+ "(net|hook)": /.test(message));

test("an account key that was changed: refresh and destroy say what helps, and it does", async () => {
  const program = async () => {
    new broker.Vpc("net", network);
    new broker.Webhook("hook", hook);
  };
  // A key that would work, but was not chosen: it might be another account's, in which all of this is gone.
  east.patch({ op: "set", in: "accountKeys", id: 2, fields: { role: "admin" } });
  const env = { BROKER_API_KEY: east.readOnlyKey };
  const rotate = async (stack: TestStack, key: string) => {
    const { body } = await east.call("POST", "/customer/api/apikeys/rotate-apikey", { key });
    const { apikey } = body as { apikey: string };
    await stack.setConfig("broker:apiKey", apikey, { secret: true });
    east.clearRequests();
    return apikey;
  };
  await withStack("rotated", { program, config: stackConfigOf(east), env }, async (stack) => {
    await stack.up();
    const second = await rotate(stack, east.apiKey);
    const before = held(east);
    for (const operation of ["refresh", "destroy"] as const) {
      const run = await stack[operation]({ exit: "failure" });
      // For each resource one line of the engine, on the row; nothing else.
      const said = saidOf(run);
      expect(said.map(({ severity }) => severity).sort()).toEqual(["error", "error"]);
      // The resource that fails first tells why, and the other one refers to it.
      const told = said.filter(
        ({ message }) =>
          !/^\w+ "(net|hook)": failed for the same reason as \w+ "(net|hook)": see the error of that resource:?$/.test(
            message,
          ),
      );
      expect(told).toHaveLength(1);
      for (const { message } of told)
        expect(message).toMatch(/^[^\n]*401[^\n]*broker:apiKey \(or BROKER_API_KEY\)[^\n]*--run-program[^\n]*$/);
      expect(run.text).not.toMatch(/^\s+at /m);
      expect(new Set(east.requests().map(({ status }) => status))).toEqual(new Set([401]));
      expect(held(east)).toEqual(before);
      east.clearRequests();
    }
    const steps = (await stack.refresh({ flags: ["--run-program"] })).steps.filter(
      ({ op }) => op !== "same" && op !== "refresh",
    );
    expect(steps).toEqual([]);
    expect(refusals(east)).toEqual([]);

    await rotate(stack, second);
    await stack.destroy({ flags: ["--run-program"] });
    expect(refusals(east)).toEqual([]);
    expect(held(east)).toEqual(["old"]);
  });
});
