import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./paths";

/** A property of the schema, as far as tests read it. */
export interface SchemaProperty {
  type?: string;
  $ref?: string;
  items?: SchemaProperty;
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

/** A kind of resource in the schema. */
export interface SchemaResource extends SchemaObject {
  description: string;
  inputProperties: Record<string, SchemaProperty>;
  requiredInputs: string[];
  aliases: { type: string }[];
}

/** The schema of the plugin, as far as tests read it. */
export interface PluginSchema {
  types: Record<string, Partial<SchemaObject> & { enum?: { value: string }[] }>;
  resources: Record<string, SchemaResource>;
  functions: Record<string, { description: string; inputs?: SchemaObject; outputs: SchemaObject }>;
  config: { variables: Record<string, SchemaProperty & { defaultInfo?: { environment: string[] } }> };
  provider: { inputProperties: Record<string, SchemaProperty> };
}

/** The path of the committed schema. */
export const schemaFile = join(repositoryRoot, "provider", "plugin", "schema.json");

/** Reads the committed schema. */
export function readSchema(): PluginSchema {
  return JSON.parse(readFileSync(schemaFile, "utf8")) as PluginSchema;
}

/** The part of the schema that is about a kind. */
export function kindInSchema(schema: PluginSchema, type: string): SchemaResource {
  const found = schema.resources[`broker:index:${type}`];
  if (found === undefined) throw new Error(`the schema has no ${type}`);
  return found;
}
