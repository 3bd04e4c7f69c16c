// `drift/report.ts` calls the function for each changed resource. A value that is secret on one side must stay
// unprinted; names with `__` must stay out.
import { isDeepStrictEqual } from "node:util";
import { cleanLine } from "../../api";
import type { StepMetadata } from "./events";

/** A property that differs. One that is, or may be, a secret is named without its values. */
export type PropertyDifference =
  | {
      /** The path, such as `config.heartbeat`. */
      property: string;
      /** The value in the state; missing where there is none. */
      state?: unknown;
      /** The value on the service; missing where there is none. */
      service?: unknown;
    }
  | { property: string; secret: true };

/** The key by which the engine marks a value as something special, and the mark of a secret. */
const signatureKey = "4dabf18193072939515e22adb298388d";

type State = StepMetadata["old"];
type Bag = Record<string, unknown>;

/** The differences between what the state holds of a resource and what was seen of it, by their paths. */
export function differencesOf(before: State, after: State): PropertyDifference[] {
  const olds = allOf(before);
  // What the state does not have at all cannot have changed: an unfinished resource has not been read in full.
  const news = Object.fromEntries(Object.entries(allOf(after)).filter(([name]) => name in olds));
  return cleanDeep(compare("", olds, news)) as PropertyDifference[];
}

/** The properties by their names, as last seen. One whose input is a secret is a secret. */
function allOf(state: State): Bag {
  const { inputs = {}, outputs = {} } = state ?? {};
  const secrets = Object.entries(inputs).filter(([, value]) => holdsSecret(value));
  const all = Object.entries({ ...inputs, ...outputs, ...Object.fromEntries(secrets) });
  // Names with two underscores are the package's own.
  return Object.fromEntries(all.filter(([name]) => !name.startsWith("__")));
}

function compare(path: string, before: unknown, after: unknown): PropertyDifference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isBag(before) && isBag(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => compare(path === "" ? name : `${path}.${name}`, before[name], after[name]));
  }
  if (holdsSecret(before) || holdsSecret(after)) return [{ property: path, secret: true }];
  return [{ property: path, state: before, service: after }];
}

/** True for an object that is neither a list nor a mark of the engine. */
export const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(signatureKey in value);

/** True when a value is, or holds at any depth, one that the engine has marked: the only marks in a state are secrets. */
function holdsSecret(value: unknown): boolean {
  if (value === "[secret]") return true;
  if (typeof value !== "object" || value === null) return false;
  return signatureKey in value || Object.values(value).some(holdsSecret);
}

/** The same value with every text in it, names included, made printable. */
function cleanDeep(value: unknown): unknown {
  if (typeof value === "string") return cleanLine(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanLine(name), cleanDeep(each)]));
}
