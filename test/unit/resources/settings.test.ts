import fc from "fast-check";
import { brokerConfigSchema } from "../../../provider/api/nouns/broker";
import { sameValue } from "../../../provider/framework/kind/values";
import {
  changedSettings,
  explainTypos,
  sameSetting,
  seenSettings,
  settingsMarks,
  settingsRule,
  settingsSchema,
  wireName,
} from "../../../provider/resources/shared/settings";

test.each<[string, string | number | boolean, string | number | boolean, boolean]>([
  ["broker.connection_max", "infinity", 0, true],
  ["broker.channel_max", "infinity", 0, false],
  ["broker.consumer_timeout", "false", false, true],
  ["broker_prometheus.return_per_object_metrics", "true", true, true],
  ["broker.heartbeat", "120", 120, true],
  ["broker.vm_memory_high_watermark", "0.81", 0.81, true],
  ["broker.heartbeat", 0, false, false],
  ["broker_mqtt.exchange", "amq.topic", "amq.direct", false],
  ["broker_mqtt.exchange", "007", "7", false],
  ["broker_mqtt.exchange", "true", "1", false],
  ["broker_mqtt.exchange", "42", 42, true],
  ["message_interceptors.incoming", "42", 42, true],
  ["message_interceptors.incoming", "false", false, true],
  ["message_interceptors.incoming", "007", "7", false],
])("spellings of %s: %p and %p", (name, a, b, same) => {
  expect(sameSetting(name, a, b)).toBe(same);
  expect(sameValue(settingsMarks, { [name]: a }, { [name]: b })).toBe(same);
});

test("a setting under its two names is one", () => {
  expect(wireName("heartbeat")).toBe("broker.heartbeat");
  expect(wireName("broker.heartbeat")).toBe("broker.heartbeat");
  expect(sameValue(settingsMarks, { heartbeat: 60 }, { "broker.heartbeat": 60 })).toBe(true);
  expect(settingsRule.refuses({ config: { heartbeat: 60, "broker.heartbeat": 60 } })).toMatch(/under two names/);
  expect(settingsRule.refuses({ config: { heartbeat: 60, "broker.other_thing": 60 } })).toBeUndefined();
});

test.each(["broker.other_thing", "message_interceptors.incoming.set-header", "a.b"])("%s passes as a name", (name) => {
  expect(settingsRule.refuses({ config: { [name]: 1 } })).toBeUndefined();
});

const noNames = ["toString", "hearbeat", "heart_beat", "broker.", ".heartbeat", "__proto__.x", "a b.c", "a/b.c"];
test.each(noNames)("%s is no name of a setting", (name) => {
  expect(settingsRule.refuses({ config: { [name]: 1 } })).toContain(`has unknown settings: "${name}"`);
});

test("a name that is nearly that of a listed setting is refused with that one, unless the program had it before", () => {
  const none = (name: string) => `the service has no setting "${name}": did you mean`;
  expect(explainTypos({ "broker.hartbeat": 60 }, undefined)).toBe(`${none("broker.hartbeat")} "broker.heartbeat"?`);
  expect(explainTypos({ "broker.channelMax": 1 }, {})).toBe(`${none("broker.channelMax")} "broker.channel_max"?`);
  expect(explainTypos({ "broker.hartbeat": 60 }, { "broker.hartbeat": 50 })).toBeUndefined();
  for (const name of ["broker.heartbeat", "heartbeat", "broker.channel_max_per_node", "other.heartbeat"])
    expect(explainTypos({ [name]: 60 }, undefined)).toBeUndefined();
  expect(settingsRule.refuses({ config: { hartbeat: 60 } })).toContain("did you mean heartbeat?");
});

