import type { FieldMarks } from "../../../provider/framework/kind/marks";
import { type Bag, declaredNames, hidden, visible } from "../../../provider/framework/state/hidden";
import * as states from "../../../provider/framework/state/state";

const marks: Record<string, FieldMarks> = {
  name: {},
  region: { replace: true },
  tags: { set: true, default: [] },
  size: { default: 1 },
  version: { keep: true },
  zone: { createOnly: true },
  later: { createOnly: true },
  wait: { local: true },
  host: { normal: (value) => (typeof value === "string" ? value.toLowerCase() : value) },
  pause: { normal: (value) => (value === 0 ? null : value) },
  unit: { default: (inputs: Record<string, unknown>) => (inputs["size"] === 7 ? "fixed" : undefined) },
};

type Values = Record<string, unknown>;

test.each<[string, Values, Values, Values]>([
  ["what was seen wins", { name: "a" }, { name: "b" }, { name: "b" }],
  ["what the service does not say stays", { name: "a" }, { name: undefined }, { name: "a" }],
  ["what the service says is not there goes", { name: "a" }, { name: null }, {}],
  ["an output is added", { name: "a" }, { url: "u" }, { name: "a", url: "u" }],
  ["a set in another order keeps its spelling", { tags: ["b", "a"] }, { tags: ["a", "b", "b"] }, { tags: ["b", "a"] }],
  ["another spelling of the same keeps its own", { host: "Broker" }, { host: "broker" }, { host: "Broker" }],
  ["a spelling of nothing stays where there is nothing", { pause: 0 }, { pause: null }, { pause: 0 }],
  ["a changed set is taken as seen", { tags: ["b", "a"] }, { tags: ["c", "a"] }, { tags: ["c", "a"] }],
  ["an output that is no input has no marks", { url: ["b", "a"] }, { url: ["a", "b"] }, { url: ["a", "b"] }],
])("overlay: %s", (_what, before, seen, expected) => {
  const kept = structuredClone(before);
  expect(states.overlay(marks, before, seen)).toEqual(expected);
  expect(before).toEqual(kept);
});

test.each<[string, Bag, Values, Values]>([
  ["defaults where nothing is given", { name: "a" }, { name: "a" }, { name: "a", size: 1, tags: [] }],
  ["one that depends on another input", { size: 7 }, { size: 7 }, { size: 7, tags: [], unit: "fixed" }],
  ["not where something is", { size: 0, tags: ["x"] }, { size: 0, tags: ["x"] }, { size: 0, tags: ["x"] }],
  ["no hidden and no newer ones", { name: "a", __urn: "u", newer: 1 }, { name: "a" }, { name: "a", size: 1, tags: [] }],
])("inputs: %s", (_what, inputs, known, complete) => {
  expect(states.knownInputs(marks, inputs)).toEqual(known);
  expect(states.withDefaults(marks, inputs)).toEqual(complete);
});

const olds: Bag = {
  ...{ name: "old", region: "r1", tags: ["old"], size: 5, version: "1", zone: "z1" },
  ...{ wait: true, host: "h", url: "u", __urn: "urn" },
};

test.each<[string, Bag, Values]>([
  [
    "only the name declared: defaults, what is kept, what replaces, what is read at the create, outputs",
    { name: "new" },
    { name: "new", region: "r1", tags: [], size: 1, version: "1", zone: "z1", url: "u" },
  ],
  [
    "everything declared: all of it, save what is read only at the create",
    { name: "new", region: "r1", tags: ["n"], size: 6, version: "2", zone: "z2", wait: false, host: "H" },
    { name: "new", region: "r1", tags: ["n"], size: 6, version: "2", zone: "z1", wait: false, host: "H", url: "u" },
  ],
  [
    "what is read only at the create and is declared later",
    { name: "new", later: "x" },
    { name: "new", region: "r1", tags: [], size: 1, version: "1", zone: "z1", url: "u" },
  ],
])("renewed: %s", (_what, news, expected) => expect(states.renew(marks, olds, news)).toEqual(expected));

test("renewedLocally: only what never leaves this machine is renewed", () => {
  const { __urn, ...visible } = olds;
  expect(states.renewLocal(marks, olds, { name: "new", size: 6, wait: false })).toEqual({ ...visible, wait: false });
});

test("outputs: hidden ones stay but for those of one call, the declared names are kept, nothing is undefined", () => {
  const kept = { __provider: "stub", __timeouts: { create: "5s" } };
  const inputs: Bag = { name: "a", size: undefined, tags: [], ...kept, __get: true, __pending: "why" };
  const sent = states.outputs(inputs, { name: "a", tags: [], url: undefined, plan: null });
  expect(sent).toStrictEqual({ name: "a", tags: [], ...kept, __declared: ["name", "tags"] });
});

test.each<[string, Bag, Record<string, unknown>, Record<string, unknown>, string[]]>([
  ["nothing", {}, {}, {}, []],
  ["both", { b: 1, a: null, __urn: "u", __get: true }, { b: 1, a: null }, { __urn: "u", __get: true }, ["a", "b"]],
  ["undefined is not given", { a: undefined, __adopt: undefined }, {}, {}, []],
  ["a single underscore is the user's", { _a: 1, a__b: 2 }, { _a: 1, a__b: 2 }, {}, ["_a", "a__b"]],
  ["one that this version does not know", { __newer: 1 }, {}, { __newer: 1 }, []],
])("what is hidden and what is not: %s", (_what, bag, seen, unseen, names) => {
  expect(visible(bag)).toStrictEqual(seen);
  expect(hidden(bag)).toStrictEqual(unseen);
  expect(declaredNames(bag)).toEqual(names);
});
