import { it, resource, sceneOf, withHandlers } from "../../helpers/handlers";
import { expectNoErrors, expectSaid, lastingLines, writesOf } from "../../helpers/outcomes";

const restart = "defaultVhost takes effect after a restart of the broker";

/** A clustered instance on a version that no catalogue shows any more. */
const { withScene: onOldBroker } = sceneOf(({ emulator }) => {
  emulator.patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "3.8.1" } });
  return {};
});

const on = (type: string, inputs: object) => [resource(type, "one", { instance: "1001", ...inputs })];

const maintained = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };
const raise = (what: string, version: string) =>
  `; ${what} needs broker version ${version} or later: raise rmqVersion of instance 1001 to the needed version, or remove ${what} from the program`;

describe("a refusal by a broker of which no state tells ends with what to do", () => {
  const timed = { heartbeat: 60, consumerTimeout: 20_000 };
  const measured = { "broker.consumer_timeout": 20_000, prometheusReturnPerObjectMetrics: true };
  const leaveOut =
    '; automatic updates exist only for brokers with the software "alternative": leave automaticUpdates out';
  test.each<[string, object, object, string]>([
    ["brokerConfig", { config: { heartbeat: 60 } }, { config: timed }, raise("consumerTimeout", "3.8.15")],
    ["brokerConfig", { config: { heartbeat: 60 } }, { config: measured }, raise("consumerTimeout", "3.8.15")],
    ["maintenanceSettings", maintained, { ...maintained, automaticUpdates: true }, leaveOut],
  ])("%s from %j to %j", (type, before, after, advice) =>
    onOldBroker(async ({ stack, one }) => {
      const [made] = (await stack().up(on(type, after))).errors;
      expect(made).toContain(" answered 400: ");
      expect(made?.endsWith(advice)).toBe(true);
      expectNoErrors(await one.up(on(type, before)));
      const [changed] = (await one.up(on(type, after))).errors;
      expect(changed?.endsWith(advice)).toBe(true);
    }),
  );

  test("an integration, made and changed", () =>
    onOldBroker(async ({ emulator, one, stack }) => {
      const scrape = (apiKey: string) => on("integration", { system: "metric_vendor_f_v3", config: { apiKey } });
      const advice = raise("metric_vendor_f_v3", "3.10.0");
      const [made] = (await stack().up(scrape("a"))).errors;
      expect(made?.endsWith(advice)).toBe(true);
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "3.10.0" } });
      expectNoErrors(await one.up(scrape("a")));
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "3.8.1" } });
      const [changed] = (await one.up(scrape("b"))).errors;
      expect(changed).toContain("PUT /api/integrations/metrics/");
      expect(changed?.endsWith(advice)).toBe(true);
    }));

  test("a setting of which only the service says what it needs", () =>
    onOldBroker(async ({ emulator, one }) => {
      const path = "/instance/api/config";
      const list = [{ name: "broker.other", type: "int", desc: "", default: 1, version_requirement: "3.9.2" }];
      const answer = { status: 400, body: { message: "Not supported by this version" } };
      const listed = { raw: JSON.stringify(list) };
      emulator.fault({ match: { method: "GET", path: `${path}/available_settings` }, times: 1, fault: listed });
      emulator.fault({ match: { method: "PUT", path }, times: 1, fault: answer });
      const [refusal] = (await one.up(on("brokerConfig", { config: { heartbeat: 60, "broker.other": 2 } }))).errors;
      expect(refusal?.endsWith(raise("broker.other", "3.9.2"))).toBe(true);
    }));

  test("what is refused for another reason is not said to need another broker", () =>
    onOldBroker(async ({ emulator, one }) => {
      const answer = { status: 400, body: { message: "broker.consumer_timeout: Must be at most 100" } };
      emulator.fault({ match: { method: "PUT", path: "/instance/api/config" }, times: 1, fault: answer });
      const [refusal] = (await one.up(on("brokerConfig", { config: { consumerTimeout: 20_000 } }))).errors;
      expect(refusal).toMatch(/Must be at most 100.*; correct the arguments, then run again$/);
    }));
});

