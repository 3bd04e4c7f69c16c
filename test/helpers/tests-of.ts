/** What a test does with its scene, and what else `run` takes. */
type Parts<A> = A extends [work: (scene: infer S) => unknown, ...rest: infer R] ? { scene: S; rest: R } : never;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Makes a test of each row of a table, as `test.each` does: the row's values stand after the scene. */
interface Each<S, R extends unknown[]> {
  <T extends readonly unknown[] | [unknown]>(
    cases: readonly T[],
  ): (name: string, work: (scene: S, ...row: Mutable<T>) => unknown, ...rest: R) => void;
  <T>(cases: readonly T[]): (name: string, work: (scene: S, row: T) => unknown, ...rest: R) => void;
}

interface Tests<A extends unknown[]> {
  (name: string, ...args: A): void;
  each: Each<Parts<A>["scene"], Parts<A>["rest"]>;
}

/** Makes tests that are one call of `run`, which gives each what it tests: `run`'s arguments stand after the name. */
export function testsOf<A extends unknown[]>(run: (...args: A) => Promise<unknown>): Tests<A> {
  const it = (name: string, ...args: A) => test(name, () => run(...args));
  const each =
    (cases: readonly unknown[]) =>
    (name: string, work: (scene: unknown, ...row: unknown[]) => unknown, ...rest: unknown[]) =>
      test.each(cases)(name, (...row) => run(...([(scene: unknown) => work(scene, ...row), ...rest] as A)));
  return Object.assign(it, { each: each as Tests<A>["each"] });
}
