import { brokerSettings } from "../../../provider/emulator/nouns/config";
import { basic } from "../../helpers/emulator";
import { it, tookMs, wrong } from "./scene";

const path = "/instance/api/config";

// As GET shows it for a new instance: what was never set has a value all the same.
const initial = {
  "broker_prometheus.return_per_object_metrics": "false",
  "broker.heartbeat": 120,
  "broker.channel_max": 128,
  "broker.consumer_timeout": 7_200_000,
  "broker.vm_memory_high_watermark": 0.81,
  "broker.queue_index_embed_msgs_below": 4096,
  "broker_mqtt.exchange": "amq.topic",
  "broker.default_vhost": "/",
  "broker.connection_max": "infinity",
  "broker.max_message_size": 134_217_728,
  "broker.log_exchange_level": "error",
  "message_interceptors.timestamp_overwrite": "false",
};

describe("the configuration", () => {
  it("shows values of mixed types, after 4 s, on both broker softwares", async (emulator) => {
    for (const { apiKey: key } of emulator.instances) {
      const { status, body } = await emulator.call("GET", path, { key });
      expect([status, body]).toEqual([200, initial]);
      expect(tookMs(emulator, -1)).toBe(4_000);
    }
  });

  it("takes 13 s to change, and changes in what was sent only, of this instance only", async (emulator) => {
    const { call, instances } = emulator;
    const sent = {
      "broker.channel_max": 64,
      "broker.consumer_timeout": false,
      "broker.vm_memory_high_watermark": 0.5,
      "broker_mqtt.exchange": "topics",
      "broker_prometheus.return_per_object_metrics": true,
      "broker.connection_max": 10,
    };
    const updated = { status: 200, body: { success: "Broker config has been updated" } };
    expect(await call("PUT", path, { body: sent })).toMatchObject(updated);
    expect(tookMs(emulator, -1)).toBe(13_000);
    const changed = { ...initial, ...sent, "broker.consumer_timeout": "false" };
    expect((await call("GET", path)).body).toEqual(changed);
    await call("PUT", path, { body: { "broker.connection_max": 0 } });
    expect((await call("GET", path)).body).toEqual({ ...changed, "broker.connection_max": "infinity" });
    expect((await call("GET", path, { key: instances[1]!.apiKey })).body).toEqual(initial);
  });

  it.each([
    ["broker.nothing", 1, "Unknown field"],
    ["broker.heartbeat", -1, "Must be at least 0"],
    ["broker.heartbeat", 1.5, "Must be an integer"],
    ["broker.heartbeat", "120", "Must be a number"],
    ["broker.heartbeat", null, "Must be a number"],
    ["broker.consumer_timeout", 9_999, "Must be at least 10000"],
    ["broker.consumer_timeout", 25_000_001, "Must be at most 25000000"],
    ["broker.consumer_timeout", true, "Must be false or an integer"],
    ["broker.vm_memory_high_watermark", 0.39, "Must be at least 0.4"],
    ["broker.vm_memory_high_watermark", 0.91, "Must be at most 0.9"],
    ["broker.queue_index_embed_msgs_below", 10_485_761, "Must be at most 10485760"],
    ["broker_mqtt.exchange", 1, "Must be a string"],
    ["broker_mqtt.exchange", "", "Can't be empty"],
    ["broker_prometheus.return_per_object_metrics", "false", "Must be true or false"],
    ["broker.connection_max", "none", "Must be infinity or an integer of at least 0"],
    ["broker.max_message_size", -1, "Must be at least 0"],
  ])("refuses %s: %p", async ({ call }, name, value, text) => {
    const body = { "broker.channel_max": 1, [name]: value };
    expect(await call("PUT", path, { body })).toMatchObject(wrong({ [name]: text }));
    expect((await call("GET", path)).body).toEqual(initial);
  });

  it("takes a form too, false and infinity in it", async ({ call, instances, url }) => {
    const put = async (body: string) => {
      const authorization = basic(instances[0]!.apiKey);
      const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
      return (await fetch(url + path, { method: "PUT", headers, body })).status;
    };
    const shown = async () => {
      const values = (await call("GET", path)).body as Record<string, unknown>;
      return [values["broker.consumer_timeout"], values["broker.connection_max"]];
    };
    expect(await put("broker.consumer_timeout=20000&broker.connection_max=infinity")).toBe(200);
    expect(await shown()).toEqual([20_000, "infinity"]);
    expect(await put("broker.consumer_timeout=false&broker.connection_max=12")).toBe(200);
    expect(await shown()).toEqual(["false", 12]);
    expect(await put("broker.consumer_timeout=soon")).toBe(400);
  });

  it("takes the bounds themselves", async ({ call }) => {
    for (const end of ["min", "max"] as const) {
      const bound = brokerSettings.filter((each) => each[end] !== undefined);
      const body = Object.fromEntries(bound.map((each) => [each.name, each[end]]));
      expect(Object.keys(body).length).toBe(end === "min" ? 5 : 3);
      expect((await call("PUT", path, { body })).status).toBe(200);
      expect((await call("GET", path)).body).toMatchObject(body);
    }
  });

  it("takes settings that the specification does not list, and infinity", async ({ call }) => {
    const changed = { "message_interceptors.timestamp_overwrite": true, "broker.connection_max": 7 };
    expect((await call("PUT", path, { body: changed })).status).toBe(200);
    expect((await call("GET", path)).body).toEqual({ ...initial, ...changed });
    expect((await call("PUT", path, { body: { "broker.connection_max": "infinity" } })).status).toBe(200);
    expect((await call("GET", path)).body).toMatchObject({ "broker.connection_max": "infinity" });
  });

  it("can leave out what was never set, and what the specification does not list", async ({ call, patch }) => {
    patch({ op: "set", in: "dialects", id: 1, fields: { shows_unset: false } });
    const shown = (await call("GET", path)).body as Record<string, unknown>;
    expect(Object.keys(shown)).toHaveLength(brokerSettings.length);
    expect(shown).toMatchObject({ "broker.heartbeat": 120, "broker.channel_max": null });
  });

  it("leaves out what the clustered broker's version does not know", async ({ call, instances, patch }) => {
    patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { rmq_version: "3.8.9" } });
    const names = Object.keys((await call("GET", path)).body as object);
    expect(names).toEqual(Object.keys(initial).filter((each) => each !== "broker.consumer_timeout"));
    const tooNew = wrong({ "broker.consumer_timeout": "Requires a newer broker version" });
    expect(await call("PUT", path, { body: { "broker.consumer_timeout": 10_000 } })).toMatchObject(tooNew);
  });

  it("comes with a list of its settings: type, default, bounds and the version that they need", async ({ call }) => {
    const settings = (await call("GET", `${path}/available_settings`)).body as { name: string; desc: string }[];
    expect(settings.map(({ name }) => name)).toEqual(Object.keys(initial));
    expect(settings.map(({ desc: _, ...rest }) => Object.values(rest).slice(1))).toEqual([
      ["boolean", false, "3.8.0"],
      ["int", 120, 0],
      ["int", 128, 0],
      ["int", 900_000, 10_000, 25_000_000, "3.8.15"],
      ["float", 0.81, 0.4, 0.9],
      ["int", 4_096, 0, 10_485_760],
      ["symbol", "amq.topic"],
      ["symbol", "/"],
      ["int", null],
      ["int", null],
      ["symbol", "error"],
      ["boolean", false],
    ]);
    expect(settings.filter(({ desc }) => !desc)).toEqual([]);
  });
});
