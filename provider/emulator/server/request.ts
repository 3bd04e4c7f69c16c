// `server.ts` reads each request with `checkQuery` and `checkBody`; nouns build schemas from `text`, `httpUrl`,
// `commaList` and `monthText`. Texts may change with their tests, except "Field is required", which a live service
// sends. Unknown fields must be refused, because a test then finds a mistyped field.
import { z } from "zod";
import { parseJson } from "./guard";
import { invalid, ServiceError } from "./reply";

/** A request in the form in which it arrived. */
export interface Incoming {
  method: string;
  /** The path as sent, without the query. */
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

type Fields = Record<string, unknown>;

const badRequest = (error: string) => new ServiceError({ status: 400, body: { error } });

/** Reads the body without a check of its fields. An empty body is `undefined`. The fields of a form stay text. */
export function parseBody(request: Incoming): { value: unknown; form: boolean } {
  if (request.body.length === 0) return { value: undefined, form: false };
  const type = contentTypeOf(request);
  const text = request.body.toString("utf8");
  if (type === "application/x-www-form-urlencoded") return { value: parseForm(text), form: true };
  if (type !== "application/json") {
    throw badRequest("The content type of a body must be application/json or application/x-www-form-urlencoded");
  }
  return { value: parseJson(text), form: false };
}

/** The content type of a request, without parameters such as its character set. */
export const contentTypeOf = ({ headers }: Incoming): string =>
  (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();

/** Reads form data or a query: `name=value`, and `name[]=value` for each element of a list. */
function parseForm(text: string): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.endsWith("[]")) {
      const list = fields[name.slice(0, -2)];
      // A form sends only `tags[]=` for an empty list.
      const more = value === "" ? [] : [value];
      fields[name.slice(0, -2)] = Array.isArray(list) ? [...list, ...more] : more;
    } else {
      fields[name] = value;
    }
  }
  return fields;
}

/** The schema of an operation that takes no fields. */
const noFields = z.strictObject({});

/** Checks the body against its schema. Without a schema, the body must have no field. */
export function checkBody(request: Incoming, schema: z.ZodType | undefined): unknown {
  const { value, form } = parseBody(request);
  const wanted = schema ?? noFields;
  return check(wanted, form ? readTyped(value as Fields, wanted) : (value ?? {}));
}

/** Checks the query against its schema. Without a schema, the query must have no parameter. */
export function checkQuery(request: Incoming, schema: z.ZodType | undefined): unknown {
  const wanted = schema ?? noFields;
  return check(wanted, readTyped(parseForm(request.query), wanted));
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(result.error.issues.flatMap((issue) => fieldErrors(issue, value)));
  return result.data;
}

const expectations: Record<string, string> = {
  string: "Must be a string",
  number: "Must be a number",
  int: "Must be an integer",
  boolean: "Must be true or false",
  array: "Must be a list",
  object: "Must be an object",
};

function fieldErrors(issue: z.core.$ZodIssue, value: unknown): [string, string][] {
  const field = issue.path.join(".") || "body";
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [[...issue.path, key].join("."), "Unknown field"]);
  }
  if (issue.path.length > 0 && valueAt(value, issue.path) === undefined) return [[field, "Field is required"]];
  if (issue.code === "invalid_type") return [[field, expectations[issue.expected] ?? issue.message]];
  return [[field, issue.message]];
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at == null ? undefined : (at as Record<PropertyKey, unknown>)[key]), value);

/** Turns form fields and query parameters from text into the types of the schema, where possible. */
function readTyped(fields: Fields, schema: z.ZodType): Fields {
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field ? coerce(value, innermost(field)) : value];
    }),
  );
}

function coerce(value: unknown, schema: z.core.$ZodType): unknown {
  if (Array.isArray(value)) {
    return schema instanceof z.ZodArray ? value.map((each) => coerce(each, innermost(schema.element))) : value;
  }
  if (schema instanceof z.ZodUnion) {
    const readings = schema.options.map((option) => [option, coerce(value, innermost(option))] as const);
    return readings.find(([option, reading]) => z.safeParse(option, reading).success)?.[1] ?? value;
  }
  if (schema instanceof z.ZodLiteral && value === "false") return schema.value === false ? false : value;
  if (schema instanceof z.ZodNumber && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (schema instanceof z.ZodBoolean && (value === "true" || value === "false")) return value === "true";
  return value;
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = "innerType" in schema._zod.def ? (schema._zod.def.innerType as z.core.$ZodType) : undefined;
  return inner ? innermost(inner) : schema;
}

/** A list that may also come as one comma-separated string. */
export const commaList = z
  .union([z.array(z.string()), z.string()], { error: "Must be a list or a comma-separated string" })
  .transform((given) =>
    typeof given === "string"
      ? given
          .split(",")
          .map((each) => each.trim())
          .filter((each) => each !== "")
      : given,
  );

/** A string that is not empty. */
export const text = z.string().min(1, "Can't be empty");

/** An http or https URL. */
export const httpUrl = text.refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  "Must be an http or https URL",
);

/** A month, such as `2026-01`. */
export const monthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Must have the form YYYY-MM");
