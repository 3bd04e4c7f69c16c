import { AsyncLocalStorage } from "node:async_hooks";
import { type Secret, secretsIn } from "../api/clean";

const told = new AsyncLocalStorage<Set<Secret>>();

/** Runs an operation whose messages hide what {@link hideValues} is given during it. */
export const withSecretTexts = <T>(operation: () => T): T => told.run(new Set(), operation);

/** Hides the texts and numbers in values that the program marks as secret, of inputs that are none by their kind. */
export function hideValues(values: readonly unknown[]): void {
  for (const secret of secretsIn(values)) told.getStore()?.add(secret);
}

/** What the running operation must not show. */
export const hiddenValues = (): Secret[] => [...(told.getStore() ?? [])];
