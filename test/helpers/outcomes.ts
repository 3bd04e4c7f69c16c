import type { Outcome } from "./handler-stack";

export const minutes = (n: number) => n * 60_000;

/** Expects that an outcome has no errors, and returns it. */
export function expectNoErrors(outcome: Outcome): Outcome {
  expect(outcome.errors).toEqual([]);
  return outcome;
}

/** The progress lines of a run. */
export const progress = ({ lines }: Outcome): string[] =>
  lines.filter(({ passing }) => passing).map(({ text }) => text);

/** The lines of a run that stay visible after the run: all but the progress lines. */
export const lastingLines = ({ lines }: Outcome): string[] =>
  lines.filter(({ passing }) => !passing).map(({ text }) => text);

/** The requests of a run that change something. */
export const writesOf = ({ calls }: Outcome): string[] => calls.filter((call) => !call.startsWith("GET"));
