import { configOf, startTestEmulator, type TestEmulator, variablesOf } from "../helpers/emulator";
import { type Bag, type HostClient, type HostOptions, hostClient, stubOf } from "../helpers/host-client";

const net: Bag = {
  __provider: stubOf("vpc"),
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Vpc::net",
  name: "net",
  region: "provider-a::region-1",
  subnet: "10.56.72.0/24",
};
const hook: Bag = {
  __provider: stubOf("webhook"),
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Webhook::hook",
  instance: "1001",
  webhookUri: "https://example.com",
  vhost: "/",
  queue: "orders",
};

let emulator: TestEmulator;
let host: HostClient | undefined;

beforeEach(async () => {
  emulator = await startTestEmulator();
});

afterEach(async () => {
  await host?.close();
  host = undefined;
  await emulator.close();
});

type Changes = Record<string, string | undefined>;

/** A host whose configuration leads to the emulator but for these changes; undefined takes a key out. */
async function start(changes: Changes, env: HostOptions["env"] = {}): Promise<HostClient> {
  const good: Changes = configOf(emulator);
  const given = Object.entries({ ...good, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  host = await hostClient({ stub: stubOf("vpc"), config: Object.fromEntries(given), env });
  return host;
}

test("what is wrong is refused at preview, in a line for each setting", async () => {
  const reasons = [
    "broker:allowHttp (or BROKER_ALLOW_HTTP) must be true, false, 1 or 0",
    'the URL in broker:baseUrl (or BROKER_BASE_URL) must not contain a user name or password: remove the user name, the password and the "@" from the URL',
  ];
  const wrong = { "broker:baseUrl": "https://me:hunter2@api.example.com", "broker:allowHttp": "perhaps" };
  const { check, read, close, stderr } = await start(wrong);
  for (const news of [net, hook])
    expect((await check({}, news)).failures).toEqual(reasons.map((reason) => ({ property: "", reason })));
  await expect(read("5001", net)).rejects.toThrow(new Error(reasons.join("; ")));
  // The engine shows the error of a call, and beside it what the host prints.
  await close();
  expect(stderr()).toBe("");
  expect(emulator.requests()).toEqual([]);
});

const noAccountKey = 'no account key is set: run "pulumi config set --secret broker:apiKey" or set BROKER_API_KEY';
const unset = (key: string, variable: string) =>
  `broker:${key} is not set: run "pulumi config set broker:${key} <url>" or set the environment variable ${variable}`;
const noUrls = [unset("customerUrl", "BROKER_CUSTOMER_URL"), unset("baseUrl", "BROKER_BASE_URL")] as const;
const noKey = (which: string) =>
  `${which} is set: set broker:apiKey (or BROKER_API_KEY) and broker:customerUrl (or BROKER_CUSTOMER_URL), or the instance's own key in broker:instanceApiKeys`;
const emulatorHint = "(to try the package without an account: npx pulumi-broker emulator)";

test("without any setting one line says all that is missing, at preview and after it; without any key, what would help", async () => {
  const nothing = { "broker:apiKey": undefined, "broker:customerUrl": undefined, "broker:baseUrl": undefined };
  const bare = await start(nothing);
  const all = `${[noAccountKey, ...noUrls].join("; ")} ${emulatorHint}`;
  expect((await bare.check({}, net)).failures).toEqual([{ property: "", reason: all }]);
  const ofHook = `${noKey("no key of instance 1001")}; ${noUrls[1]} ${emulatorHint}`;
  expect((await bare.check({}, hook)).failures).toEqual([{ property: "", reason: ofHook }]);
  await expect(bare.read("5001", net)).rejects.toThrow(new Error(all));
  await bare.close();

  const { check, create } = await start({ "broker:apiKey": undefined, "broker:customerUrl": undefined });
  const failuresOf = async (news: Bag) => (await check({}, news)).failures;
  expect(await failuresOf(net)).toEqual([{ property: "", reason: `${noAccountKey}; ${noUrls[0]}` }]);
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect(await failuresOf({ ...hook, instance: unknown })).toEqual([
    { property: "", reason: noKey("no account key and no instance key") },
  ]);
  // A key that is not known yet is not missing.
  expect(await failuresOf({ ...hook, instanceApiKey: unknown })).toEqual([]);
  await expect(create(hook)).rejects.toThrow(
    noKey('Webhook "hook": no key of instance 1001').replace("is set:", "is set;"),
  );
  expect(emulator.requests()).toEqual([]);
});

test("a refresh or a destroy without the program: one line with the way out, said and printed once", async () => {
  const { read, close, stderr } = await start({ "broker:customerUrl": undefined, "broker:baseUrl": undefined });
  const names = "BROKER_CUSTOMER_URL, BROKER_BASE_URL";
  const line = `pulumi refresh and pulumi destroy need these environment variables, which are not set: ${names}. Set the variables to the values of the last pulumi up, or add --run-program to read the configuration of the stack instead`;
  await expect(read("5001", net)).rejects.toThrow(new Error(line));
  await expect(read("5002", { ...net, __urn: `${net.__urn}-2` })).rejects.toThrow(
    new Error('Vpc "net-2": failed for the same reason as Vpc "net": see the error of that resource'),
  );
  await close();
  expect(stderr()).toBe("");
});

test("the environment is asked where the configuration says nothing, and only there", async () => {
  const nothing = { "broker:apiKey": undefined, "broker:customerUrl": undefined, "broker:baseUrl": undefined };
  const env = variablesOf(emulator);
  const byEnvironment = await start(nothing, env);
  expect((await byEnvironment.check({}, net)).failures).toEqual([]);
  expect(emulator.calls()).toEqual(["GET /customer/api/regions"]);
  await byEnvironment.close();

  const byBoth = await start({ "broker:apiKey": "a wrong key" }, env);
  expect((await byBoth.check({}, net)).failures).toEqual([{ property: "", reason: expect.stringContaining("401") }]);
});
