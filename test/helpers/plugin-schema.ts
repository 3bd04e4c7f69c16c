import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./paths";

/** A property of the schema, as far as tests read it. */
export interface SchemaProperty {
  type?: string;
  $ref?: string;
  items?: SchemaProperty;
  additionalProperties?: SchemaProperty;
  oneOf?: SchemaProperty[];
  description?: string;
  default?: unknown;
  secret?: boolean;
  willReplaceOnChanges?: boolean;
}

/** An object type of the schema: a named type, the arguments or the result of a function. */
export interface SchemaObject {
  properties: Record<string, SchemaProperty>;
  required?: string[];
}

export interface SchemaResource extends SchemaObject {
  description: string;
  inputProperties: Record<string, SchemaProperty>;
  requiredInputs: string[];
  aliases: { type: string }[];
}

/** The schema of the plugin, as far as tests read it. */
export interface PluginSchema {
  version: string;
  pluginDownloadURL: string;
  types: Record<
    string,
    Partial<SchemaObject> & { description?: string; enum?: { value: string; name?: string; description?: string }[] }
  >;
  resources: Record<string, SchemaResource>;
  functions: Record<string, { description: string; inputs?: SchemaObject; outputs: SchemaObject }>;
  config: { variables: Record<string, SchemaProperty & { defaultInfo?: { environment: string[] } }> };
  provider: { inputProperties: Record<string, SchemaProperty> };
}

export const schemaFile = join(repositoryRoot, "provider", "plugin", "schema.json");

export const readSchema = (): PluginSchema => JSON.parse(readFileSync(schemaFile, "utf8")) as PluginSchema;

/** The part of the schema that is about a kind. */
export function kindInSchema(schema: PluginSchema, type: string): SchemaResource {
  const found = schema.resources[`broker:index:${type}`];
  if (found === undefined) throw new Error(`the schema has no ${type}`);
  return found;
}

/** What in a value is not as the schema says, by the path to it. A value of null counts as none. */
export function misfits(schema: PluginSchema, property: SchemaProperty, value: unknown, path = ""): string[] {
  const wrong = (text: string) => [`${path} ${text}: ${JSON.stringify(value)}`];
  const { type, $ref, items, additionalProperties, oneOf } = property;
  if ($ref === "pulumi.json#/Any") return [];
  if (oneOf !== undefined)
    return oneOf.some((each) => misfits(schema, each, value, path).length === 0) ? [] : wrong("has none of the types");
  const named = $ref === undefined ? undefined : schema.types[$ref.replace("#/types/", "")];
  if (named?.enum?.every((each) => each.value !== value)) return wrong("is not in the enum");
  if (named?.properties !== undefined) return misfitsIn(schema, named as SchemaObject, value, path);
  if (items !== undefined) {
    if (!Array.isArray(value)) return wrong("is no list");
    return value.flatMap((each, i) => misfits(schema, items, each, `${path}[${i}]`));
  }
  if (additionalProperties !== undefined && typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, each]) =>
      misfits(schema, additionalProperties, each, `${path}.${key}`),
    );
  }
  const isRight = type === "integer" ? Number.isInteger(value) : typeof value === type;
  return isRight ? [] : wrong(`is no ${type}`);
}

/** What in an object is not as its schema says: fields of another type, fields that are unknown, missing ones. */
export function misfitsIn(schema: PluginSchema, { properties, required }: SchemaObject, value: unknown, path = "") {
  if (typeof value !== "object" || value === null) return [`${path} is no object: ${JSON.stringify(value)}`];
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  const names = given.map(([name]) => name);
  const wrong = given.flatMap(([name, each]) => {
    const property = properties[name];
    return property === undefined ? [`${path}.${name} is unknown`] : misfits(schema, property, each, `${path}.${name}`);
  });
  const missing = (required ?? []).filter((name) => !names.includes(name));
  return [...wrong, ...missing.map((name) => `${path}.${name} is missing`)];
}