test("a setting keeps its type, whatever the service shows it as", () => {
  const others = { "broker.default_vhost": "007", "a.symbol": "42", "a.number": 7, "a.flag": true };
  const declared = { mqttExchange: "42", ...others };
  expect(changedSettings({}, declared).set).toEqual({ "broker_mqtt.exchange": "42", ...others });
  const shown = { "broker_mqtt.exchange": 42, "broker.default_vhost": "7" };
  const wire = { ...shown, "a.symbol": 42, "a.number": "7", "a.flag": "true" };
  expect(seenSettings(wire, declared)).toEqual({ ...declared, "broker.default_vhost": "7" });
});

test("no limit of connections is sent as it is written, and both spellings mean the same", () => {
  for (const connectionMax of [0, "infinity"]) {
    const sent = { "broker.connection_max": connectionMax };
    expect(changedSettings({ connectionMax: 5 }, { connectionMax }).set).toEqual(sent);
    for (const seen of [0, "infinity"])
      expect(changedSettings({ connectionMax: seen }, { connectionMax }).set).toEqual({});
  }
  expect(seenSettings({ "broker.connection_max": "infinity" }, undefined)).toEqual({ connectionMax: "infinity" });
});

test.each([
  [{ "broker.heartbeat": 60 }, true],
  [{ "message_interceptors.incoming": "x" }, true],
  [{}, false],
  [{ error: "no" }, false],
  [{ message: "no", error_code: 40001 }, false],
  [{ errors: [{ "broker.heartbeat": "no" }] }, false],
])("%j as settings of a broker", (answer, isSettings) => {
  expect(brokerConfigSchema.safeParse(answer).success).toBe(isSettings);
});

test("of what is seen, only the declared, under the declared names; what is unset is left out", () => {
  const wire = { "broker.heartbeat": 60, "broker.channel_max": "128", "broker.max_message_size": null };
  const declared = { heartbeat: 1, "broker.channel_max": 1, maxMessageSize: 1 };
  expect(seenSettings(wire, declared)).toEqual({ heartbeat: 60, "broker.channel_max": 128 });
  expect(seenSettings(wire, undefined)).toEqual({ heartbeat: 60, channelMax: 128 });
});

test("what differs is sent under the service's names, and what was taken out is told with its value", () => {
  const seen = { heartbeat: 60, channelMax: 128, connectionMax: 0 };
  expect(changedSettings(seen, { "broker.heartbeat": 60, channelMax: 256 })).toEqual({
    set: { "broker.channel_max": 256 },
    removed: { "broker.connection_max": 0 },
  });
});

test("nothing is sent for what is so already, whatever the names", () => {
  const settings = fc.dictionary(
    fc.constantFrom("heartbeat", "channelMax", "mqttExchange", "broker.any_other"),
    fc.oneof(fc.nat(), fc.boolean(), fc.string()),
  );
  fc.assert(
    fc.property(settings, (declared) => {
      const wire = Object.fromEntries(Object.entries(declared).map(([name, value]) => [wireName(name), value]));
      expect(changedSettings(seenSettings(wire, declared), declared)).toEqual({ set: {}, removed: {} });
      expect(changedSettings({}, declared).removed).toEqual({});
    }),
  );
});

test.each([
  ["heartbeat", [0, 120], [-1, 1.5, "60"]],
  ["consumerTimeout", [10_000, 25_000_000, false], [9_999, 25_000_001, true]],
  ["vmMemoryHighWatermark", [0.4, 0.9], [0.39, 0.91]],
  ["queueIndexEmbedMsgsBelow", [0, 10_485_760], [-1, 10_485_761]],
  ["mqttExchange", ["amq.topic"], ["", 1]],
  ["prometheusReturnPerObjectMetrics", [true, false], ["true", 1]],
  ["connectionMax", [0, 1, "infinity"], [-1, "none"]],
])("the bounds of %s, under both its names", (setting, good, bad) => {
  for (const name of [setting, wireName(setting)]) {
    for (const value of good) expect(settingsSchema().safeParse({ [name]: value }).success).toBe(true);
    for (const value of bad)
      expect([name, value, settingsSchema().safeParse({ [name]: value }).success]).toEqual([name, value, false]);
  }
});
