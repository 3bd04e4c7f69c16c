import fc from "fast-check";
import ts from "typescript";
import { createNames, type Names, type TakenNames, type Wish, wishedKey } from "../../../../provider/cli/adopt/names";
import { compilerWith } from "../../../helpers/compile";
import { hostileTexts } from "../../../helpers/hostile";

const instance = (wished: string, id: string): Wish => ({ type: "Instance", id, wished, fallback: `broker-${id}` });
const sorts = ["logical", "variables", "files", "configKeys"] as const;

/** The names of each sort that things get. */
function namesFor(wishes: readonly Wish[], taken?: TakenNames): Record<keyof Names, string[]> {
  const names = createNames(taken);
  return Object.fromEntries(sorts.map((sort) => [sort, names[sort](wishes)])) as Record<keyof Names, string[]>;
}

const rows: [wished: string, logical: string, variable: string, file: string][] = [
  ["orders", "orders", "orders", "orders.ts"],
  ["Orders PROD", "Orders-PROD", "ordersProd", "orders-prod.ts"],
  ["ORDERS_PROD", "ORDERS_PROD", "ordersProd", "orders-prod.ts"],
  ["HTTPServer.v1.2", "HTTPServer.v1.2", "httpServerV1_2", "http-server-v1-2.ts"],
  ["a--b", "a--b", "aB", "a-b.ts"],
  [" - a / b - ", "a-b", "aB", "a-b.ts"],
  ["3scale", "3scale", "broker3scale", "3scale.ts"],
  ["2024", "2024", "broker2024", "2024.ts"],
  ["Bestellungen für Köln", "Bestellungen-für-Köln", "bestellungenFurKoln", "bestellungen-fur-koln.ts"],
  ["fu\u0308r", "für", "fur", "fur.ts"],
  ["Ｏｒｄｅｒｓ", "Ｏｒｄｅｒｓ", "orders", "orders.ts"],
  ["straße & söhne", "straße-söhne", "strasseSohne", "strasse-sohne.ts"],
  ["GROẞ", "GROẞ", "gross", "gross.ts"],
  ["注文", "注文", "broker7", "broker-7.ts"],
  ["注文 prod", "注文-prod", "prod", "prod.ts"],
  ["", "broker-7", "broker7", "broker-7.ts"],
  [" \u200b\u202e ", "broker-7", "broker7", "broker-7.ts"],
  ["\u3164", "broker-7", "broker7", "broker-7.ts"],
  ["-._", "broker-7", "broker7", "broker-7.ts"],
  ["🔥", "broker-7", "broker7", "broker-7.ts"],
  ["1\ufe0f\u20e3", "1", "broker1", "1.ts"],
  ["a🔥b", "a-b", "aB", "a-b.ts"],
  ["or\u200bders\ud800", "or-ders", "orDers", "or-ders.ts"],
  ["a\"b'c`d", "a-b-c-d", "aBCD", "a-b-c-d.ts"],
  ["a\r\nb\u2028c", "a-b-c", "aBC", "a-b-c.ts"],
  [`$${"{process.exit()}"}`, "process.exit", "processExit", "process-exit.ts"],
  ["*/ throw 1 /*", "throw-1", "throw1", "throw-1.ts"],
  ["a::b", "a-b", "aB", "a-b.ts"],
  ["class", "class", "class7", "class.ts"],
  ["undefined", "undefined", "undefined7", "undefined.ts"],
  ["NaN", "NaN", "naN", "na-n.ts"],
  ["arguments", "arguments", "arguments7", "arguments.ts"],
  ["pulumi", "pulumi", "pulumi7", "pulumi.ts"],
  ["broker", "broker", "broker7", "broker.ts"],
  ["config", "config", "config7", "config.ts"],
  ["module", "module", "module7", "module.ts"],
  ["__proto__", "__proto__", "proto", "proto.ts"],
  ["constructor", "constructor", "constructor", "constructor.ts"],
  ["index", "index", "index", "index-7.ts"],
  ["CON", "CON", "con", "con-7.ts"],
  ["lpt1", "lpt1", "lpt1", "lpt1-7.ts"],
  ["orders.d", "orders.d", "ordersD", "orders-d.ts"],
  ["orders.test", "orders.test", "ordersTest", "orders-test.ts"],
  ["../../etc/passwd", "..-..-etc-passwd", "etcPasswd", "etc-passwd.ts"],
  ["x".repeat(300), "x".repeat(60), "x".repeat(40), `${"x".repeat(57)}.ts`],
  [`${"x".repeat(59)}𐐷𐐷`, `${"x".repeat(59)}𐐷`, "x".repeat(40), `${"x".repeat(57)}.ts`],
  [`${"x".repeat(59)} y`, "x".repeat(59), "x".repeat(40), `${"x".repeat(57)}.ts`],
];

