/** Makes tests that are one call of `run`, which gives each what it tests: `run`'s arguments stand after the name. */
export const testsOf =
  <A extends unknown[]>(run: (...args: A) => Promise<unknown>) =>
  (name: string, ...args: A): void =>
    test(name, async () => {
      await run(...args);
    });
