import { durationMs, explainTimeouts, timeoutMs } from "../../../provider/framework/kind/timeouts";

test.each<[string, number | undefined]>([
  ["5s", 5_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["250ms", 250],
  ["1m0.5s", 60_500],
  [" 2m ", undefined],
  [".5h", 1_800_000],
  ["2.m", 120_000],
  ["0", 0],
  ["0s", 0],
  ["+5s", 5_000],
  ["1d", undefined],
  ["1us", 0.001],
  ["1µs", 0.001],
  ["1μs", 0.001],
  ["1ns", 0.000001],
  ["", undefined],
  ["5", undefined],
  ["s", undefined],
  ["5 s", undefined],
  ["-5s", -5_000],
  ["--5s", undefined],
  ["5s!", undefined],
  ["five", undefined],
])("%p is %p ms", (text, expected) => {
  const found = durationMs(text);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 9);
});

const minute = 60_000;

test.each<["create" | "update" | "delete", Parameters<typeof timeoutMs>[1], Parameters<typeof timeoutMs>[2], number]>([
  ["create", undefined, undefined, 60 * minute],
  ["update", undefined, undefined, 180 * minute],
  ["delete", undefined, undefined, 30 * minute],
  ["create", undefined, { create: 5 }, 5 * minute],
  ["create", { create: "10s" }, { create: 5 }, 10_000],
  ["create", { delete: "10s" }, { create: 5 }, 5 * minute],
  ["delete", { create: "10s" }, { create: 5 }, 30 * minute],
  ["update", { update: "nonsense" }, { update: 7 }, 7 * minute],
  ["update", { update: "0s" }, { update: 7 }, 7 * minute],
  ["update", { update: "-5m" }, { update: 7 }, 7 * minute],
  ["create", undefined, { create: ({ size }) => Number(size) * 2 }, 14 * minute],
  ["create", { create: "10s" }, { create: ({ size }) => Number(size) * 2 }, 10_000],
])("%s with %p and %p", (operation, given, own, expected) => {
  expect(timeoutMs(operation, given, own, { size: 7 })).toBe(expected);
});

const noDuration = 'must be a duration in hours, minutes and seconds, such as "24h" or "1m30s"';

test.each<[object, string | undefined]>([
  [{}, undefined],
  [{ create: "24h", update: "0s", delete: "" }, undefined],
  [{ create: undefined, read: "5m" }, undefined],
  [{ create: "5m", delete: "1d" }, `customTimeouts.delete ${noDuration}, but is "1d"`],
])("of %p the engine refuses %p", (given, expected) => expect(explainTimeouts(given)).toBe(expected));
