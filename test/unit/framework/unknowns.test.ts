import * as pulumi from "@pulumi/pulumi";
import * as unknowns from "../../../provider/framework/kind/values";

const { allUnknowns, hasUnknown, isUnknown, isUnknownAt, unknownString, valueAt } = unknowns;

test("there are seven sentinels, and the SDK's own is the first of them", () => {
  expect(new Set(allUnknowns).size).toBe(7);
  expect(unknownString).toBe(pulumi.runtime.unknownValue);
  expect(allUnknowns).toContain(unknownString);
});

describe.each(allUnknowns)("%s", (unknown) => {
  test.each<[string, unknown]>([
    ["itself", unknown],
    ["in an array", ["a", unknown]],
    ["in an object", { a: unknown }],
    ["deep inside", { a: [{ b: [[{ c: unknown }]] }] }],
  ])("is found: %s", (_what, value) => expect(hasUnknown(value)).toBe(true));

  test("is only itself, and known at no path but its own and those below", () => {
    expect(isUnknown(unknown)).toBe(true);
    expect(isUnknown(`${unknown} `)).toBe(false);
    expect(isUnknown([unknown])).toBe(false);
    const root = { a: [unknown, { b: unknown }], c: "known" };
    const below = [
      ["a", 0],
      ["a", 0, "below", 3],
      ["a", 1, "b"],
    ];
    expect(below.filter((path) => !isUnknownAt(root, path))).toEqual([]);
    const beside = [["a"], ["c"], ["c", "below"], ["nothing", "there"]];
    expect(beside.filter((path) => isUnknownAt(root, path))).toEqual([]);
    expect(isUnknownAt(unknown, [])).toBe(true);
  });
});

test.each<[unknown]>([["text"], [""], [0], [null], [undefined], [[]], [{}], [{ a: ["04da6b54"] }]])(
  "none: %p",
  (value) => expect(hasUnknown(value)).toBe(false),
);

test("a value is found by its path", () => {
  const root = { a: [{ b: 1 }], c: null };
  expect(valueAt(root, ["a", 0, "b"])).toBe(1);
  expect(valueAt(root, [])).toBe(root);
  expect(valueAt(root, ["c", "d"])).toBeUndefined();
  expect(valueAt(root, ["a", 7])).toBeUndefined();
});