describe("the settings of an Instance", () => {
  const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: [] };
  const declare = (inputs: object) => [resource("instance", "one", { ...shop, ...inputs })];
  const config = { consumerTimeout: 20_000 };

  it("are checked against the declared version of a new one", async ({ stack, emulator }) => {
    const before = emulator.state().instances.length;
    expect((await stack().up(declare({ rmqVersion: "3.8.1", config }))).errors).toEqual([
      "config: consumerTimeout needs broker version 3.8.15 or later, but the instance has version 3.8.1: raise rmqVersion of the instance first",
    ]);
    expect(emulator.state().instances).toHaveLength(before);
  });

  it("are checked against the version in state, unless this run raises it", async ({ one, emulator }) => {
    expectNoErrors(await one.up(declare({})));
    const id = Number(one.entry("one").id);
    emulator.patch({ op: "set", in: "instances", id, fields: { rmq_version: "3.8.1" } });
    expectNoErrors(await one.refresh());
    const run = await one.up(declare({ config }));
    expect(run.errors).toEqual([
      'Instance "one": config: consumerTimeout needs broker version 3.8.15 or later, but the instance has version 3.8.1: raise rmqVersion of the instance first',
    ]);
    expect(writesOf(run)).toEqual([]);
    // Nothing is said of what needs no version.
    expectNoErrors(await one.up(declare({ config: { heartbeat: 60 } })));
    expectNoErrors(await one.up(declare({ config, rmqVersion: "3.12.13" })));
    expect(emulator.state().instances.find((each) => each.id === id)?.config).toMatchObject({
      "broker.consumer_timeout": 20_000,
    });
  });

  it("name a restart for a new vhost, made and changed, and once only", async ({ one }) => {
    expect(lastingLines(expectNoErrors(await one.up(declare({ config: { defaultVhost: "a" } }))))).toContain(restart);
    const renamed = expectNoErrors(await one.up(declare({ name: "other", config: { defaultVhost: "a" } })));
    expect(lastingLines(renamed)).not.toContain(restart);
    const changed = expectNoErrors(await one.up(declare({ name: "other", config: { defaultVhost: "b" } })));
    expect(lastingLines(changed).filter((text) => text === restart)).toEqual([restart]);
    expect(lastingLines(expectNoErrors(await one.refresh()))).not.toContain(restart);
  });
});

test("a BrokerConfig names a restart for a new vhost, made and changed", () =>
  onOldBroker(async ({ one }) => {
    const declare = (defaultVhost: string) => on("brokerConfig", { config: { defaultVhost } });
    expect(lastingLines(expectNoErrors(await one.up(declare("a"))))).toEqual([restart]);
    expect(lastingLines(expectNoErrors(await one.up(declare("a"))))).toEqual([]);
    expectSaid(expectNoErrors(await one.up(declare("b"))), restart, "changes in place: config.defaultVhost a → b");
  }));

test("a setting that is not in this package's table is sent as the type that the service lists for it", () =>
  withHandlers(async ({ emulator, one }) => {
    const config = { "broker.log_exchange_level": 42, "message_interceptors.timestamp_overwrite": "true" };
    const { calls } = expectNoErrors(await one.up(on("brokerConfig", { config })));
    expect(calls.slice(1)).toEqual(["GET /instance/api/config/available_settings", "PUT /instance/api/config"]);
    expect(emulator.requests().at(-1)?.body).toEqual({
      "broker.log_exchange_level": "42",
      "message_interceptors.timestamp_overwrite": true,
    });
    // What the table has needs no look.
    const more = { ...config, heartbeat: 60 };
    expect(expectNoErrors(await one.up(on("brokerConfig", { config: more }))).calls).not.toContain(
      "GET /instance/api/config/available_settings",
    );
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  }));
