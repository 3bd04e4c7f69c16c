import type { State } from "../../../provider/emulator";
import { expectError, expectNoErrors, expectSaid, lastingLines } from "../../helpers/outcomes";

import { it, withScene } from "./scene";

const logs = "/instance/api/integrations/logs";
const metrics = "/instance/api/integrations/metrics";
const system = "log_vendor_d";
const config = { apiKey: "the-key", region: "eu" };
const wire = { api_key: "the-key", region: "eu" };

/** One that somebody else made. */
const theirs = (more: Partial<State["logs"][number]> = {}) =>
  ({ op: "add", in: "logs", fields: { instance_id: 1001, type: system, config: wire, ...more } }) as const;

test("what the service says of a broken one is an output, and a warning after each write", () =>
  withScene(async ({ one, declared, emulator, only }) => {
    const broken = { match: { method: "GET", path: logs }, times: "always", fault: { merge: { error: "no access" } } };
    emulator.fault(broken as Parameters<typeof emulator.fault>[0]);
    const warning =
      "the service cannot use the integration: no access; check the config of the integration, and check your account at the system that receives the data. Then run pulumi refresh to see whether the integration works";
    const up = expectNoErrors(await one.up([declared(system, config)]));
    expect(up.lines).toEqual([expect.objectContaining({ severity: "warning", text: warning })]);
    expect(one.entry("one").outputs).toMatchObject({ error: "no access" });

    const update = expectNoErrors(await one.up([declared(system, { ...config, region: "us1" })]));
    expect(lastingLines(update)).toEqual(["config changes: region", warning]);
    expect(update.calls).toEqual(["GET /customer/api/instances/1001", `PUT ${logs}/${only("logs").id}`, `GET ${logs}`]);

    // Put right outside, and broken again: no change of what is declared.
    emulator.clearFaults();
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
    expect(one.entry("one").outputs).not.toHaveProperty("error");
    emulator.patch({ op: "set", in: "logs", id: only("logs").id, fields: { error: "" } });
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
    expect(one.entry("one").outputs).not.toHaveProperty("error");
  }));

it("a look that fails after the write undoes nothing", async ({ one, declared, emulator, only }) => {
  emulator.fault({ match: { method: "GET", path: logs }, skip: 1, times: "always", fault: { status: 500 } });
  const up = expectNoErrors(await one.up([declared(system, config)]));
  expectSaid(up, /whether the integration works \(GET \S+ answered 500[^;]*\): to look again, run pulumi refresh$/);
  emulator.clearFaults();
  expect(one.entry("one").id).toBe(`1001/logs/${only("logs").id}`);
  expect(expectNoErrors(await one.up([declared(system, config)])).requests).toBe(0);
});

test("where a look fails, state keeps what was taken out and may have stayed", () =>
  withScene(async ({ one, declared, emulator, only }) => {
    const up = (more: object) =>
      one.up([declared("metric_vendor_d", { environmentId: "e", accessToken: "t", ...more })]);
    expectNoErrors(await up({ tags: "a=b", queueRegex: "^q" }));
    emulator.fault({ match: { method: "GET", path: metrics }, times: "always", fault: { status: 500 } });
    const warned = lastingLines(expectNoErrors(await up({})));
    expect(warned).toEqual(["config changes: queueRegex, tags", expect.stringMatching(/^could not see whether/)]);
    expect(only("metrics").config).toEqual({ environment_id: "e", access_token: "t", queue_regex: "" });
    // The filter was cleared by name.
    expect(one.entry("one").outputs["config"]).toEqual({ environmentId: "e", accessToken: "t", tags: "a=b" });
    emulator.clearFaults();
    expect(expectNoErrors(await up({})).changes).toEqual(["update one"]);
    expect(expectNoErrors(await up({})).changes).toEqual([]);
  }));

test("the old parameters that a list still shows for a moment are waited out", () =>
  withScene(async ({ one, declared, emulator, only }) => {
    expectNoErrors(await one.up([declared(system, { ...config, tags: "a=b" })]));
    const old = JSON.stringify([{ ...only("logs"), config: { ...wire, tags: "a=b" } }]);
    emulator.fault({ match: { method: "GET", path: logs }, times: 3, fault: { raw: old } });
    const up = expectNoErrors(await one.up([declared(system, config)]));
    expect(lastingLines(up)).toEqual(["config changes: tags"]);
    expect(one.entry("one").outputs["config"]).toEqual(config);
  }));

