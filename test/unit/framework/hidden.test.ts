import { type Bag, declaredNames, hidden, visible } from "../../../provider/framework/state/hidden";

test.each<[string, Bag, Record<string, unknown>, Record<string, unknown>, string[]]>([
  ["nothing", {}, {}, {}, []],
  ["both", { b: 1, a: null, __urn: "u", __get: true }, { b: 1, a: null }, { __urn: "u", __get: true }, ["a", "b"]],
  ["undefined is not given", { a: undefined, __adopt: undefined }, {}, {}, []],
  ["a single underscore is the user's", { _a: 1, a__b: 2 }, { _a: 1, a__b: 2 }, {}, ["_a", "a__b"]],
  ["one that this version does not know", { __newer: 1 }, {}, { __newer: 1 }, []],
])("%s", (_what, bag, seen, unseen, names) => {
  expect(visible(bag)).toStrictEqual(seen);
  expect(hidden(bag)).toStrictEqual(unseen);
  expect(declaredNames(bag)).toEqual(names);
});
