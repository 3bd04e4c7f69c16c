import type { Bag } from "./hidden";
import { sendable } from "./values";

/**
 * An error as the host should show it: one line, no stack (the host prints the stack of what `read`, `delete`, `check`
 * and `diff` throw), and none of the given secrets.
 */
export function shortError(error: unknown, secrets: readonly string[]): Error {
  const short = new Error(redact(messageOf(error), secrets));
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

/** The text without the secrets that it happens to quote. */
export function redact(text: string, secrets: readonly string[]): string {
  // The longest first: one secret may be part of another.
  const known = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return known.reduce((clean, secret) => clean.split(secret).join("[secret]"), text);
}

/** All strings at any depth of a value, for use as secrets. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(stringsIn);
  return [];
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s*\n\s*/g, " ").trim();
}
