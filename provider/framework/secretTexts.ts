import { AsyncLocalStorage } from "node:async_hooks";
import { stringsIn } from "../api/clean";

const told = new AsyncLocalStorage<Set<string>>();

/** Runs an operation whose messages hide what {@link hideTexts} is given during it. */
export const withSecretTexts = <T>(operation: () => T): T => told.run(new Set(), operation);

/** Hides the texts in values that the program marks as secret, of inputs that are none by their kind. */
export function hideTexts(values: readonly unknown[]): void {
  for (const text of stringsIn(values)) told.getStore()?.add(text);
}

/** The texts that the running operation must not show. */
export const hiddenTexts = (): string[] => [...(told.getStore() ?? [])];
