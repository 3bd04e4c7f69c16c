import { differencesOf, type PropertyDifference } from "../../../provider/cli/drift/differences";
import { createEventReader, type EngineEvent } from "../../../provider/cli/drift/events";
import { createReport, printReport } from "../../../provider/cli/drift/report";
import { looks } from "../../../provider/cli/markdown";

type Outputs = Record<string, unknown>;

/** A secret as the engine shows it in its events. */
const masked = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };

const cases: [what: string, before: Outputs, after: Outputs, found: PropertyDifference[]][] = [
  ["nothing", { name: "a", tags: ["a"] }, { name: "a", tags: ["a"] }, []],
  ["a value", { name: "a" }, { name: "b" }, [{ property: "name", state: "a", service: "b" }]],
  ["a part", { config: { a: 1, b: 2 } }, { config: { a: 1, b: 3 } }, [{ property: "config.b", state: 2, service: 3 }]],
  ["a part that is new", { config: {} }, { config: { a: 1 } }, [{ property: "config.a", service: 1 }]],
  ["a value that is gone", { name: "a", size: 1 }, { name: "a" }, [{ property: "size", state: 1 }]],
  ["what the state never had", { name: "a" }, { name: "a", size: 1 }, []],
  ["what is the package's own", { __seenBy: "a" }, { __seenBy: "b" }, []],
  ["a secret that became plain", { uri: masked }, { uri: "in the clear" }, [{ property: "uri", secret: true }]],
  ["a plain value that became a secret", { uri: "in the clear" }, { uri: masked }, [{ property: "uri", secret: true }]],
  ["a secret in a list", { list: ["a", masked] }, { list: ["b", masked] }, [{ property: "list", secret: true }]],
  [
    "a secret within an object, beside a plain value",
    { config: { key: masked, region: "eu" } },
    { config: { key: "in the clear", region: "us" } },
    [
      { property: "config.key", secret: true },
      { property: "config.region", state: "eu", service: "us" },
    ],
  ],
  ["the older mask", { urls: { a: "[secret]" } }, { urls: { a: "b" } }, [{ property: "urls.a", secret: true }]],
  [
    "names and values that a terminal would act on",
    { config: {} },
    { config: { "a\u001b[2J": "b\u0007\u202ec" } },
    [{ property: "config.a [2J", service: "b c" }],
  ],
];

test.each(cases)("%s", (_what, outputs, news, found) =>
  expect(differencesOf({ outputs }, { outputs: news })).toEqual(found),
);

test("a property whose input is a secret shows no output either", () => {
  const state = (value: string) => ({ inputs: { value: masked }, outputs: { value } });
  // The input is the same secret, so that nothing of the output is told.
  expect(differencesOf(state("one"), state("two"))).toEqual([]);
  expect(differencesOf({ outputs: { value: "one" } }, state("two"))).toEqual([{ property: "value", secret: true }]);
});

test("events are read wherever the text is cut, and what is no event is passed over", () => {
  const events: EngineEvent[] = [];
  const read = createEventReader((event) => events.push(event));
  const text = `no event\n{"sequence":1,"summaryEvent":{}}\n{"steps":[]}\n[1]\n\n{"sequence":2,"summaryEvent":{}}\n{"seq`;
  for (const character of text) read(character);
  expect(events).toEqual([1, 2].map((sequence) => ({ sequence, summaryEvent: {} })));
});

test("a report has each note once, no passing line, and the first line of each error", () => {
  const report = createReport();
  const urn = "urn:pulumi:s::p::my:Component$pulumi-nodejs:dynamic/broker:Vpc::a::b";
  const say = (severity: string, message: string, at = urn, ephemeral = false) =>
    report.add({ diagnosticEvent: { urn: at, severity, message, ephemeral } });
  say("info", "<{%reset%}>a note<{%reset%}>\n");
  say("info", "a note");
  say("info", "waiting (3s)", urn, true);
  say("debug", "RegisterResource RPC finished");
  say("warning", "about the whole", "");
  say("error", "Error: it failed\n    at stack");
  say("error", "Preview failed: it failed\n");
  say("error", 'Vpc "c": failed for the same reason as Vpc "b"');
  report.add({ resOutputsEvent: { metadata: { op: "same", urn: `${urn}2`, type: "" } } });
  const finished = report.finish();
  expect(report.errors).toEqual(["it failed"]);
  expect(finished).toEqual({
    drift: false,
    resources: [{ urn, type: "Vpc", name: "a::b", drift: "none", properties: [], notes: ["a note"] }],
    notes: ["about the whole"],
  });
  expect(printReport(finished, false, looks.table)).toBe(
    "- about the whole\n- a note\n\nNo drift: everything matches the state.",
  );
});

/** The cells STATE and SERVICE of a property in the table. */
function cellsOf(state: unknown, service: unknown): string[] {
  const property = { property: "rules", state, service };
  const report = { urn: "u", type: "FirewallRuleSet", name: "walls", drift: "changed" as const, notes: [] };
  const found = { drift: true, resources: [{ ...report, properties: [property] }], notes: [] };
  const text = printReport(found, false, looks.table);
  return (text.split("\n")[1] ?? "").split(/ {2,}/).slice(2);
}

const office = { description: "Büro in the third floor, left of the lift, beside the kitchen", ip: "192.0.2.0/24" };

test.each<[string, unknown, unknown, string[]]>([
  ["an element more", [office], [office, { ip: "0.0.0.0/0" }], ["[…]", '[{"ip":"0.0.0.0/0"},…]']],
  ["an element less", ["a", "b"], ["b"], ['["a",…]', "[…]"]],
  ["the same one twice", ["a"], ["a", "a"], ["[…]", '["a",…]']],
  ["another order", ["a", "b"], ["b", "a"], ['["a","b"]', '["b","a"]']],
  ["nothing in common", ["a"], ["b"], ['["a"]', '["b"]']],
  ["all of them gone", ["a"], [], ['["a"]', "[]"]],
  ["a text in place of a list", ["a"], "a", ['["a"]', '"a"']],
  ["none", ["a"], undefined, ['["a"]', "-"]],
])("the table shows of two lists what differs: %s", (_what, state, service, cells) =>
  expect(cellsOf(state, service)).toEqual(cells),
);

test("the table shows of a changed element first what differs, within the width of a cell", () => {
  const cells = cellsOf([{ ...office, ports: [1] }], [{ ...office, ports: [2] }]);
  expect(cells.map((cell) => cell.slice(0, 13))).toEqual(['[{"ports":[1]', '[{"ports":[2]']);
  expect(cells.map((cell) => cell.length)).toEqual([60, 60]);
});