test.each(rows)("the names of %j", (wished, ...expected) => {
  const { logical, variables, files } = namesFor([instance(wished, "7")]);
  expect([logical, variables, files]).toEqual(expected.map((name) => [name]));
});

test("a key of the configuration is made of the name and the argument, and may be a reserved word", () => {
  const { configKeys } = namesFor([instance("orders-ops value", "7"), instance("default", "8"), instance("é:é", "9")]);
  expect(configKeys).toEqual(["ordersOpsValue", "default", "eE"]);
});

test("a key of the configuration has no word twice in a row, and not what every argument of an integration is in", () => {
  const keyOf = (name: string, ...path: string[]) =>
    createNames().configKeys([{ type: "", id: "1", wished: wishedKey(name, path), fallback: "secret" }])[0];
  expect(keyOf("shop-orders-webhook", "webhookUri")).toBe("shopOrdersWebhookUri");
  expect(keyOf("webhook", "webhookUri")).toBe("webhookWebhookUri");
  expect(keyOf("shop-log-vendor-d", "config", "apiKey")).toBe("shopLogVendorDApiKey");
  expect(keyOf("shop-Ops", "value")).toBe("shopOpsValue");
});

test("two things that wish the same name both get their id, and a third keeps its own", () => {
  const { logical, variables, files, configKeys } = namesFor([
    instance("orders", "12"),
    instance("Orders!", "5"),
    instance("orders", "9"),
    instance("orders-12", "40"),
  ]);
  expect(logical).toEqual(["orders-12-2", "Orders", "orders-9", "orders-12"]);
  expect(variables).toEqual(["orders12_2", "orders5", "orders9", "orders12"]);
  expect(files).toEqual(["orders-12-2.ts", "orders-5.ts", "orders-9.ts", "orders-12.ts"]);
  expect(configKeys).toEqual(variables);
});

test("logical names of different types do not clash, variables and files do", () => {
  const network: Wish = { type: "Vpc", id: "5", wished: "orders", fallback: "network-5" };
  const { logical, variables, files } = namesFor([instance("orders", "5"), network]);
  expect(logical).toEqual(["orders", "orders"]);
  expect(variables).toEqual(["orders5", "orders5_2"]);
  expect(files).toEqual(["orders-5.ts", "orders-5-2.ts"]);
});

test("a name that exists already gets the id, and a number where that exists too", () => {
  const named = (type: string, name: string) => ({ type, name });
  const taken = {
    logical: [named("Instance", "orders"), named("Instance", "orders-5"), named("Vpc", "events")],
    variables: ["orders", "orders5"],
    files: ["Orders.js", "events", "orders-5.json"],
    configKeys: ["orders", "orders5"],
  };
  const { logical, variables, files, configKeys } = namesFor([instance("orders", "5"), instance("events", "6")], taken);
  expect(logical).toEqual(["orders-5-2", "events"]);
  expect(variables).toEqual(["orders5_2", "events"]);
  expect(files).toEqual(["orders-5-2.ts", "events-6.ts"]);
  expect(configKeys).toEqual(["orders5_2", "events"]);
});

test("ids of any form become part of a name", () => {
  const taken = { logical: [{ type: "Instance", name: "orders" }] };
  const nameWith = (id: string) => createNames(taken).logical([instance("orders", id)])[0];
  expect(nameWith("123/alarms/7")).toBe("orders-123-alarms-7");
  expect(nameWith("123/peerings/projects%2Fp")).toBe("orders-peerings-projects-2-fp");
  expect(nameWith("ø")).toBe("orders-2");
  expect(nameWith("9".repeat(100))).toBe(`orders-${"9".repeat(24)}`);
});

test("a thing that comes later gets a name that is free", () => {
  const { variables } = createNames();
  expect(variables([instance("orders", "1")])).toEqual(["orders"]);
  expect(variables([instance("orders", "2")])).toEqual(["orders2"]);
  expect(variables([instance("orders", "2")])).toEqual(["orders2_2"]);
});

