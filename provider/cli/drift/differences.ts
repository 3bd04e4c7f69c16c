// `drift/report.ts` compares each changed resource with `differencesOf`. More values may count as secret. A value that
// is secret on one side must stay unprinted, because the other side can show the same secret. Names with `__` must stay
// out, because the package keeps its own data under such names.
import { isDeepStrictEqual } from "node:util";
import { cleanLine, isRecord } from "../../api";
import type { StepMetadata } from "./events";

/** A property that differs. A property that is or may be secret is named without its values. */
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

/** The key by which the engine marks a special value, such as a secret. */
const signatureKey = "4dabf18193072939515e22adb298388d";

type State = StepMetadata["old"];
type Bag = Record<string, unknown>;

/** The differences between a resource in the state and on the service, each with its path. */
export function differencesOf(before: State, after: State): PropertyDifference[] {
  const olds = allOf(before);
  // A property that the state lacks cannot have changed: an unfinished resource has not been read in full.
  const news = Object.fromEntries(Object.entries(allOf(after)).filter(([name]) => name in olds));
  return cleanDeep(compare("", olds, news)) as PropertyDifference[];
}

/** The properties by their names, as last seen. A property whose input is a secret is a secret. */
function allOf(state: State): Bag {
  const { inputs = {}, outputs = {} } = state ?? {};
  const secrets = Object.entries(inputs).filter(([, value]) => holdsSecret(value));
  const all = Object.entries({ ...inputs, ...outputs, ...Object.fromEntries(secrets) });
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
export const isBag = (value: unknown): value is Bag => isRecord(value) && !(signatureKey in value);

/** True when a value is, or holds at any depth, a value with the engine's mark: in a state, only secrets have it. */
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
