import fc from "fast-check";
import { createNames } from "../../../../provider/cli/adopt/names";
import { type ArgumentValue, type Part, Reference, Secret, type Thing } from "../../../../provider/cli/adopt/thing";
import { hostileTexts } from "../../../helpers/hostile";
import { hostileNames } from "../../../helpers/large-account-names";

type Args = Thing["args"];

/** A thing of a program, without what its state holds. */
export const thing = (type: string, name: string, args: Args, more: Partial<Thing> = {}): Thing => ({
  ...{ type, id: "1", name, args },
  ...more,
});
export const part = (file: string, things: readonly Thing[], leftOut: Part["leftOut"] = []): Part => ({
  ...{ file, things, leftOut },
});

const network = new Reference("network", "networks.ts");
const other = new Reference("other", "other-broker.ts");
const orders = new Reference("orders");
const small = { plan: "p", region: "r-1" };
const value = new Secret("opsValue", "ops@example.com");
const rules: ArgumentValue = [
  { ip: "10.0.0.0/24", ports: [1000, 2000], services: [] },
  { ip: "10.1.0.0/24", services: ["AMQP", "HTTPS"] },
];
const parameters = { ["__proto__"]: "a", "x-key": new Secret("logsXKey", "k"), "é\u202e": "\u2028" };
const longRegex = `^(${"orders|invoices|".repeat(8)}x)$`;

/** A file to which others refer. */
export const networks = part("networks.ts", [
  thing("Vpc", "net", { name: "net", region: "r-1", subnet: "10.0.0.0/24" }, { variable: "network", exported: true }),
  thing("Vpc", "other", { region: "r-1", subnet: "10.1.0.0/24" }),
]);
/** A file with values of every kind, which refers to others. */
export const broker = part(
  "orders.ts",
  [
    thing("Instance", "orders", { ...small, vpc: network, tags: ["a", 'b "c"'] }, { variable: "orders" }),
    thing("Recipient", "ops", { instance: orders, type: "email", value }, { variable: "ops", exported: true }),
    thing("Alarm", "cpu", {
      ...{ instance: orders, type: "cpu", valueThreshold: 90, timeThreshold: 600, enabled: false },
      recipients: [new Reference("ops"), 17],
    }),
    thing("Alarm", "queue", {
      ...{ instance: orders, type: "queue", valueThreshold: 1e21, timeThreshold: 60, vhostRegex: "^/$" },
      ...{ queueRegex: longRegex, messageType: "total" },
    }),
    thing("FirewallRuleSet", "firewall", { instance: orders, rules }),
    thing("Integration", "logs", { instance: other, system: "metric_vendor_h", config: { parameters } }),
  ],
  [
    { what: "peering pcx-1 (pending)", why: "its request waits for a stranger" },
    { what: "plugin x\u2028\n*/", why: `${"nobody knows that @ts-ignore is a word ".repeat(5)}here` },
  ],
);

const otherBroker = part("other-broker.ts", [
  thing("Instance", "other", { name: "Other", ...small }, { variable: "other", exported: true }),
]);
/** A program with values of every kind. */
export const parts = [networks, otherBroker, broker];

/** Texts of all sorts and lengths around the width of a line. */
const texts = fc.oneof(
  fc.constantFrom(...hostileTexts.map((text) => text.slice(0, 300)), ...hostileNames),
  fc.string({ unit: fc.constantFrom("a", "b ", "'", '"', "\\", "注", "🔥", "é"), maxLength: 130 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("short", "a text of some length"),
);
const keys = fc.oneof(
  fc.constantFrom("a", "abcd", "abcde", "a-b", "5", "class", "__proto__", "constructor", "é", "-", "a\ufe0f", ""),
  texts.map((text) => text.slice(0, 8)),
);
const fromEntries = (entries: readonly (readonly [string, ArgumentValue])[]) => Object.fromEntries(entries);
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const { value: values } = fc.letrec<{ value: ArgumentValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    texts,
    texts,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(new Secret("ordersOpsValue", "s"), new Reference("network", "networks.ts"), new Reference("own")),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(numbers, { maxLength: 60 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map(fromEntries),
    fc.array(fc.array(fc.tuple(keys, tie("value")), { maxLength: 3 }).map(fromEntries), { maxLength: 3 }),
  ),
}));
const generated: fc.Arbitrary<Part> = fc
  .record({
    rows: fc.array(fc.record({ wished: texts, args: fc.array(fc.tuple(keys, values), { maxLength: 5 }) }), {
      ...{ minLength: 1, maxLength: 3 },
    }),
    leftOut: fc.array(fc.record({ what: texts, why: texts }), { maxLength: 2 }),
    exported: fc.boolean(),
  })
  .map(({ rows, leftOut, exported }) => {
    const names = createNames({ variables: ["network", "own"] });
    const wish = (wished: string, index: number) => ({ type: "A", id: String(index), wished, fallback: `a-${index}` });
    const own = thing("A", "own", {}, { variable: "own", exported });
    const others = rows.map(({ wished, args }, index) =>
      thing("A", names.logical([wish(wished, index)])[0]!, fromEntries(args), {
        ...(index % 2 === 0 && { variable: names.variables([wish(wished, index)])[0]!, exported }),
      }),
    );
    return part("a.ts", [own, ...others], leftOut);
  });
/** Files with hostile texts, the same in each run. They refer to {@link networks}. */
export const samples = fc.sample(generated, { seed: 20_261_122, numRuns: 400 });
