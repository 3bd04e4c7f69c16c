import fc from "fast-check";
import { sameValue } from "../../../provider/framework/values";
import {
  changedSettings,
  sameSetting,
  seenSettings,
  settingsMarks,
  settingsRule,
  settingsSchema,
  wireName,
} from "../../../provider/resources/settings";

describe("what the service shows in several spellings", () => {
  test.each<[string, string | number | boolean, string | number | boolean, boolean]>([
    ["broker.connection_max", "infinity", 0, true],
    ["broker.channel_max", "infinity", 0, false],
    ["broker.consumer_timeout", "false", false, true],
    ["broker_prometheus.return_per_object_metrics", "true", true, true],
    ["broker.heartbeat", "120", 120, true],
    ["broker.vm_memory_high_watermark", "0.81", 0.81, true],
    ["broker.heartbeat", 0, false, false],
    ["broker_mqtt.exchange", "amq.topic", "amq.direct", false],
  ])("%s: %p and %p", (name, a, b, same) => {
    expect(sameSetting(name, a, b)).toBe(same);
    expect(sameValue(settingsMarks, { [name]: a }, { [name]: b })).toBe(same);
  });
});

test("a setting under its two names is one", () => {
  expect(wireName("heartbeat")).toBe("broker.heartbeat");
  expect(wireName("broker.heartbeat")).toBe("broker.heartbeat");
  expect(sameValue(settingsMarks, { heartbeat: 60 }, { "broker.heartbeat": 60 })).toBe(true);
  expect(settingsRule.refuses({ config: { heartbeat: 60, "broker.heartbeat": 60 } })).toMatch(/under two names/);
  expect(settingsRule.refuses({ config: { heartbeat: 60, "broker.other_thing": 60 } })).toBeUndefined();
  expect(settingsRule.refuses({ config: { toString: 1 } })).toMatch(/knows no setting "toString"/);
});

test("of what is seen, only the declared, under the declared names; what is unset is left out", () => {
  const wire = { "broker.heartbeat": 60, "broker.channel_max": "128", "broker.max_message_size": null };
  expect(seenSettings(wire, { heartbeat: 1, "broker.channel_max": 1, maxMessageSize: 1 })).toEqual({
    heartbeat: 60,
    "broker.channel_max": 128,
  });
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
])("the bounds of %s", (name, good, bad) => {
  for (const value of good) expect(settingsSchema.safeParse({ [name]: value }).success).toBe(true);
  for (const value of bad) expect([value, settingsSchema.safeParse({ [name]: value }).success]).toEqual([value, false]);
});
