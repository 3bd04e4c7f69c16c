// Nouns mark fields with `secret`; `server.ts` and `panel/stream.ts` hide values with `withoutSecrets`. New words may
// go into `secretName`. An unknown field must be hidden, because a request can send a secret under a wrong name.
// "[secret]" must stay, because `LoggedRequest` promises it.
import { z } from "zod";

const marks = z.registry<{ secret: true }>();

/** A field whose value the log and the panel do not show. A record must have the field under the same name. */
export function secret<S extends z.ZodType>(schema: S): S {
  // Several fields may share one schema, so the mark belongs to a copy of the schema.
  const own = schema.clone(schema.def) as S;
  marks.add(own, { secret: true });
  return own;
}

const hidden = "[secret]";

// The form of a harmless field name. A name of any other form is hidden too, because the name may be a value: JSON sent
// as a form arrives as one long field name.
const plainName = /^[\w.-]{1,64}$/;

// If a schema takes any names, these names are secret: fields that often hold a token, and names with these words.
const secretName =
  /(^|_)ur[il]$|^(value|connection_string|host_port|email|iam_role|iam_external_id|application_id|tenant_id)$|secret|pass|token|key|auth|credential|cert|dsn/i;

/**
 * A copy of a body without secret values. Secret is a field that the schema of the operation marks as secret, and a
 * field that the schema does not have, or that `also` names.
 */
export function withoutSecrets(
  value: unknown,
  schema: z.core.$ZodType | undefined,
  also: readonly string[] = [],
): unknown {
  const known = schema && innermost(schema);
  if (Array.isArray(value)) {
    return value.map((each) => withoutSecrets(each, known instanceof z.ZodArray ? known.element : known, also));
  }
  if (value === null || typeof value !== "object") return known ? value : hidden;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = known && !also.includes(name) ? fieldOf(known, name) : undefined;
      return plainName.test(name) ? [name, field ? withoutSecrets(each, field, also) : hidden] : [hidden, hidden];
    }),
  );
}

/** The names of the fields that a schema marks as secret, at any depth. */
export function secretFieldsOf(schema: z.core.$ZodType): string[] {
  const known = innermost(schema);
  if (known instanceof z.ZodArray) return secretFieldsOf(known.element);
  if (!(known instanceof z.ZodObject)) return [];
  return Object.entries(known.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
    marks.has(innermost(field)) ? [name] : secretFieldsOf(field),
  );
}

/** The schema of a field, or undefined when the field is secret or unknown. */
function fieldOf(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  const takesAny =
    schema instanceof z.ZodRecord ? schema.valueType : schema instanceof z.ZodUnknown ? schema : undefined;
  if (takesAny) return secretName.test(name) ? undefined : takesAny;
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return field && marks.has(innermost(field)) ? undefined : field;
}

/** The innermost schema, without the schemas around it that make it optional, set a default, or change the value. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (marks.has(schema)) return schema;
  const { innerType, in: input } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? input;
  return inner ? innermost(inner) : schema;
}
