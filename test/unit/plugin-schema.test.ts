import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as broker from "../../provider";
import { variables } from "../../provider/api";
import { marksOf, secretOutputsOf } from "../../provider/framework/kind/marks";
import { definitions } from "../../provider/resources/definitions";
import { repositoryRoot, temporaryFolder } from "../helpers/paths";
import { kindInSchema, readSchema, type SchemaProperty, schemaFile } from "../helpers/plugin-schema";
import { kinds } from "../kinds";

/** The schema by which other languages know the package, beside the definitions that the package itself runs on. */

const schema = readSchema();

test("the schema is what the definitions and declarations say: npm run schema renews it", () => {
  const folder = temporaryFolder("schema");
  try {
    const made = join(folder, "schema.json");
    execFileSync(process.execPath, [join(repositoryRoot, "tools", "schema.mjs"), made], { stdio: "pipe" });
    expect(readFileSync(schemaFile, "utf8")).toBe(readFileSync(made, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the schema has every kind and the component, and nothing else", () => {
  const types = [...definitions, { type: "MonitoredInstance" }].map(({ type }) => `broker:index:${type}`);
  expect(Object.keys(schema.resources).sort()).toEqual(types.sort());
});

const namesWith = (properties: Record<string, SchemaProperty>, mark: "secret" | "willReplaceOnChanges") =>
  Object.keys(properties).filter((name) => properties[name]?.[mark]);

test.each(definitions)("$type has the inputs, outputs, marks and the alias of its definition", (definition) => {
  const { type } = definition;
  const { properties, required, inputProperties, aliases } = kindInSchema(schema, type);
  const marks = Object.entries(marksOf(definition.schema));
  const marked = (mark: "secret" | "replace") => marks.filter(([, each]) => each[mark]).map(([name]) => name);

  expect(Object.keys(inputProperties).sort()).toEqual(marks.map(([name]) => name).sort());
  expect(namesWith(inputProperties, "secret").sort()).toEqual(marked("secret").sort());
  expect(namesWith(inputProperties, "willReplaceOnChanges").sort()).toEqual(marked("replace").sort());

  // What is only read when an object is made need not be an output.
  const createOnly = marks.filter(([, { createOnly }]) => createOnly).map(([name]) => name);
  const outputs = [...marks.map(([name]) => name), ...(definition.outputs ?? [])].sort();
  expect([...new Set([...Object.keys(properties), ...createOnly])].sort()).toEqual(outputs);
  expect(namesWith(properties, "secret").sort()).toEqual(secretOutputsOf(definition).sort());
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(required ?? []));
  expect(aliases).toEqual([{ type: `pulumi-nodejs:dynamic/broker:${type}` }]);
});

test("no SDK makes a replacement of a change that keeps the object", () => {
  // With `replaceOnChanges`, the engine replaces an instance that its plan would move to another region in place.
  expect(readFileSync(schemaFile, "utf8")).not.toMatch(/"replaceOnChanges"/);
  expect(kindInSchema(schema, "Instance").inputProperties["region"]?.willReplaceOnChanges).toBe(true);
});

test("the inputs of all alarms and of all integrations are in one type each", () => {
  const { inputProperties: alarm, requiredInputs } = kindInSchema(schema, "Alarm");
  expect(requiredInputs).toEqual(["instance", "type"]);
  expect(alarm["valueThreshold"]?.description).toContain("`type` `disk`: The level at which the alarm goes off");
  expect(alarm["recipients"]).toMatchObject({ type: "array", items: { type: "string" } });
  const { inputProperties: integration } = kindInSchema(schema, "Integration");
  expect(integration["config"]).toMatchObject({ $ref: "#/types/broker:index:IntegrationConfig", secret: true });
  const config = schema.types["broker:index:IntegrationConfig"];
  expect(config?.required).toBeUndefined();
  expect(config?.properties?.["hostPort"]?.description).toContain("`log_vendor_i`, `metric_vendor_g`. Needed there");
  expect(schema.types["broker:index:IntegrationSystem"]?.enum).toHaveLength(24);
});

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** All values under a name, at any depth. */
function valuesAt(name: string, value: unknown): unknown[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === name ? [each] : valuesAt(name, each)));
}

