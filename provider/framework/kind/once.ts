// `once` delays work that may never be needed: `inputsOf` makes a schema by it, both doors make a kind's handler, and
// `cli/adopt/` lists offers. `make` runs again after it has thrown, so that no later call sees half a result; a promise
// that fails stays. All else may change.

/** A function that makes its result when first called, and gives the same result from then on. */
export function once<T>(make: () => T): () => T {
  let made: { result: T } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