test("four at once: each list is fetched once before and once after, the key is looked up once", () =>
  withScene(async ({ one, declared, emulator }) => {
    const program = (region: "eu" | "us1") => [
      declared(system, { ...config, region }, { name: "a" }),
      declared("log_vendor_e", { token: `token-${region}` }, { name: "b" }),
      declared("metric_vendor_c", { ...config, region }, { name: "c" }),
      declared("metric_vendor_d", { environmentId: "e", accessToken: `token-${region}` }, { name: "d" }),
    ];
    const up = expectNoErrors(await one.up(program("eu")));
    const lists = [`GET ${logs}`, `GET ${metrics}`];
    const key = "GET /customer/api/instances/1001";
    const count = (calls: string[]) => [key, ...lists].map((list) => calls.filter((call) => call === list).length);
    expect(count(up.calls)).toEqual([1, 2, 2]);
    expect(up.requests).toBe(9);
    const update = expectNoErrors(await one.up(program("us1")));
    expect(count(update.calls)).toEqual([1, 1, 1]);
    expect(update.requests).toBe(7);
    expect(expectNoErrors(await one.refresh()).calls.sort()).toEqual([key, ...lists].sort());
    expect(emulator.state().metrics).toHaveLength(2);
  }));

it("what the service adds, spells differently or defaults is no change", async ({ one, declared, emulator, only }) => {
  const declaredConfig = { environmentId: "4711", accessToken: "token", includeAdQueues: true };
  const program = [declared("metric_vendor_d", declaredConfig)];
  expectNoErrors(await one.up(program));
  const spelt = { environment_id: 4711, access_token: "token", include_ad_queues: "true", tags: "", queue_regex: null };
  const shown = { type: "metric_vendor_d", config: { ...spelt, interval: 60 }, account_id: "a" };
  const fault = { raw: JSON.stringify([{ id: only("metrics").id, ...shown }]) };
  emulator.fault({ match: { method: "GET", path: metrics }, times: "always", fault });
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  expect(one.entry("one").outputs).toMatchObject({ config: declaredConfig });
  expect(expectNoErrors(await one.up(program)).requests).toBe(0);
  // What says the same as leaving it out is no change either.
  const spelled = declared("metric_vendor_d", { ...declaredConfig, tags: "", queueRegex: "" });
  expect(expectNoErrors(await one.up([spelled])).requests).toBe(0);
});

test("a parameter that was changed, added or removed outside is drift, by name, and repaired", () =>
  withScene(async ({ one, declared, emulator, only }) => {
    const tagged = { ...config, tags: "env=production" };
    const held = { ...wire, tags: "env=production" };
    for (const [theirsNow, names] of [
      [{ ...held, region: "us1", api_key: "other" }, "apiKey, region"],
      [{ api_key: "the-key", region: "eu" }, "tags"],
      [{ api_key: "the-key", tags: "env=production" }, "region"],
    ] as const) {
      expectNoErrors(await one.up([declared(system, tagged)]));
      emulator.patch({ op: "set", in: "logs", id: only("logs").id, fields: { config: { ...theirsNow } } });
      const refreshed = expectNoErrors(await one.refresh());
      expect(refreshed.changes).toEqual(["drift one"]);
      expectSaid(refreshed, `config was changed outside Pulumi: ${names}; pulumi up --refresh changes it back`);
      const repaired = expectNoErrors(await one.up([declared(system, tagged)]));
      expect([repaired.changes, lastingLines(repaired)]).toEqual([["update one"], [`config changes: ${names}`]]);
      expect(only("logs").config).toEqual(held);
    }
  }));

test("a filter that is taken out is cleared once, and one that was never there is not sent", () =>
  withScene(async ({ one, declared, emulator }) => {
    const least = { environmentId: "e", accessToken: "token" };
    const sent = { environment_id: "e", access_token: "[secret]" };
    const puts = () => emulator.requests().flatMap(({ method, body }) => (method === "PUT" ? [body] : []));
    const up = async (more: object) => {
      emulator.clearRequests();
      expectNoErrors(await one.up([declared("metric_vendor_d", { ...least, ...more })]));
      return puts();
    };
    await up({ vhostRegex: "^shop", tags: "a=b" });
    expect(await up({ tags: "a=c" })).toEqual([{ ...sent, vhost_regex: "", tags: "a=c" }]);
    expect(await up({})).toEqual([sent]);
    expect(await up({ includeAdQueues: true })).toEqual([{ ...sent, include_ad_queues: true }]);
    expect(await up({ includeAdQueues: false, queueRegex: "^q" })).toEqual([
      { ...sent, include_ad_queues: false, queue_regex: "^q" },
    ]);
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  }));

