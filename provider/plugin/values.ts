// `service.ts` and `construct.ts` read and write messages here. The signatures must stay: the engine defines them.
// `open` must hide every secret outside `known`, because messages could quote the secret. All else may change.
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { isRecord, isUnknown, mapValues, sendable, unknownString, type Values } from "../framework/kind/values";
import { hideValues } from "../framework/state/secretValues";
import { Struct } from "./sdk";

/** The key in an object that stands for something else (sdk/go/common/resource in pulumi/pulumi defines these keys). */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";

/** Properties as the definitions take them. */
export interface Opened {
  values: Values;
  /** The names of the properties that are secret, or that hold a secret. */
  secrets: ReadonlySet<string>;
}

/** Takes plain values out of a message, and hides their secrets. The framework hides secrets of `known` properties. */
export function open(message: StructMessage | undefined, known: readonly string[] = []): Opened {
  const secrets = new Set<string>();
  const values: Values = {};
  for (const [name, value] of Object.entries(message?.toJavaScript() ?? {})) {
    const hidden: unknown[] = [];
    const plain = unwrap(value, hidden);
    if (hidden.length > 0) secrets.add(name);
    if (hidden.length > 0 && !known.includes(name)) hideValues(name, hidden);
    if (plain !== null) values[name] = plain;
  }
  return { values, secrets };
}

/** Returns a value without the engine's marks, and adds the values with the mark of a secret to `hidden`. */
function unwrap(value: unknown, hidden: unknown[]): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => unwrap(each, hidden));
  const marked = value as Values;
  const mark = marked[signature];
  if (isSecret(marked) || (mark === outputSignature && marked["secret"] === true)) hidden.push(marked["value"]);
  if (isSecret(marked)) return unwrap(marked["value"], hidden);
  // An output without a value is not known yet.
  if (mark === outputSignature) return "value" in marked ? unwrap(marked["value"], hidden) : unknownString;
  // A resource that is not made yet has no id, or an empty one.
  if (mark === resourceSignature) return unwrap(marked["id"], hidden) || unknownString;
  return mapValues(marked, (each) => unwrap(each, hidden));
}

/** Moves the marks around an object to its members, down to a depth. Throws for an unknown value; `what` names it. */
export function spread(value: unknown, depth: number, what: string): unknown {
  if (depth === 0) return value;
  if (isUnknown(value))
    throw new Error(
      `${what} must be known when the program runs: give a plain value here, not an output. The instance, alarms, recipients and integrations must be plain objects, but each argument inside such an object can be an output`,
    );
  if (!isRecord(value)) return value;
  if (!(signature in value)) return mapValues(value, (each, name) => spread(each, depth - 1, `${what}.${name}`));
  const inner = spread("value" in value ? value["value"] : unknownString, 1, what);
  if (!isRecord(inner)) return inner;
  const marked = mapValues(inner, (each) => ({ ...value, value: each }));
  return spread(marked, depth, what);
}

/** The reference to a registered resource in a message. */
export const referenceTo = (made: { urn: string; id: string }): Values => ({ [signature]: resourceSignature, ...made });

/** True when an object of a message stands for a secret value. */
export const isSecret = (marked: Values): boolean => marked[signature] === secretSignature;

/** Puts properties into a message, those with the given names as secrets. */
export function close(values: Values, secrets: ReadonlySet<string>): StructMessage {
  const wrap = (value: unknown, name: string) => (secrets.has(name) ? { [signature]: secretSignature, value } : value);
  return Struct.fromJavaScript(mapValues(sendable(values), wrap) as never);
}
