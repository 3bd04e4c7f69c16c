import { type Canaries, canary, expectNoSecrets, secretsOf, type Texts } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { type Bag, type HostClient, type HostError, hostClient, stubOf } from "../helpers/host-client";

const urnOf = (type: string, name: string) => `urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:${type}::${name}`;
const vpc = (more: Bag = {}): Bag => ({
  __provider: stubOf("vpc"),
  __urn: urnOf("Vpc", "net"),
  name: "net",
  region: "provider-a::region-1",
  subnet: "10.56.72.0/24",
  ...more,
});
const webhook = (more: Bag = {}): Bag => ({
  __provider: stubOf("webhook"),
  __urn: urnOf("Webhook", "orders"),
  instance: "1001",
  webhookUri: planted.webhookUri,
  vhost: "/",
  queue: "orders",
  ...more,
});

const planted = {
  apiKey: canary("account"),
  instanceKey: canary("instance"),
  givenKey: canary("given"),
  mappedKey: canary("mapped"),
  vpcKey: canary("vpc"),
  webhookUri: `https://example.com/${canary("uri")}?token=${canary("token")}`,
} satisfies Canaries;

let emulator: TestEmulator;
let host: HostClient;
/** Every message that came back over the protocol, and every failure of a check. */
let answers: string[];

beforeEach(async () => {
  emulator = await startTestEmulator({ speed: 600 });
  emulator.patch(
    { op: "set", in: "accountKeys", id: 1, fields: { key: planted.apiKey } },
    { op: "set", in: "instances", id: 1001, fields: { apikey: planted.instanceKey } },
    { op: "set", in: "instances", id: 1002, fields: { apikey: planted.mappedKey } },
  );
  host = await hostClient({
    stub: stubOf("vpc"),
    config: {
      "broker:apiKey": planted.apiKey,
      "broker:customerUrl": emulator.customerUrl,
      "broker:baseUrl": emulator.baseUrl,
      "broker:instanceApiKeys": JSON.stringify({ 1002: planted.mappedKey }),
    },
  });
  answers = [];
});

afterEach(async () => {
  await host.close();
  await emulator.close();
});

/** The message of a call that must fail, with what the engine would show of a partial failure. */
async function failing(call: Promise<unknown>): Promise<HostError> {
  const error: HostError = await call.then(
    () => {
      throw new Error("the call did not fail");
    },
    (thrown: HostError) => thrown,
  );
  const pending = error.partial?.properties["__pending"];
  answers.push(error.message, ...(error.partial?.reasons ?? []), JSON.stringify(pending ?? ""));
  return error;
}

/** Everything that was shown. The host is closed first, because all that it has printed is there only then. */
async function texts(): Promise<Texts> {
  await host.close();
  return {
    stdout: host.stdout(),
    stderr: host.stderr(),
    "lines on the rows": JSON.stringify(host.log),
    answers: answers.join("\n"),
    "emulator's log": JSON.stringify(emulator.requests()),
  };
}

const searchAll = async () => expectNoSecrets(await texts(), { ...secretsOf(emulator), ...planted });

/** A service that repeats everything it was sent, and more. */
const chatty = () => ({ status: 422, body: { error: `refused: ${Object.values(planted).join(", ")}` } });

test("a service that echoes secrets in its errors does not get them shown", async () => {
  emulator.fault({ match: { path: "/api/vpcs" }, times: "always", fault: chatty() });
  emulator.fault({ match: { path: "/api/webhooks*" }, times: "always", fault: chatty() });
  const { apiKey, mappedKey, instanceKey, givenKey, webhookUri } = planted;
  const id = "1001/webhooks/21";
  const state = webhook({ concurrency: 1 });
  const calls: [string, () => Promise<unknown>, Canaries][] = [
    ["create of a VPC", () => host.create(vpc()), {}],
    // A delete after a create that failed would be put off.
    ["delete", () => host.delete(id, state), { instanceKey, webhookUri }],
    ["create", () => host.create(webhook()), { instanceKey, webhookUri }],
    ["create with own key", () => host.create(webhook({ instanceApiKey: givenKey })), { givenKey, webhookUri }],
    ["create with a key of the map", () => host.create(webhook({ instance: "1002" })), { webhookUri }],
    ["read", () => host.read(id, state), { instanceKey, webhookUri }],
    ["update", () => host.update(id, state, webhook({ concurrency: 2 })), { instanceKey, webhookUri }],
  ];
  for (const [what, call, known] of calls) {
    const { message } = await failing(call());
    expect(message).toContain("[secret]");
    expectNoSecrets({ [what]: message }, { apiKey, mappedKey, ...known });
  }
  expectNoSecrets({ stderr: (await texts())["stderr"] ?? "" }, { apiKey, mappedKey, webhookUri, instanceKey });
});

test("an ordinary life leaves no secret in what is printed, logged or noted", async () => {
  const made = await host.create(webhook());
  const outs = await host.update(made.id, made.outs, webhook({ queue: "others" }));
  await host.read(made.id, outs);
  await host.delete(made.id, outs);
  const other = await host.create(webhook({ instance: "1002" }));
  await host.delete(other.id, other.outs);
  // The account API tells the key that goes in place of a refused one, and of an unknown instance it tells none.
  const byGiven = await host.create(webhook({ instance: "1002", instanceApiKey: planted.givenKey }));
  await host.delete(byGiven.id, byGiven.outs);
  await failing(host.create(webhook({ instance: "9999", instanceApiKey: planted.givenKey })));
  const instance = { __provider: stubOf("instance"), __urn: urnOf("Instance", "shop"), __get: true };
  const seen = await host.read("1001", instance);
  expect(seen.outs).toMatchObject({ apiKey: planted.instanceKey, url: expect.stringContaining("amqps://") });
  await failing(host.read("9999", instance));
  await searchAll();
});

test("the search sees what is planted in each of these places", async () => {
  // A name is no secret: it is shown and logged as it is. A warning is a line on the row.
  const plain = { webhookUri: "http://example.com", queue: planted.givenKey };
  const named = webhook({ ...plain, __urn: urnOf("Webhook", planted.givenKey) });
  await host.check({}, named);
  const made = await host.create(named);
  // Nor is an id: the error that refuses it quotes it. The engine shows the error, and the host prints nothing of it.
  await failing(host.read(planted.givenKey, made.outs));
  const { stdout, stderr, ...others } = await texts();
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).toBe("");
  for (const [place, text] of Object.entries(others))
    expect(() => expectNoSecrets({ [place]: text }, planted)).toThrow(`givenKey (plain) in ${place}`);
});
