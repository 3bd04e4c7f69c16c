import { cleanLine } from "../api/clean";
import type { Bag } from "./hidden";
import { sendable } from "./values";

/**
 * An error as the host should show it: one line, no stack (the host prints the stack of what `read`, `delete`, `check`
 * and `diff` throw), and none of the given secrets.
 */
export function shortError(error: unknown, secrets: readonly string[]): Error {
  const short = new Error(cleanLine(error instanceof Error ? error.message : String(error), secrets));
  short.name = "";
  short.stack = "";
  return short;
}

/**
 * The error that keeps an id: the engine stores the object with these properties, shows the reasons, and calls `update`
 * in the next run. Without at least one reason it would count as done.
 */
export function partialFailure(error: unknown, id: string, properties: Bag, secrets: readonly string[]): Error {
  const short = shortError(error, secrets);
  return Object.assign(short, {
    id,
    reasons: [short.message],
    properties: sendable({ ...properties, __pending: short.message }),
  });
}

/** Whether an error is one of {@link partialFailure}. */
export const isPartial = (error: unknown): boolean => error instanceof Error && "reasons" in error;

/** Whether the service was busy with a change of its own. */
export const isBusy = (error: unknown): boolean => error instanceof Error && "kind" in error && error.kind === "busy";
