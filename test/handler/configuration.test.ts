import { withHandlers } from "../helpers/handlers";

const net = {
  __provider: "exports.handler = () => require('pulumi-broker/host').vpc",
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Vpc::net",
  name: "net",
  region: "provider-a::region-1",
  subnet: "10.56.72.0/24",
};
const hook = {
  __provider: "exports.handler = () => require('pulumi-broker/host').webhook",
  __urn: "urn:pulumi:s::p::pulumi-nodejs:dynamic/broker:Webhook::hook",
  instance: "1001",
  webhookUri: "https://example.com",
  vhost: "/",
  queue: "orders",
};

/** Nothing listens there. */
const unreachable = ["http://127.0.0.1:1", "https://localhost:1"];

test.each(unreachable)("a host that cannot be reached is a warning at preview and an error at up: %s", (url) =>
  withHandlers(async ({ host, clock }) => {
    const { handler, lines } = host({ config: { "broker:customerUrl": url, "broker:baseUrl": url } });
    const start = clock.now();
    const { failures } = await handler("vpc").check({}, net);
    expect(failures).toEqual([]);
    expect(lines).toEqual([
      {
        urn: net.__urn,
        severity: "warning",
        passing: false,
        text: expect.stringMatching(
          /^[^\n]*cannot be read: [^\n]*could not connect[^\n]*broker:customerUrl \(or BROKER_CUSTOMER_URL\)$/,
        ),
      },
    ]);
    // A preview is not held up for long by a convenience of it.
    expect(clock.now() - start).toBeLessThanOrEqual(15_000);
    await handler("webhook").check({}, hook);
    expect(lines).toHaveLength(1);

    const line =
      /^(Vpc "net"|Webhook "hook"): [^\n]*could not connect[^\n]*broker:customerUrl \(or BROKER_CUSTOMER_URL\)$/;
    await expect(handler("vpc").create(net)).rejects.toThrow(line);
    await expect(handler("vpc").read("5001", net)).rejects.toThrow(line);
    await expect(handler("vpc").delete("5001", net)).rejects.toThrow(line);
    await expect(handler("webhook").create(hook)).rejects.toThrow(line);
    const own = { ...hook, instanceApiKey: "the instance's own" };
    const instanceApi = /^Webhook "hook": [^\n]*could not connect[^\n]*broker:baseUrl \(or BROKER_BASE_URL\)$/;
    await expect(handler("webhook").create(own)).rejects.toThrow(instanceApi);
  }),
);

test("a refused key is a failure at preview, which blames no input", () =>
  withHandlers(async ({ host, emulator }) => {
    const wrong = host({ config: { "broker:apiKey": "a wrong key" } });
    const { failures } = await wrong.handler("vpc").check({}, net);
    expect(failures).toEqual([
      { property: "", reason: expect.stringMatching(/^[^\n]*401[^\n]*broker:apiKey \(BROKER_API_KEY\)[^\n]*$/) },
    ]);
    expect(wrong.lines).toEqual([]);

    // A key that may only read: the list of regions is open to it, the VPC is not.
    const reader = host({ config: { "broker:apiKey": emulator.readOnlyKey } });
    expect((await reader.handler("vpc").check({}, net)).failures).toEqual([]);
    await expect(reader.handler("vpc").create(net)).rejects.toThrow(/403[^\n]*use a key whose role allows this$/);
    expect(emulator.state().vpcs).toEqual([]);
  }));

test("an instance's key that was rotated between two calls is looked up again, once", () =>
  withHandlers(async ({ host, emulator }) => {
    const { handler, lines } = host();
    const made = await handler("webhook").create(hook);
    const old = emulator.instances[0]!.apiKey;
    await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: old });
    emulator.clearRequests();

    const changes = ["a", "b", "c"].map((queue) => handler("webhook").update(made.id, made.outs, { ...hook, queue }));
    await Promise.all(changes);
    const { outs } = await handler("webhook").update(made.id, made.outs, { ...hook, queue: "d" });
    expect(outs).toMatchObject({ queue: "d" });
    expect(lines.filter(({ passing }) => !passing)).toEqual([]);
    const seen = emulator.requests().map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(seen.filter((each) => each.startsWith("GET /customer/api/instances/1001"))).toHaveLength(1);
    expect(seen.filter((each) => each.endsWith("401"))).toHaveLength(3);
    expect(seen.filter((each) => each.endsWith("201"))).toHaveLength(4);
  }));

test("a given key that was rotated is not replaced by another one, and the error says where it stands", () =>
  withHandlers(async ({ host, emulator }) => {
    const old = emulator.instances[0]!.apiKey;
    const { handler } = host({ config: { "broker:instanceApiKeys": JSON.stringify({ 1001: old }) } });
    const mapped = await handler("webhook").create(hook);
    const given = await handler("webhook").create({ ...hook, queue: "given", instanceApiKey: old });
    await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: old });
    emulator.clearRequests();

    const change = (made: typeof mapped, more: object) =>
      handler("webhook").update(made.id, made.outs, { ...hook, ...more, queue: "changed" });
    await expect(change(mapped, {})).rejects.toThrow(/^[^\n]*401[^\n]*correct it in broker:instanceApiKeys$/);
    const own = change(given, { instanceApiKey: old });
    await expect(own).rejects.toThrow(/^[^\n]*401[^\n]*correct it in the argument instanceApiKey$/);
    expect(emulator.calls()).toEqual(["PUT /instance/api/webhooks/21", "PUT /instance/api/webhooks/22"]);
  }));
