import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Rule } from "../../../provider/framework/kind/definition";
import { field, marksOf } from "../../../provider/framework/kind/marks";
import { allUnknowns } from "../../../provider/framework/kind/values";
import { explainUnknownInputs, failureAt, validate } from "../../../provider/framework/preview/check";

const schema = z.lazy(() =>
  z.object({
    name: z.string().min(1, "must not be empty"),
    size: z.number().int().optional(),
    kind: z.enum(["small", "large"]).optional(),
    tags: z.array(z.string().min(1, "must not be empty")).optional(),
    nested: z.object({ list: z.array(z.object({ depth: z.number() })) }).optional(),
    key: field(z.string().min(4, "is too short").optional(), { secret: true }),
    login: field(z.object({ password: z.string() }).optional(), { secret: true }),
    when: z.union([z.number(), z.object({ hour: z.number(), minute: z.number() })]).optional(),
  }),
);

type Args = z.output<typeof schema>;

const tooMuch = "is too much for a small one";
const rules: Rule<Args>[] = [
  { needs: ["size", "kind"], refuses: ({ size = 0, kind }) => (kind === "small" && size > 10 ? tooMuch : undefined) },
];

/** What a template literal makes of an output and of a promise. */
const output = `shop-${pulumi.output("net")}`;
const promise = `${Promise.resolve("large")}`;
const noPromise =
  "contains a promise in text form, so the value of the promise is missing: await the promise, or call the function whose name ends in Output (getXOutput in place of getX)";
const noOutput =
  "contains an output that was turned into text, so the value of the output is missing: use pulumi.interpolate or .apply";

const [noNumber, noText] = [
  "must be a number, but the given value is a string",
  "must be a string, but the given value is a number",
];
const noWhole = "must be a whole number";
const deep = { list: [{ depth: 1 }, { depth: "2" }] };

const at = (property: string, reason: string) => ({ property, reason });

test.each<[string, Record<string, unknown>, ReturnType<typeof at>[]]>([
  ["nothing wrong", { name: "a", size: 3, kind: "large", tags: ["x"] }, []],
  ["a required one missing", {}, [at("", "name is required: give this input a value")]],
  ["null", { name: null }, [at("name", "must be a string, but the given value is null")]],
  ["a wrong type", { name: "a", size: "3" }, [at("size", noNumber)]],
  ["an array for a text", { name: ["x"] }, [at("name", "must be a string, but the given value is an array")]],
  ["a refinement", { name: "", size: 1.5 }, [at("name", "must not be empty"), at("size", noWhole)]],
  ["none of the values", { name: "a", kind: "huge" }, [at("kind", "must be one of the values small, large")]],
  ["an element", { name: "a", tags: ["x", ""] }, [at("tags", "tags[1]: must not be empty")]],
  ["something deep inside", { name: "a", nested: deep }, [at("nested", `nested.list[1].depth: ${noNumber}`)]],
  ["a secret: the engine must not print it", { name: "a", key: "abc" }, [at("", "key: is too short")]],
  ["something in a secret", { name: "a", login: { password: 7 } }, [at("", `login.password: ${noText}`)]],
  ["a union, in the words of its nearest branch", { name: "a", when: "noon" }, [at("when", noNumber)]],
  [
    "outputs in template literals, at any depth",
    { name: output, tags: ["x", output], nested: { list: [{ depth: output }] } },
    [at("name", noOutput), at("tags", `tags[1]: ${noOutput}`), at("nested", `nested.list[0].depth: ${noOutput}`)],
  ],
  [
    "an output in a secret, and in the key of a map",
    { name: "a", login: { password: output, [output]: "x" } },
    [
      at("", `login.password: ${noOutput}`),
      at("", `login: has a map key made from an output or a promise: write the map key as plain text`),
    ],
  ],
  [
    "an output of Python, and one in JSON",
    { name: "Calling __str__ on an Output[T] is not supported.", tags: [JSON.stringify(pulumi.output("x"))] },
    [at("name", noOutput), at("tags", `tags[0]: ${noOutput}`)],
  ],
  ["a promise: one failure, and no rule", { name: "a", size: 11, kind: promise }, [at("kind", noPromise)]],
  ["an input that this version does not know", { name: "a", newer: true }, []],
  ["a rule", { name: "a", size: 11, kind: "small" }, [at("size", tooMuch)]],
  ["no rule where a field that it needs is wrong", { name: "a", size: 11.5, kind: "small" }, [at("size", noWhole)]],
  [
    "everything at once",
    { size: "x", tags: [""], key: "a", kind: "small" },
    [
      at("", "name is required: give this input a value"),
      at("size", noNumber),
      at("tags", "tags[0]: must not be empty"),
      at("", "key: is too short"),
    ],
  ],
])("%s", (_what, inputs, expected) => expect(validate(schema, rules, inputs)).toEqual(expected));

