import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";
import { testsOf } from "../../helpers/tests-of";

const it = testsOf(withEmulator);

const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
const webhook = { webhook_uri: "https://example.com/hook-canary", vhost: "/", queue: "q", concurrency: 1 };
const vpcs = "/customer/api/vpcs";
const hooks = "/instance/api/webhooks";

describe("what was received", () => {
  it("is listed with status, times, instance and body, and cleared", async ({ call, instances }) => {
    await call("GET", "/customer/api/regions?provider=provider-a");
    await call("POST", hooks, { body: webhook });
    await call("GET", "/customer/api/nothing", { key: "wrong" });
    const { body } = await call("GET", "/_emulator/requests");
    const times = { at: expect.any(Number), answeredAt: expect.any(Number) };
    expect(body).toEqual([
      {
        method: "GET",
        path: "/customer/api/regions",
        query: "provider=provider-a",
        status: 200,
        poll: false,
        ...times,
      },
      {
        method: "POST",
        path: hooks,
        status: 201,
        poll: false,
        instance: instances[0]!.id,
        body: { ...webhook, webhook_uri: "[secret]" },
        ...times,
      },
      { method: "GET", path: "/customer/api/nothing", status: 401, poll: false, ...times },
    ]);
    expect((await call("DELETE", "/_emulator/requests")).status).toBe(204);
    expect((await call("GET", "/_emulator/requests")).body).toEqual([]);
  });

  it("holds no secret of any request, whatever its form and whatever becomes of it", async (on) => {
    const { call, apiKey, instances, requests } = on;
    const secrets = {
      value: "canary-1",
      password: "canary-2",
      api_key: "canary-3",
      secret_access_key: "canary-4",
      nested: { token: "canary-5", list: [{ private_key: "canary-6" }] },
    };
    await call("POST", "/instance/api/alarms/recipients", { body: secrets });
    await call("POST", "/instance/api/alarms/recipients", { body: [secrets], key: "wrong-canary" });
    await call("POST", hooks, { body: webhook, headers: { "content-type": "text/plain" } });
    await call("POST", hooks, { body: webhook, headers: { "content-type": "application/x-www-form-urlencoded" } });
    const log = JSON.stringify(requests());
    for (const secret of ["canary", apiKey, instances[0]!.apiKey]) {
      expect(log).not.toContain(secret);
    }
    expect(log).toContain('"nested":"[secret]"');
  });

  const hidden = "[secret]";
  const recipients = "/instance/api/alarms/recipients";
  const integrations = "/instance/api/integrations";
  it.each([
    ["POST", "/customer/api/team/invite", { email: "c@d.e", role: "admin" }, { email: hidden, role: "admin" }],
    ["POST", "/customer/api/team/remove", { email: "c@d.e" }, { email: hidden }],
    [
      "PUT",
      `${recipients}/4001`,
      { value: "c", options: { a: 1, key: 2 } },
      { value: hidden, options: { a: 1, key: hidden } },
    ],
    ["PUT", `${hooks}/21`, { ...webhook, note: "c" }, { ...webhook, webhook_uri: hidden, note: hidden }],
    ["POST", `${integrations}/logs/log_vendor_h`, { token: "c", host: "h", a: 1 }, { token: hidden, host: "h", a: 1 }],
    ["POST", `${integrations}/metrics/metric_vendor_h`, { license_key: "c", a: 1 }, { license_key: hidden, a: 1 }],
    ["PUT", `${integrations}/metrics/7001`, { email: "c", tags: "a=b" }, { email: hidden, tags: "a=b" }],
    ["POST", vpcs, { ...vpc, tags: ["t", { c: "c" }] }, { ...vpc, tags: ["t", { c: hidden }] }],
    ["DELETE", `${hooks}/21`, { name: "c" }, { name: hidden }],
    ["POST", "/instance/api/nothing", { webhook_uri: "c", list: ["c"] }, { webhook_uri: hidden, list: hidden }],
    ["POST", "/instance/api/nothing", ["c", { c: "c" }], [hidden, { c: hidden }]],
  ])("of %s %s has no value that is secret or unknown", async ({ call, requests }, method, path, body, logged) => {
    await call(method, path, { body });
    expect(requests().at(-1)?.body).toEqual(logged);
  });

  it("marks as polls the looks of a wait, the last one included, and nothing else", async (on) => {
    const { call, advance, requests, calls } = on;
    await call("POST", vpcs, { body: vpc });
    const path = `${vpcs}/5001`;
    for (const ms of [0, 0, 120_000, 0]) {
      advance(ms);
      await call("GET", path);
    }
    await call("DELETE", path);
    for (const ms of [0, 20_000, 0]) {
      advance(ms);
      await call("GET", path);
    }
    const gets = requests().filter(({ method }) => method === "GET");
    expect(gets.map(({ status, poll }) => [status, poll])).toEqual([
      [400, true],
      [400, true],
      [200, true],
      [200, false],
      [200, true],
      [404, true],
      [404, false],
    ]);
    expect(calls()).toEqual([`POST ${vpcs}`, `GET ${path}`, `DELETE ${path}`, `GET ${path}`]);
  });

  test("counts the same calls whether a change is over before the first look or not", async () => {
    const plugins = "/instance/api/plugins";
    const writes: [string, string, object | undefined, string][] = [
      ["POST", vpcs, vpc, `${vpcs}/5001`],
      ["POST", plugins, { plugin_name: "broker_mqtt" }, plugins],
      ["DELETE", `${plugins}/broker_mqtt`, undefined, plugins],
      ["DELETE", `${vpcs}/5001`, undefined, `${vpcs}/5001`],
    ];
    // Answers of the plugins take seconds of the service's time.
    const options = { speed: 20 };
    for (const isOverBefore of [false, true]) {
      await withEmulator(async ({ call, advance, calls }) => {
        for (const [method, path, body, seenAt] of writes) {
          const query = path.startsWith(plugins) ? "?async=true" : "";
          expect((await call(method, path + query, { body })).status).toBeLessThan(300);
          if (!isOverBefore) await call("GET", seenAt);
          advance(600_000);
          await call("GET", seenAt);
          // Whoever waited knows by now.
          await call("GET", seenAt);
        }
        expect(calls()).toEqual(writes.flatMap(([method, path, , seenAt]) => [`${method} ${path}`, `GET ${seenAt}`]));
      }, options);
    }
  });

  test("the log has with a write when the change ends that it began, and nothing where it began none", async () => {
    const work = async ({ call, patch, requests, state }: TestEmulator) => {
      patch({ op: "set", in: "timings", id: 1, fields: { changingPlugin: [20_000, 20_000] } });
      const path = "/instance/api/plugins";
      for (const plugin_name of ["broker_mqtt", "broker_stomp"]) {
        await call("POST", `${path}?async=true`, { body: { plugin_name } });
      }
      await call("POST", "/instance/api/webhooks", { body: webhook });
      const writes = requests().map(({ status, at, changesUntil }) => [status, changesUntil && changesUntil - at]);
      expect(writes).toEqual([
        [204, 20_000],
        [400, undefined],
        [201, undefined],
      ]);
      const [change] = state().plugins.flatMap((each) => each.change ?? []);
      expect(requests()[0]?.changesUntil).toBe(change?.endsAt);
    };
    await withEmulator(work, { clock: jumpingClock() });
  });
});