test("every type that is referred to is there, and every type is referred to", () => {
  const named = Object.keys(schema.types).map((token) => `#/types/${token}`);
  const referred = valuesAt("$ref", schema).filter((ref) => /^#.types/.test(String(ref)));
  expect([...new Set(referred)].sort()).toEqual(named.sort());
});

test("no description tells what only a TypeScript program can do", () => {
  const texts = valuesAt("description", schema)
    .filter((text) => typeof text === "string")
    .map((text) => text.replace(/\{\{% examples[\s\S]*/, ""));
  const foreign = /```|\{@|\bOutput\b|\w+Output\b|pulumi\.|getStack|the resource itself|as a resource\b|\{ import/;
  expect(texts.filter((text) => foreign.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(300);
});

test("every type, field and value has words, and every value a name that an SDK can take", () => {
  const types = Object.values(schema.types);
  const fields = valuesAt("properties", schema).concat(valuesAt("inputProperties", schema), schema.config.variables);
  const values = types.flatMap((type) => type.enum ?? []);
  const described = [...types, ...fields.flatMap((each) => Object.values(each as object)), ...values];
  expect(described.filter(({ description }) => !description)).toEqual([]);
  expect(described.length).toBeGreaterThan(700);
  expect(values.filter(({ name = "" }) => !/^([A-Z][a-z0-9]*)+$/.test(name))).toEqual([]);
});

test("every kind and function has an example in every language, and every kind that exists on the service an import", () => {
  const languages = ["typescript", "python", "go", "csharp", "java", "yaml"];
  const texts = Object.entries({ ...schema.resources, ...schema.functions });
  for (const [token, { description }] of texts) {
    const shown = [...description.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    expect([token, shown.filter((each) => each !== "sh")]).toEqual([token, languages]);
  }
  const withoutImport = Object.keys(schema.resources).filter(
    (token) => !schema.resources[token]?.description.includes(`pulumi import ${token} name "`),
  );
  expect(withoutImport).toEqual(["broker:index:CredentialRotation", "broker:index:MonitoredInstance"]);
});

test("years, months and counts are whole numbers", () => {
  const { inputs } = schema.functions["broker:index:getInvoice"] ?? {};
  expect(inputs?.properties).toMatchObject({ year: { type: "integer" }, month: { type: "integer" } });
  expect(schema.functions["broker:index:getAuditLog"]?.inputs?.properties["month"]?.type).toBe("string");
  expect(resultOf("getFirewallRules").properties["ports"]?.items?.type).toBe("integer");
});

const plainFunctions = Object.entries(broker)
  .filter(([name, value]) => typeof value === "function" && /^get/.test(name) && !name.endsWith("Output"))
  .map(([name]) => name);

test("the schema has every function, and nothing else", () =>
  expect(Object.keys(schema.functions).sort()).toEqual(plainFunctions.map((name) => `broker:index:${name}`).sort()));

/** The object in a result: the result itself, or each element of the list in it. */
function resultOf(name: string): { type: string; properties: Record<string, SchemaProperty> } {
  const { properties } = schema.functions[`broker:index:${name}`]?.outputs ?? { properties: {} };
  const [only, ...others] = Object.values(properties);
  const token = others.length === 0 ? only?.items?.$ref?.replace("#/types/", "") : undefined;
  const type = token ?? name.replace(/^get/, "broker:index:");
  return { type, properties: (token && schema.types[token]?.properties) || properties };
}

test.each(plainFunctions)("what %s returns is as secret as in the resource", (name) => {
  const { type, properties } = resultOf(name);
  const kind = type.replace(/^broker:index:|(Result|ListItem)$/g, "");
  const definition = definitions.find((each) => each.type === kind);
  const secrets = definition === undefined ? [] : secretOutputsOf(definition);
  const shared = Object.keys(properties).filter((property) => secrets.includes(property));
  expect(namesWith(properties, "secret")).toEqual(shared);
  const { inputs } = schema.functions[`broker:index:${name}`] ?? {};
  const keys = inputs === undefined ? [] : namesWith(inputs.properties, "secret");
  expect(keys).toEqual(inputs?.properties["instanceApiKey"] ? ["instanceApiKey"] : []);
});

test("credentials are among what functions return", () => {
  const marked = plainFunctions.map((name) => [name, namesWith(resultOf(name).properties, "secret")] as const);
  // The options of a recipient may hold a secret, and show none where they do not.
  const known = kinds.flatMap(({ functions = {}, secrets }) => {
    const isKnown = (each: string) => secrets.includes(each) && each !== "options";
    const secretsOf = (name: string) => Object.keys(resultOf(name).properties).filter(isKnown);
    return Object.values(functions)
      .flat()
      .map((name) => [name, secretsOf(name)] as const);
  });
  const some = (all: readonly (readonly [string, string[]])[]) =>
    Object.fromEntries(all.filter(([, names]) => names.length > 0));
  expect(some(marked)).toEqual(some(known));
  const two = { getInstance: ["url", "urls", "password", "apiKey"], getWebhooks: ["webhookUri"] };
  expect(some(known)).toMatchObject(two);
});

test("the configuration is that of the package, with the same variables of the environment", () => {
  const { variables: config } = schema.config;
  expect(Object.keys(config).sort()).toEqual(["allowHttp", "apiKey", "baseUrl", "customerUrl", "instanceApiKeys"]);
  expect(namesWith(config, "secret")).toEqual(["apiKey", "instanceApiKeys"]);
  const environment = Object.entries(config).flatMap(([name, { defaultInfo }]) =>
    defaultInfo === undefined ? [] : [[`broker:${name}`, ...defaultInfo.environment]],
  );
  expect(Object.fromEntries(environment)).toEqual(variables);
  // Pulumi gives the stack's configuration to the default provider alone, and an explicit one says nothing of it.
  const texts = Object.entries(schema.provider.inputProperties).map(([name, { description = "", ...property }]) => {
    expect(property).toEqual({ ...config[name], description: undefined });
    return description;
  });
  expect(texts).toHaveLength(Object.keys(config).length);
  expect(texts.filter((text) => !/Default: (`BROKER_\w+`|none)/.test(text) || text.includes("broker:"))).toEqual([]);
});