describe.each(allUnknowns)("the unknown %s", (unknown) => {
  test.each<[string, Record<string, unknown>]>([
    ["as every input", Object.fromEntries(Object.keys(schema.unwrap().shape).map((name) => [name, unknown]))],
    ["as an element", { name: "a", tags: ["x", unknown] }],
    ["in an object", { name: "a", login: { password: unknown } }],
    ["in an object in an array in an object", { name: "a", nested: { list: [{ depth: 1 }, { depth: unknown }] } }],
    ["as an array in an object", { name: "a", nested: { list: unknown } }],
    ["in a branch of a union", { name: "a", when: { hour: unknown, minute: 1 } }],
    ["in a field that a rule needs", { name: "a", size: 11, kind: unknown }],
  ])("%s is no failure", (_what, inputs) => expect(validate(schema, rules, inputs)).toEqual([]));

  test("hides nothing beside it", () => {
    const nested = { list: [{ depth: unknown }, { depth: "2" }] };
    const inputs = { name: unknown, size: 1.5, tags: [unknown, ""], nested };
    expect(validate(schema, rules, inputs).map(({ property }) => property)).toEqual(["size", "tags", "nested"]);
  });
});

test.each<[PropertyKey[], ReturnType<typeof at>]>([
  [[], at("", "is wrong")],
  [["name"], at("name", "is wrong")],
  [["tags", 2], at("tags", "tags[2]: is wrong")],
  [["key"], at("", "key: is wrong")],
  [["login", "password"], at("", "login.password: is wrong")],
])("a failure at %p", (path, expected) => expect(failureAt(marksOf(schema), path, "is wrong")).toEqual(expected));

const ignored = (name: string, hint = "") => `ignores the input "${name}", which this version does not know${hint}`;

test.each<[string, Record<string, unknown>, string[]]>([
  ["none", { name: "a", nested: { list: [{ depth: 1 }] }, __newer: 1 }, []],
  ["at the top", { nam: "a", constructor: 1 }, [ignored("nam", ' (did you mean "name"?)'), ignored("constructor")]],
  [
    "in an object, and once for all elements of a list",
    { nested: { list: [{ depth: 1 }, { dept: 2, other: 3 }, { dept: 4 }], lists: [] } },
    [
      ignored("nested.list[1].dept", ' (did you mean "depth"?)'),
      ignored("nested.list[1].other"),
      ignored("nested.lists", ' (did you mean "list"?)'),
    ],
  ],
  ["in a map that takes any name", { open: { any: { thing: 1 } }, settings: { any: 1 } }, []],
  ["in what is not known yet, or refused", { nested: { list: allUnknowns[0] }, login: "x", tags: [{ a: 1 }] }, []],
])("names that are those of no field: %s", (_what, inputs, lines) => {
  const settings = z.object({ one: z.number() }).catchall(z.number());
  const open = z.lazy(() => z.object({ ...schema.unwrap().shape, open: z.record(z.string(), z.unknown()), settings }));
  expect(explainUnknownInputs(open, inputs)).toEqual(lines);
});
