import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { unknownString } from "../framework/kind/unknowns";
import { sendable } from "../framework/kind/values";
import { hideValues } from "../framework/state/secretValues";
import { Struct } from "./sdk";

type Values = Record<string, unknown>;

/** The key by which the engine marks an object that stands for something else (sdk/go/common/resource in pulumi/pulumi). */
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

/**
 * Takes the properties out of a message: plain values, without the marks around secrets and outputs. The texts and
 * numbers of secrets are hidden, except in the `known` properties, of which the kind tells what is to be hidden.
 */
export function open(message: StructMessage | undefined, known: readonly string[] = []): Opened {
  const secrets = new Set<string>();
  const values: Values = {};
  for (const [name, value] of Object.entries(message?.toJavaScript() ?? {})) {
    const found: Found = { secret: false, marked: [] };
    const plain = unwrap(value, found);
    if (found.secret) secrets.add(name);
    if (found.secret && !known.includes(name)) hideValues(name, found.marked);
    if (plain !== null) values[name] = plain;
  }
  return { values, secrets };
}

/** What a property holds of secrets. */
interface Found {
  secret: boolean;
  /** The values with a mark of their own. */
  marked: unknown[];
}

function unwrap(value: unknown, found: Found): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => unwrap(each, found));
  const marked = value as Values;
  const mark = marked[signature];
  if (isSecret(marked) || (mark === outputSignature && marked["secret"] === true)) {
    found.secret = true;
    found.marked.push(marked["value"]);
  }
  if (isSecret(marked)) return unwrap(marked["value"], found);
  // An output without a value is not known yet.
  if (mark === outputSignature) return "value" in marked ? unwrap(marked["value"], found) : unknownString;
  // A resource that is not made yet has no id, or an empty one.
  if (mark === resourceSignature) return unwrap(marked["id"], found) || unknownString;
  return Object.fromEntries(Object.entries(marked).map(([key, each]) => [key, unwrap(each, found)]));
}

/** True when an object of a message stands for a secret value. */
export const isSecret = (marked: Values): boolean => marked[signature] === secretSignature;

/** Puts properties into a message, those with the given names as secrets. */
export function close(values: Values, secrets: ReadonlySet<string>): StructMessage {
  const wrapped = Object.entries(sendable(values)).map(([name, value]) => [
    name,
    secrets.has(name) ? { [signature]: secretSignature, value } : value,
  ]);
  return Struct.fromJavaScript(Object.fromEntries(wrapped));
}
