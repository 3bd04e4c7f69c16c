import fc from "fast-check";
import { z } from "zod";
import type { Differences } from "../../../provider/framework/kind/definition";
import { type FieldMarks, field, marksOf } from "../../../provider/framework/kind/marks";
import { allUnknowns, sameValue } from "../../../provider/framework/kind/values";
import { differences } from "../../../provider/framework/preview/diff";
import { overlay, withDefaults } from "../../../provider/framework/state/state";
import { alarmDefinition } from "../../../provider/resources/alarm/definition";
import { definitions } from "../../../provider/resources/definitions";

const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

const schema = z.lazy(() =>
  z.object({
    name: z.string(),
    region: field(z.string(), { replace: true }),
    subnet: field(z.string().optional(), { replace: true }),
    tags: field(z.array(z.string()).optional(), { set: true, default: [] }),
    size: field(z.number().optional(), { default: 1 }),
    version: field(z.string().optional(), { keep: true }),
    settings: field(z.string().optional(), { keep: "forget" }),
    zone: field(z.string().optional(), { createOnly: true }),
    wait: field(z.boolean().optional(), { local: true }),
    host: field(z.string().optional(), { normal: lower }),
    unit: field(z.string().optional(), {
      default: ({ size }: { size?: number }) => (size === 5 ? "fixed" : undefined),
    }),
    hosts: field(z.array(z.string()).optional(), { set: true, normal: lower }),
  }),
);

const none: Differences = { changed: [], replaced: [], unknown: [], local: [], ignored: [] };
const state = {
  ...{ name: "a", region: "r1", subnet: "s", tags: ["x", "y"], size: 5, version: "1", settings: "s", zone: "z" },
  ...{ wait: true, host: "Broker", unit: "fixed", hosts: ["A", "B"] },
};

/** `undefined` takes the input out of the declaration. */
test.each<[string, Record<string, unknown>, Partial<Differences>]>([
  ["nothing", {}, {}],
  ["a compared field", { name: "b" }, { changed: ["name"] }],
  ["a field that replaces", { region: "r2" }, { replaced: ["region"] }],
  ["several", { name: "b", size: 6, region: "r2" }, { changed: ["name", "size"], replaced: ["region"] }],
  ["a field that replaces, left out", { subnet: undefined }, {}],
  ["the order and repetition in a set", { tags: ["y", "x", "y"] }, {}],
  ["an element of a set", { tags: ["x"] }, { changed: ["tags"] }],
  ["a set left out: none", { tags: undefined }, { changed: ["tags"] }],
  ["a default left out", { size: undefined }, { changed: ["size"] }],
  ["a default that depends on another input, left out", { unit: undefined }, {}],
  ["it, with another such input", { unit: undefined, size: 6 }, { changed: ["size", "unit"] }],
  ["a field that is kept, changed", { version: "2" }, { changed: ["version"] }],
  ["a field that is kept, left out", { version: undefined }, {}],
  ["a field that is forgotten, changed", { settings: "t" }, { changed: ["settings"] }],
  ["a field that is forgotten, left out", { settings: undefined }, { local: ["settings"] }],
  ["a field read only at the create", { zone: "q" }, { ignored: ["zone"] }],
  ["a field read only at the create, left out", { zone: undefined }, {}],
  ["a field that never leaves this machine", { wait: false }, { local: ["wait"] }],
  ["a field that never leaves this machine, left out", { wait: undefined }, { local: ["wait"] }],
  ["another spelling of the same", { host: "bROKER", hosts: ["b", "a"] }, {}],
  ["an input that this version does not know", { newer: 1 }, {}],
])("%s", (_what, change, expected) => {
  expect(differences(schema, state, { ...state, ...change })).toEqual({ ...none, ...expected });
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, Partial<Differences>]>([
  ["the default, which state does not hold", { name: "a" }, { name: "a", size: 1, tags: [] }, {}],
  ["the default, which is left out", { name: "a", size: 1, tags: [] }, { name: "a" }, {}],
  ["a field that replaces, first declared", { name: "a" }, { name: "a", subnet: "s" }, { replaced: ["subnet"] }],
])("%s", (_what, before, args, expected) => {
  expect(differences(schema, before, args)).toEqual({ ...none, ...expected });
});

describe.each(allUnknowns)("the unknown %s", (unknown) => {
  test.each<[string, Record<string, unknown>, Partial<Differences>]>([
    ["a compared field", { name: unknown }, { changed: ["name"] }],
    ["an element", { tags: ["x", unknown] }, { changed: ["tags"] }],
    ["a field that replaces", { region: unknown }, { replaced: ["region"], unknown: ["region"] }],
    ["a field that is kept", { version: unknown }, { changed: ["version"] }],
    ["a field read only at the create", { zone: unknown }, {}],
    ["a field that never leaves this machine", { wait: unknown }, { local: ["wait"] }],
  ])("%s", (_what, change, expected) => {
    expect(differences(schema, state, { ...state, ...change })).toEqual({ ...none, ...expected });
  });
});

test("fields that are written with one schema have each its own marks", () => {
  const number = z.number().optional();
  const marked = field(number, { keep: true });
  const shape = { first: number, second: marked, third: field(number, { secret: true }), last: field(marked, {}) };
  expect(marksOf(z.lazy(() => z.object(shape)))).toEqual({
    first: {},
    second: { keep: true },
    third: { secret: true },
    last: {},
  });
  const zero = { ...none, changed: ["valueThreshold"] };
  expect(differences(alarmDefinition.schema, { valueThreshold: 0 }, {})).toMatchObject(zero);
});

/** Any value that an input may have, whatever its type. */
const text = fc.string({ maxLength: 6 });
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const key = text.filter((name) => name !== "__proto__");
const value = fc.oneof(scalar, fc.array(text, { maxLength: 4 }), fc.dictionary(key, scalar, { maxKeys: 3 }));

const argsOf = (marks: Record<string, FieldMarks>) =>
  fc.record(Object.fromEntries(Object.keys(marks).map((name) => [name, fc.option(value, { nil: undefined })])));

/** The same as a service would answer it: sets in its own order, what is left out with its default or not at all. */
function asSeen(marks: Record<string, FieldMarks>, args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(withDefaults(marks, args)).map(([name, given]) => {
      const set = marks[name]?.set && Array.isArray(given);
      return [name, set ? [...given, ...given].reverse() : (given ?? null)];
    }),
  );
}

