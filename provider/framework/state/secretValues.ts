// The store holds the values that a program marks as secret. `dynamic/handler.ts` and `plugin/` fill it;
// `run/redact.ts`, `preview/previewLines.ts` and `plugin/functions.ts` read it. Each call must keep a store of its own,
// because one process runs many calls at once. All else may change.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Secret, secretsIn } from "../../api/transport/clean";

/** What each running operation hides: one process runs many at once. Outside an operation, nothing is hidden. */
const told = new AsyncLocalStorage<{ values: Set<Secret>; names: Set<string> }>();

/** Runs one call of the engine, through either protocol, whose messages hide what {@link hideValues} gets. */
export const withSecretTexts = <T>(operation: () => T): T =>
  told.run({ values: new Set(), names: new Set() }, operation);

/** Hides the texts and numbers in values of an input that the program marks as secret, but not its kind. */
export function hideValues(name: string, values: readonly unknown[]): void {
  const store = told.getStore();
  store?.names.add(name);
  for (const secret of secretsIn(values)) store?.values.add(secret);
}

export const hiddenValues = (): Secret[] => [...(told.getStore()?.values ?? [])];

/** True when the program marks an input, or a part of it, as secret: the lines of a preview then do not quote it. */
export const isMarkedByProgram = (name: string): boolean => told.getStore()?.names.has(name) === true;