it("of a system that takes anything, only what is declared is compared", async ({ one, declared, emulator, only }) => {
  const program = (parameters: object) => [declared("metric_vendor_h", { parameters, tags: "a=b" })];
  expectNoErrors(await one.up(program({ first: "1", second: "2" })));
  const id = only("metrics").id;
  const edit = (more: object) =>
    emulator.patch({ op: "set", in: "metrics", id, fields: { config: { ...only("metrics").config, ...more } } });
  edit({ third: "3" });
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  edit({ second: "theirs" });
  expect(expectNoErrors(await one.refresh()).changes).toEqual(["drift one"]);
  expectNoErrors(await one.up(program({ second: "2" })));
  expect(only("metrics").config).toEqual({ second: "2", tags: "a=b" });
});

it("another system, on either side, is another integration", async ({ one, declared, emulator }) => {
  expectNoErrors(await one.up([declared("log_vendor_e", { token: "token-a" })]));
  const up = await one.up([declared("log_vendor_f", { token: "token-a" })]);
  expect(up).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
  expect(emulator.state().logs.map(({ type }) => type)).toEqual(["log_vendor_f"]);
  expectNoErrors(await one.up([declared("metric_vendor_c_v3", { apiKey: "key-a" })]));
  const { logs: left, metrics: made } = emulator.state();
  expect([left, made.map(({ type }) => type)]).toEqual([[], ["metric_vendor_c_v3"]]);
  expect(one.entry("one").id).toMatch(/^1001\/metrics\/\d+$/);
});

it("an identical one that is there already is named and left alone", async ({ one, declared, emulator }) => {
  // The second differs in what is not declared.
  const [twin] = emulator.patch(theirs(), theirs({ config: { ...wire, tags: "a=b" } }));
  expect(lastingLines(expectNoErrors(await one.up([declared(system, config)])))).toEqual([
    `an identical integration exists already, so everything is sent twice: 1001/logs/${twin}; to add 1001/logs/${twin} to this stack, declare one more resource with the option { import: "1001/logs/${twin}" }. Do not do this if another stack manages 1001/logs/${twin}, or if this run replaces 1001/logs/${twin}`,
  ]);
  expectNoErrors(await one.destroy());
  expect(emulator.state().logs).toHaveLength(2);
});

describe("import", () => {
  const inRegion =
    /config: differs in region between the program and the imported Integration 1001\/logs\/\d+: first write the value of/;
  const otherSystem = { type: "log_vendor_e", config: { token: "the-key" } };
  test.each([
    ["the parameters", {}, { ...config, region: "us1" }, inRegion],
    ["the system", otherSystem, config, /system: is "log_vendor_d" in the program, but/],
  ])("a difference in %s is refused at preview by name", (_what, theirsMore, mine, text) =>
    withScene(async ({ one, declared, emulator }) => {
      const [id] = emulator.patch(theirs(theirsMore));
      const { errors, changes } = await one.up([declared(system, mine, { import: `1001/logs/${id}` })]);
      expect([errors, changes]).toEqual([[expect.stringMatching(text)], []]);
      expect(errors.join()).not.toContain("the-key");
    }),
  );

  it.each([
    ["1001/logs/999999", /there is no Integration with the id 1001\/logs\/999999 to import/],
    ["1001/webhooks/1", /^the id "1001\/webhooks\/1" is not valid for the type Integration: .* such as 123\/logs\/7$/],
    ["1001/metrics/../1", /write it in the form <instance>\/logs\/<number> or <instance>\/metrics\/<number>, such as/],
  ])("the id %s is refused", async ({ one, declared }, id, text) => {
    expectError(await one.up([declared(system, config, { import: id })]), expect.stringMatching(text));
  });
});

test("read without a declaration: all parameters, of a system that this version does not know too", () =>
  withScene(async ({ host, emulator }) => {
    const read = async (type: string, held: Record<string, string | boolean>) => {
      const [id] = emulator.patch({ op: "add", in: "metrics", fields: { instance_id: 1001, type, config: held } });
      const bag = { __provider: "require('pulumi-broker/host').integration", __get: true };
      const { props } = await host().handler("integration").read(`1001/metrics/${id}`, bag);
      return props?.["config"];
    };
    const usual = { include_ad_queues: false, queue_regex: "" };
    const shown = { api_key: "key", any_key: "60", is_new: true, ...usual };
    const parameters = { any_key: "60", is_new: "true" };
    expect(await read("metric_vendor_c_v3", shown)).toEqual({ apiKey: "key", parameters });
    expect(await read("metric_vendor_h", { any: "1", tags: "a=b", ...usual })).toEqual({
      parameters: { any: "1" },
      tags: "a=b",
    });
    expect(await read("metric_vendor_z", { any_key: "1" })).toEqual({ parameters: { any_key: "1" } });
  }));
