import * as pulumi from "@pulumi/pulumi";
import { BrokerAction, CredentialRotation } from "pulumi-broker";
import { validate } from "../../../provider/framework/preview/check";
import { definitionOf } from "../../../provider/resources/definitions";

/** What each resource was registered with, by name. */
const registered = new Map<string, Record<string, unknown>>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      registered.set(name, inputs);
      return { id: "1", state: inputs };
    },
    call: () => ({}),
  }),
);

/** The triggers with which each of the two kinds is registered. */
async function triggersOf(triggers: unknown): Promise<unknown[]> {
  const given = triggers as unknown[];
  const rotation = new CredentialRotation("rotation", { instance: 1, credential: "password", triggers: given });
  const action = new BrokerAction("action", { instance: 1, action: "restart", triggers: given });
  await Promise.all([rotation, action].map(({ urn }) => new Promise((resolve) => urn.apply(resolve))));
  return ["rotation", "action"].map((name) => registered.get(name)?.["triggers"]);
}

const date = new Date("2026-11-01");
const text = "2026-11-01T00:00:00.000Z";

test.each<[string, unknown, unknown]>([
  ["in a list", [date], [text]],
  ["deep in an object", { on: [{ day: date, other: null }] }, { on: [{ day: text, other: null }] }],
  ["in an output", [pulumi.output(1).apply(() => date)], [text]],
  ["in an output of a list", pulumi.output(1).apply(() => [date]), [text]],
  ["in a promise", [Promise.resolve({ day: date })], [{ day: text }]],
  ["in an object without a prototype", [Object.assign(Object.create(null), { day: date })], [{ day: text }]],
])("a date %s is its text", async (_where, triggers, expected) => {
  expect(await triggersOf(triggers)).toEqual([expected, expected]);
});

test.each<[string, unknown]>([
  ["pulumi.output()", pulumi.output(date)],
  ["pulumi.all()", pulumi.all([date]).apply(([first]) => first)],
])("a date in %s is lost before the class sees it: the {} that is left is warned of at preview", async (_where, lost) =>
  expect(await triggersOf([lost])).toEqual([[{}], [{}]]),
);

test("values that hold no date stay as they are", async () => {
  const values = ["a", 1, true, null, { b: [] }];
  expect(await triggersOf(values)).toEqual([values, values]);
});

test("triggers that are null count as left out, and others must be a list or an object", async () => {
  expect(await triggersOf(null)).toEqual([undefined, undefined]);
  const validated = (triggers: unknown) =>
    validate(definitionOf("CredentialRotation").schema, [], { instance: "1", credential: "password", triggers });
  const failure = { property: "triggers", reason: 'must be a list, such as ["2030-01-20"], or an object' };
  for (const triggers of [null, "a", 7]) expect(validated(triggers)).toEqual([failure]);
  expect([validated([]), validated({}), validated(undefined)]).toEqual([[], [], []]);
});

test.each<[unknown, string]>([
  [
    [new Map([["a", 1]])],
    'CredentialRotation "rotation": triggers[0] is an object of the class Map, and Pulumi does not see changes of such an object',
  ],
  [
    { a: new Set() },
    'CredentialRotation "rotation": triggers.a is an object of the class Set, and Pulumi does not see changes of such an object',
  ],
  [[new URL("https://example.com")], 'CredentialRotation "rotation": triggers[0] is an object of the class URL'],
  [[new Date(Number.NaN)], 'CredentialRotation "rotation": triggers[0] is an invalid date: correct the date'],
])("an object whose changes would not show is refused", async (triggers, message) => {
  await expect(triggersOf(triggers)).rejects.toThrow(message);
});
