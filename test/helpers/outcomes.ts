import type { Declared } from "./declared";
import type { HandlerStack, Outcome } from "./handler-stack";

export const minutes = (n: number) => n * 60_000;

/** Expects that an outcome has no errors, and returns it. */
export function expectNoErrors(outcome: Outcome): Outcome {
  expect(outcome.errors).toEqual([]);
  return outcome;
}

/** Expects that the program changes nothing, before a refresh and after it, and that the refresh finds nothing new. */
export async function expectNothingToDo(stack: HandlerStack, program: readonly Declared[]): Promise<void> {
  expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
  expect(await stack.refresh()).toMatchObject({ changes: [], errors: [] });
  expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
}

/** The progress lines of a run. */
export const progress = ({ lines }: Outcome): string[] =>
  lines.filter(({ passing }) => passing).map(({ text }) => text);

/** The lines of a run that stay visible after the run: all but the progress lines. */
export const lastingLines = ({ lines }: Outcome): string[] =>
  lines.filter(({ passing }) => !passing).map(({ text }) => text);

/** The requests of a run that change something. */
export const writesOf = ({ calls }: Outcome): string[] => calls.filter((call) => !call.startsWith("GET"));
