import fc from "fast-check";
import type { FieldMarks } from "../../../provider/framework/kind/marks";
import { canonical, sameValue, sendable } from "../../../provider/framework/kind/values";

test.each<[unknown, unknown]>([
  [{ a: 1, b: undefined, c: null, d: () => 1 }, { a: 1 }],
  [{ a: { b: undefined, c: [{ d: null, e: 1 }] } }, { a: { c: [{ e: 1 }] } }],
  [
    [1, undefined, 2],
    [1, null, 2],
  ],
  ["text", "text"],
  [0, 0],
  [false, false],
])("sendable: %p", (value, expected) => expect(sendable(value)).toStrictEqual(expected));

test("sendable: nothing undefined is left at any depth", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(undefined), fc.constant(null));
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("tree")), fc.dictionary(fc.string(), tie("tree"))),
  }));
  const holdsUndefined = (value: unknown): boolean =>
    value === undefined || (value !== null && typeof value === "object" && Object.values(value).some(holdsUndefined));
  fc.assert(fc.property(tree, (value) => !holdsUndefined(sendable({ value }))));
});

test.each<[unknown, string]>([
  [undefined, "null"],
  [null, "null"],
  [{ b: 1, a: [true, "x"] }, '{"a":[true,"x"],"b":1}'],
  [{ a: undefined, b: null }, "{}"],
  [[null, undefined], "[null,null]"],
  ["1", '"1"'],
  [1, "1"],
])("canonical: %p", (value, expected) => expect(canonical(value)).toBe(expected));

const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

test.each<[FieldMarks, unknown, unknown, boolean]>([
  [{}, { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{}, [1, 2], [2, 1], false],
  [{}, undefined, null, true],
  [{}, "1", 1, false],
  [{}, undefined, "", false],
  [{ set: true }, [1, 2, 2], [2, 1], true],
  [{ set: true }, [1, 2], [1], false],
  [{ set: true }, [{ a: 1, b: 2 }], [{ b: 2, a: 1 }], true],
  [{ set: true }, [["a", "b"]], [["b", "a"]], false],
  [{ set: true }, [], undefined, false],
  [{ normal: lower }, "A", "a", true],
  [{ normal: lower, set: true }, ["A", "b"], ["B", "a"], true],
  [{ normal: lower, set: true }, ["A"], ["c"], false],
])("sameValue with %p: %p and %p", (marks, a, b, expected) => {
  expect(sameValue(marks, a, b)).toBe(expected);
  expect(sameValue(marks, b, a)).toBe(expected);
});