/** Texts in which names of the service go wrong, alone and put together. */
const usual = ["orders", "Orders", "class", "con", "注文", "é", "🔥"];
const parts = [...hostileTexts.map((text) => text.slice(0, 300)), ...usual];
const texts = fc.oneof(
  fc.constantFrom(...parts),
  fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((some) => some.join("")),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: fc.constantFrom("a", "A", "1", "-", " "), maxLength: 4 }),
);
const wishes = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom("Instance", "Vpc"),
    id: fc.oneof(fc.nat(20).map(String), fc.constantFrom("1/alarms/2", "1/alarms/3")),
    wished: texts,
    fallback: fc.constantFrom("broker-1", "broker-2", "", "🔥"),
  }),
  { maxLength: 25, selector: ({ type, id }) => `${type} ${id}` },
);

const isLogical = (name: string) =>
  /^[\p{L}\p{Mn}\p{Mc}\p{Nd}_.-]{1,60}$/u.test(name) &&
  /[\p{L}\p{Nd}]/u.test(name) &&
  !/^-|-$|\p{DI}/u.test(name) &&
  name === name.normalize("NFC");
const isFile = (name: string) =>
  /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name) &&
  name.length <= 60 &&
  !/^(index|con|prn|aux|nul|com\d|lpt\d)\.ts$/.test(name);

test("names of hostile texts are valid, differ, and do not depend on the order", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(wishes, fc.infiniteStream(fc.nat()), (all, random) => {
      const names = namesFor(all);
      const qualified = names.logical.map((name, index) => `${all[index]!.type} ${name}`);
      const files = names.files.map((name) => name.toLowerCase());
      for (const each of [qualified, names.variables, files, names.configKeys])
        expect(new Set(each).size).toBe(all.length);
      // One look at all names, because a look at each takes most of the time.
      const wrong = [
        ...names.logical.filter((name) => !isLogical(name)),
        ...names.variables.filter((name) => !/^[a-z][A-Za-z0-9_]{0,39}$/.test(name)),
        ...names.configKeys.filter((name) => !/^[a-z][A-Za-z0-9_]{0,59}$/.test(name)),
        ...names.files.filter((name) => !isFile(name)),
      ];
      expect(wrong).toEqual([]);
      for (const name of names.variables) seen.add(name);

      const order = all.map((wish, index) => ({ wish, index, key: random.next().value as number }));
      const shuffled = order.sort((a, b) => a.key - b.key);
      const again = namesFor(shuffled.map(({ wish }) => wish));
      for (const sort of sorts) expect(again[sort]).toEqual(shuffled.map(({ index }) => names[sort][index]));
    }),
    { seed: 20_261_122, numRuns: 1_000 },
  );
  expect(seen.size).toBeGreaterThan(400);
  expect(errorsOf([...seen])).toEqual([]);
});

test("no word of the language, of Node or of the files themselves becomes a variable", () => {
  const isWord = (text: string) => /^[a-z]+$/i.test(text);
  const keywords = Object.values(ts.SyntaxKind)
    .filter((kind): kind is ts.SyntaxKind => typeof kind === "number")
    .flatMap((kind) => ts.tokenToString(kind) ?? [])
    .filter(isWord);
  const others = ["arguments", "eval", "undefined", "NaN", "Infinity", "exports", "module", "require", "globalThis"];
  const { variables } = namesFor([...new Set([...keywords, ...others])].map((word, id) => instance(word, String(id))));
  expect(variables.length).toBeGreaterThan(80);
  expect(errorsOf(variables)).toEqual([]);
  // The same check finds a word that may not be used.
  expect(errorsOf(["class", "undefined", "require"])).not.toEqual([]);
});

const options = { target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.CommonJS, strict: true, types: [] };
const compile = compilerWith(options);

/** What a compiler says of a module that exports constants of these names, and what Node says when it runs. */
function errorsOf(names: readonly string[]): string[] {
  const text = names.map((name) => `export const ${name} = 1;\n`).join("");
  const messages = compile(new Map([["names.ts", text]]));
  if (messages.length > 0) return messages;
  const { outputText } = ts.transpileModule(text, { compilerOptions: options });
  const exported: Record<string, number> = {};
  new Function("exports", "require", "module", "__filename", "__dirname", outputText)(exported);
  return names.filter((name) => exported[name] !== 1);
}
