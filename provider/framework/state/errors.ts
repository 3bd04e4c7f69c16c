// `operations.ts` makes the errors for the engine, and `run/createContext.ts` throws `RunFailure`.
// `dynamic/handler.ts`, `plugin/service.ts` and `sent/oncePerTriggers.ts` test errors. Texts may change. The names
// `id`, `reasons` and `properties` must stay, because Pulumi's host reads them.
import { cleanLine, type Secret } from "../../api/transport/clean";
import { sendable } from "../kind/values";
import type { Bag } from "./hidden";

/** The texts that the dynamic host prints of its errors, although the engine shows each of them on a row. */
const printed = new Set<string>();

export const isShown = (text: string): boolean => printed.has(text);

/** Makes the error that the engine shows: one line, no stack, and none of the given secrets. */
export function shortError(error: unknown, secrets: readonly Secret[]): Error {
  const short = new Error(cleanLine(error instanceof Error ? error.message : String(error), secrets));
  short.name = "";
  short.stack = "";
  printed.add(`${short}: ${short.stack}`);
  return short;
}

/** The error that keeps an id: the engine stores the properties and, given a reason, calls `update` in the next run. */
export function partialFailure(error: unknown, id: string, properties: Bag, secrets: readonly Secret[]): Error {
  const short = shortError(error, secrets);
  return Object.assign(short, {
    id,
    reasons: [short.message],
    properties: sendable({ ...properties, __pending: short.message }),
  });
}

/** A failure that every operation of the run meets, such as a missing setting. `run.referToFirst` reads `common`. */
export class RunFailure extends Error {
  readonly common = this.message;
}

export const isPartial = (error: unknown): boolean => error instanceof Error && "reasons" in error;

/** True when an error says that the service was busy with a change of its own. */
export const isBusy = (error: unknown): boolean => error instanceof Error && "kind" in error && error.kind === "busy";

/** True when an error says for certain that the service has not carried out the request. */
export const isNothingDone = (error: unknown): boolean =>
  error instanceof Error && "ambiguous" in error && error.ambiguous === false;