const all = [...definitions, { type: "a resource with every mark", schema }];

describe.each(all)("for $type", ({ schema: each }) => {
  const marks = marksOf(each);

  test("no two fields share their marks", () => {
    const fields = Object.entries<z.ZodType>(each.unwrap().shape);
    const sharing = fields.flatMap(([name, type]) =>
      fields.filter(([other, its]) => other < name && its === type).map(([other]) => [other, name]),
    );
    expect(sharing.filter((names) => names.some((name) => Object.keys(marks[name] ?? {}).length > 0))).toEqual([]);
  });

  test("what was just declared is no difference", () => {
    const property = fc.property(argsOf(marks), (args) => {
      expect(differences(each, args, args)).toEqual(none);
      expect(differences(each, withDefaults(marks, args), args)).toEqual(none);
    });
    fc.assert(property);
  });

  test("what is read back as it was declared is no difference, and keeps its spelling", () => {
    const property = fc.property(argsOf(marks), (args) => {
      const before = withDefaults(marks, args);
      const after = overlay(marks, before, asSeen(marks, args));
      expect(differences(each, after, args)).toEqual(none);
      for (const [name, given] of Object.entries(before)) if (given !== undefined) expect(after[name]).toEqual(given);
    });
    fc.assert(property);
  });

  test("one changed input is exactly one difference, and of the kind that its marks say", () => {
    const name = fc.constantFrom(...Object.keys(marks));
    fc.assert(
      fc.property(argsOf(marks), name, (args, changed) => {
        const other = { ...args, [changed]: ["something", "else", "than", "any", "value", "made", "here"] };
        const mark = marks[changed] ?? {};
        const before = withDefaults(marks, args);
        // A field that is compared in a normal form of its own may take both values for none at all.
        fc.pre(!sameValue(mark, before[changed], other[changed]));
        const found = differences(each, before, other);
        const place = mark.createOnly ? "ignored" : mark.local ? "local" : mark.replace ? "replaced" : "changed";
        expect(found).toEqual({ ...none, [place]: [changed] });
      }),
    );
  });
});
