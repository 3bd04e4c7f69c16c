import { it, withHandlers } from "../../helpers/handlers";

const net = {
  __provider: "exports.handler = () => require('pulumi-broker/host').vpc",
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Vpc::net",
  ...{ name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" },
};
const hook = {
  __provider: "exports.handler = () => require('pulumi-broker/host').webhook",
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Webhook::hook",
  ...{ instance: "1001", webhookUri: "https://example.com", vhost: "/", queue: "orders" },
};

/** Nothing listens there. */
const unreachable = ["http://127.0.0.1:1", "https://localhost:1"];

test.each(unreachable)("a host that cannot be reached fails soon, at preview too, and is said once: %s", (url) =>
  withHandlers(async ({ host, clock }) => {
    const { handler, lines } = host({ config: { "broker:customerUrl": url, "broker:baseUrl": url } });
    const start = clock.now();
    const { failures } = await handler("vpc").check({}, net);
    const because = (api: string, setting: string) =>
      `could not connect to the ${api} API at ${url}: no server listens at this address (ECONNREFUSED); start the emulator (npx pulumi-broker emulator), or change the address in ${setting}`;
    const said = because("account", "broker:customerUrl (or BROKER_CUSTOMER_URL)");
    expect(failures).toEqual([{ property: "", reason: `Vpc "net": ${said}` }]);
    expect(clock.now() - start).toBeLessThanOrEqual(8_000);
    expect((await handler("webhook").check({}, hook)).failures).toEqual([]);

    const again = clock.now();
    await expect(handler("vpc").create(net)).rejects.toThrow(new Error(`Vpc "net": ${said}`));
    await expect(handler("vpc").read("5001", net)).rejects.toThrow(new Error(`Vpc "net": ${said}`));
    const same = new Error('Webhook "hook": failed for the same reason as Vpc "net": see the error of that resource');
    await expect(handler("webhook").create(hook)).rejects.toThrow(same);
    const another = { ...hook, __urn: `${hook.__urn}-2` };
    const sameAgain = new Error(
      'Webhook "hook-2": failed for the same reason as Vpc "net": see the error of that resource',
    );
    await expect(handler("webhook").delete("1001/webhooks/21", another)).rejects.toThrow(sameAgain);
    // What is known for half a minute is not tried again.
    expect(clock.now()).toBe(again);
    const own = { ...hook, instanceApiKey: "the instance's own" };
    const instanceApi = new Error(`Webhook "hook": ${because("instance", "broker:baseUrl (or BROKER_BASE_URL)")}`);
    await expect(handler("webhook").create(own)).rejects.toThrow(instanceApi);
    expect(lines.filter(({ passing }) => !passing)).toEqual([]);
  }),
);

it("an outage in the middle of a run is waited for, as long as ever", async ({ host, clock, emulator }) => {
  const { handler } = host();
  expect((await handler("vpc").check({}, net)).failures).toEqual([]);
  await emulator.close();
  const start = clock.now();
  await expect(handler("vpc").create(net)).rejects.toThrow(/^Vpc "net": [^\n]*could not connect[^\n]*\(8 attempts\)/);
  expect(clock.now() - start).toBeGreaterThan(8_000);
});

it("after an outage at the start of a run the service is tried again", async ({ host, clock, emulator }) => {
  const { handler } = host({ config: { "broker:customerUrl": "http://127.0.0.1:1" } });
  await expect(handler("vpc").read("5001", net)).rejects.toThrow("no server listens at this address");
  await clock.sleep(30_000);
  const tried = clock.now();
  await expect(handler("vpc").read("5001", net)).rejects.toThrow("no server listens at this address");
  expect(clock.now()).toBeGreaterThan(tried);
  expect(emulator.requests()).toEqual([]);
});

/** Addresses that lead somewhere else than to the API that they are meant for, and what is said of them. */
const wrong: [what: string, urls: (at: { url: string }) => Record<string, string>, line: string][] = [
  [
    "no path",
    ({ url }) => ({ "broker:customerUrl": url }),
    "the account API is not at $URL: GET /api/regions answered 404 (Not found). Correct the URL in broker:customerUrl (or BROKER_CUSTOMER_URL). The path of this URL may be missing or wrong",
  ],
  [
    "the two exchanged",
    ({ url }) => ({ "broker:customerUrl": `${url}/instance`, "broker:baseUrl": `${url}/customer` }),
    "broker:customerUrl and broker:baseUrl are swapped: the account API answers at broker:baseUrl; swap the two URLs",
  ],
];

test.each(wrong)("%s: told apart from a wrong key, at preview and at up", (_what, urls, line) =>
  withHandlers(async ({ host, emulator }) => {
    const config = urls(emulator);
    const text = line.replace("$URL", emulator.url);
    const { failures } = await host({ config }).handler("vpc").check({}, net);
    expect(failures).toEqual([{ property: "", reason: `Vpc "net": ${text}` }]);
    // A run that begins with something on an instance asks for the instance first.
    const { handler } = host({ config });
    await expect(handler("webhook").create(hook)).rejects.toThrow(new Error(`Webhook "hook": ${text}`));
    await expect(handler("vpc").read("5001", net)).rejects.toThrow(
      'Vpc "net": failed for the same reason as Webhook "hook": see the error of that resource',
    );
  }),
);

test("the address of the account API in place of the instances' one is named, also with keys of instances alone", () =>
  withHandlers(async ({ host, emulator }) => {
    const twice = host({ config: { "broker:baseUrl": `${emulator.customerUrl}/` } });
    await expect(twice.handler("webhook").create(hook)).rejects.toThrow(
      'Webhook "hook": broker:baseUrl (or BROKER_BASE_URL) is set to the address of the account API: set this setting to the address of the instance API',
    );
    const own = { ...hook, instanceApiKey: emulator.instances[0]!.apiKey };
    const pathless = host({ config: { "broker:apiKey": "", "broker:baseUrl": `${emulator.url}/other` } });
    await expect(pathless.handler("webhook").create(own)).rejects.toThrow(/404: Not found[^\n]*broker:baseUrl/);
  }));

test("a wrong path to the instances' API is named where an object is not found there, soon, and not once the API answered", () =>
  withHandlers(async ({ host, emulator, clock }) => {
    const { id, outs } = await host().handler("webhook").create(hook);
    const changed = { ...hook, queue: "changed" };
    const url = `${emulator.url}/instnce`;
    const start = clock.now();
    const change = (config = {}) => host({ config }).handler("webhook").update(id, outs, changed);
    const wrong = `run \`pulumi refresh\`; perhaps broker:baseUrl \\(${url}\\) is wrong`;
    await expect(change({ "broker:baseUrl": url })).rejects.toThrow(
      new RegExp(`^Webhook "hook": PUT \\S+ answered 404: .*${wrong}$`),
    );
    const misled = host({ config: { "broker:baseUrl": url } });
    await expect(misled.handler("webhook").create(hook)).rejects.toThrow(
      new RegExp(
        `check that the API key and the ids in the program belong to the right account or instance, and that broker:baseUrl \\(${url}\\) is correct$`,
      ),
    );
    expect(clock.now() - start).toBeLessThanOrEqual(10_000);

    emulator.patch({ op: "delete", in: "webhooks", id: Number(id.split("/").at(-1)) });
    const { handler } = host();
    await handler("webhook").read(id, outs);
    await expect(handler("webhook").update(id, outs, changed)).rejects.toThrow(/run `pulumi refresh`$/);
  }));

test("a resource without its instance is told that the instance is required, and of no key of an undefined one", () =>
  withHandlers(async ({ host }) => {
    const { instance, ...without } = hook;
    const keys = { "broker:apiKey": "", "broker:instanceApiKeys": JSON.stringify({ [instance]: "a key" }) };
    const { failures } = await host({ config: keys }).handler("webhook").check({}, without);
    expect(failures).toEqual([{ property: "", reason: "instance is required: give this input a value" }]);
    const keyless = host({ config: { "broker:apiKey": "" } });
    expect((await keyless.handler("webhook").check({}, without)).failures).toEqual([
      { property: "", reason: expect.stringMatching(/^no account key and no instance key is set: /) },
      { property: "", reason: "instance is required: give this input a value" },
    ]);
  }));

it("a refused key is a failure at preview, which blames no input", async ({ host, emulator }) => {
  const wrong = host({ config: { "broker:apiKey": "a wrong key" } });
  expect((await wrong.handler("vpc").check({}, net)).failures).toEqual([
    { property: "", reason: expect.stringMatching(/^[^\n]*401[^\n]*broker:apiKey \(or BROKER_API_KEY\)[^\n]*$/) },
  ]);
  expect(wrong.lines).toEqual([]);

  // A key that may only read: the list of regions is open to it, the VPC is not.
  const reader = host({ config: { "broker:apiKey": emulator.readOnlyKey } });
  expect((await reader.handler("vpc").check({}, net)).failures).toEqual([]);
  await expect(reader.handler("vpc").create(net)).rejects.toThrow(/403[^\n]*use a key with the role admin or devops$/);
  expect(emulator.state().vpcs).toEqual([]);
});
