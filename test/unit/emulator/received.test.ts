import { it, withEmulator } from "../../helpers/emulator";
import { hooks, run, vpc, vpcs, webhook } from "./scene";

describe("what was received", () => {
  it("is listed with status, times, instance and body, and cleared", async ({ call, instances }) => {
    await call("GET", "/customer/api/regions?provider=provider-a");
    await call("POST", hooks, { body: webhook });
    await call("GET", "/customer/api/nothing", { key: "wrong" });
    const { body } = await call("GET", "/_emulator/requests");
    const each = { poll: false, at: expect.any(Number), answeredAt: expect.any(Number) };
    const logged = { ...webhook, webhook_uri: "[secret]" };
    expect(body).toEqual([
      { ...each, method: "GET", path: "/customer/api/regions", query: "provider=provider-a", status: 200 },
      { ...each, method: "POST", path: hooks, status: 201, instance: instances[0]!.id, body: logged },
      { ...each, method: "GET", path: "/customer/api/nothing", status: 401 },
    ]);
    expect((await call("DELETE", "/_emulator/requests")).status).toBe(204);
    expect((await call("GET", "/_emulator/requests")).body).toEqual([]);
  });

  it("holds no secret of any request, whatever its form and whatever becomes of it", async (on) => {
    const { call, apiKey, instances, requests } = on;
    const plain = { value: "canary-1", password: "canary-2", api_key: "canary-3", secret_access_key: "canary-4" };
    const secrets = { ...plain, nested: { token: "canary-5", list: [{ private_key: "canary-6" }] } };
    await call("POST", "/instance/api/alarms/recipients", { body: secrets });
    await call("POST", "/instance/api/alarms/recipients", { body: [secrets], key: "wrong-canary" });
    await call("POST", hooks, { body: webhook, headers: { "content-type": "text/plain" } });
    await call("POST", hooks, { body: webhook, headers: { "content-type": "application/x-www-form-urlencoded" } });
    const log = JSON.stringify(requests());
    for (const secret of ["canary", apiKey, instances[0]!.apiKey]) expect(log).not.toContain(secret);
    expect(log).toContain('"nested":"[secret]"');
  });

  const hidden = "[secret]";
  const recipients = "/instance/api/alarms/recipients";
  const integrations = "/instance/api/integrations";
  it.each([
    ["POST", "/customer/api/team/invite", { email: "c@d.e", role: "admin" }, { email: hidden, role: "admin" }],
    ["POST", "/customer/api/team/remove", { email: "c@d.e" }, { email: hidden }],
    ["PUT", `${recipients}/4001`, { options: { a: 1, key: 2 } }, { options: { a: 1, key: hidden } }],
    ["POST", recipients, { type: "x", value: "v" }, { type: "x", value: hidden }],
    ["PUT", `${hooks}/21`, { ...webhook, note: "c" }, { ...webhook, webhook_uri: hidden, note: hidden }],
    ["POST", `${integrations}/logs/log_vendor_h`, { token: "c", host: "h", a: 1 }, { token: hidden, host: "h", a: 1 }],
    ["POST", `${integrations}/metrics/metric_vendor_h`, { b_uri: "c", a: 1 }, { b_uri: hidden, a: 1 }],
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
    const lookAfter = async (...waits: number[]) => {
      for (const ms of waits) {
        advance(ms);
        await call("GET", path);
      }
    };
    await lookAfter(0, 0, 120_000, 0);
    await call("DELETE", path);
    await lookAfter(0, 20_000, 0);
    const gets = requests().filter(({ method }) => method === "GET");
    const seen = gets.map(({ status, poll }) => `${status}${poll ? " poll" : ""}`);
    expect(seen).toEqual(["400 poll", "400 poll", "200 poll", "200", "200 poll", "404 poll", "404"]);
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

  test("the log has with a write when the change ends that it began, and nothing where it began none", () =>
    run(async ({ call, patch, requests, state }) => {
      patch({ op: "set", in: "timings", id: 1, fields: { changingPlugin: [20_000, 20_000] } });
      const path = "/instance/api/plugins";
      for (const plugin_name of ["broker_mqtt", "broker_stomp"])
        await call("POST", `${path}?async=true`, { body: { plugin_name } });
      await call("POST", "/instance/api/webhooks", { body: webhook });
      expect(requests().map(({ status }) => status)).toEqual([204, 400, 201]);
      const ends = requests().map(({ at, changesUntil }) => changesUntil && changesUntil - at);
      expect(ends).toEqual([20_000, undefined, undefined]);
      const [change] = state().plugins.flatMap((each) => each.change ?? []);
      expect(requests()[0]?.changesUntil).toBe(change?.endsAt);
    }));
});
