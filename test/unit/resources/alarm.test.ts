import * as pulumi from "@pulumi/pulumi";
import { Alarm, Instance, Recipient } from "pulumi-broker";
import { allUnknowns } from "../../../provider/framework/kind/values";
import { validate } from "../../../provider/framework/preview/check";
import { alarmDefinition } from "../../../provider/resources/alarm/definition";
import { explainBadRegex } from "../../../provider/resources/alarm/regex";

/** What each resource was registered with, by name. */
const registered = new Map<string, Record<string, unknown>>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs, id }) => {
      registered.set(name, inputs);
      const number = name === "elsewhere" ? "9/recipients/8" : name === "ops" ? "123/recipients/7" : "123";
      return { id: id || number, state: inputs };
    },
    call: () => ({}),
  }),
);

async function inputsOf(make: () => Alarm): Promise<Record<string, unknown>> {
  const alarm = make();
  await new Promise((resolve) => alarm.urn.apply(resolve));
  return registered.get("alarm") ?? {};
}

const notice = { instance: 123, type: "notice" } as const;

const recipient = (name: string, instance: number) => new Recipient(name, { instance, type: "incident_a", value: "k" });
const given: [string, () => unknown, unknown[]][] = [
  ["numbers", () => [7, 8], [7, 8]],
  ["numbers as text", () => ["7"], [7]],
  ["Pulumi ids", () => ["123/recipients/7"], [7]],
  ["resources", () => [recipient("ops", 123)], [7]],
  ["outputs", () => [pulumi.output("123/recipients/7"), pulumi.output(8), Promise.resolve("9")], [7, 8, 9]],
  ["an output of a list", () => pulumi.output(["123/recipients/7", 8]), [7, 8]],
  ["a promise of a list", () => Promise.resolve([7]), [7]],
  ["all at once", () => [7, "8", "123/recipients/9"], [7, 8, 9]],
  ["none", () => [], []],
  // For the preview to refuse by name.
  ["ids on another instance", () => ["9/recipients/7", "123/webhooks/7"], ["9/recipients/7", "123/webhooks/7"]],
  ["resources on another instance", () => [recipient("elsewhere", 9)], ["9/recipients/8"]],
  ["no ids at all", () => ["ops", "123/recipients/x", "0"], ["ops", "123/recipients/x", "0"]],
];
test.each(given)("recipients are numbers, whatever they are given as: %s", async (_what, recipients, expected) => {
  const inputs = await inputsOf(() => new Alarm("alarm", { ...notice, recipients: recipients() as number[] }));
  expect(inputs["recipients"]).toEqual(expected);
});

test("without recipients there is no such input", async () =>
  expect(await inputsOf(() => new Alarm("alarm", notice))).not.toHaveProperty("recipients"));

test("the plan of an Instance is known to the check, and an id tells none", async () => {
  const instance = new Instance("broker", { plan: "clustered-shared-1", region: "provider-a::region-1" });
  const on = await inputsOf(() => new Alarm("alarm", { ...notice, instance }));
  expect(on).toMatchObject({ instance: "123", __facts: { plan: "clustered-shared-1" } });
  expect(await inputsOf(() => new Alarm("alarm", notice))).not.toHaveProperty("__facts");
});

describe.each(allUnknowns)("%s, not known before up", (unknown) => {
  const refused = (inputs: Record<string, unknown>) => {
    const failures = validate(alarmDefinition.schema, alarmDefinition.rules ?? [], { instance: "123", ...inputs });
    return failures.map(({ property, reason }) => `${property}: ${reason}`);
  };
  const cpu = { type: "cpu", valueThreshold: 90, timeThreshold: 60 };

  test.each(Object.keys(alarmDefinition.schema.unwrap().shape))(
    "as %s is no failure where the type takes it",
    (name) => {
      const type = name === "valueCalculation" ? "disk" : /Regex|messageType/.test(name) ? "queue" : "cpu";
      expect(refused({ ...cpu, type, [name]: unknown })).toEqual([]);
    },
  );

  test("as one of the recipients leaves the others checked", () => {
    expect(refused({ ...cpu, recipients: [unknown, 7] })).toEqual([]);
    const second = /^recipients: recipients\[1\]: must be the id of a recipient/;
    expect(refused({ ...cpu, recipients: [unknown, "x"] })).toEqual([expect.stringMatching(second)]);
  });

  test("as the type skips what depends on it; what is known is still checked", () => {
    expect(refused({ type: unknown, queueRegex: "^q", adoptDefault: true })).toEqual([]);
    expect(refused({ type: unknown, valueThreshold: -1 })).toEqual(["valueThreshold: must be 0 or more"]);
    const without = { ...cpu, valueThreshold: unknown, timeThreshold: undefined };
    expect(refused(without)).toEqual(["timeThreshold: must be given for an alarm of the type cpu"]);
  });
});

const regexes = [
  ...["orders", "^orders\\.(eu|us)$", ".*", "a+?b*?c??", "[]a]", "[^]a]", "[[:alpha:]_-]+", "[(*]", "\\(\\[\\*"],
  ...["(?i)orders", "(?<part>a)|(?P<other>b)", "(?>a+)b++", "\\Q(*\\E", "(?x) a ( b # not closed ( \n )", "(*UTF8)a"],
  ...["a{2,3}", "()", "[](]", "[])]", "[^])]"],
];
test.each(regexes)("%s may be a regular expression", (text) => expect(explainBadRegex(text)).toBeUndefined());

test.each([
  ["*orders", 'a "*" has nothing to repeat; write .* to match any text, or write \\* to match the character itself'],
  ["+", 'a "+" has nothing'],
  ["a|?b", 'a "?" has nothing'],
  ["a(*)", 'a "*" has nothing'],
  ["orders(", 'a "(" has no closing ")". To match the character "(" itself, write \\('],
  ["orders)", 'a ")" has no opening "("'],
  ["[a-z", 'a "[" has no closing "]"'],
  ["[a\\]", 'a "[" has no closing "]"'],
  ["orders\\", "the text ends in a single backslash"],
])("%s is none", (text, reason) =>
  expect(explainBadRegex(text)).toContain(`is not a valid regular expression: ${reason}`),
);
