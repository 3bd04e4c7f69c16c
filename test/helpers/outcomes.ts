import type { Declared } from "./declared";
import type { HandlerStack, Outcome } from "./handler-stack";

export const minutes = (n: number) => n * 60_000;

export function expectNoErrors(outcome: Outcome): Outcome {
  expect(outcome.errors).toEqual([]);
  return outcome;
}

/** Expects that an outcome has one error alone, which is this text or matches, and returns the outcome. */
export function expectError<Run extends Pick<Outcome, "errors">>(outcome: Run, error: unknown): Run {
  expect(outcome.errors).toEqual([orMatching(error)]);
  return outcome;
}

/** Expects that the lines of a run that stay visible are these, each a text or what matches. */
export const expectSaid = (outcome: Outcome, ...lines: unknown[]): void =>
  expect(lastingLines(outcome)).toEqual(lines.map(orMatching));

const orMatching = (said: unknown): unknown => (said instanceof RegExp ? expect.stringMatching(said) : said);

/** Expects that the program changes nothing, before a refresh and after it, and that the refresh finds nothing new. */
export async function expectNothingToDo(stack: HandlerStack, program: readonly Declared[]): Promise<void> {
  expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
  expect(await stack.refresh()).toMatchObject({ changes: [], errors: [] });
  expect(await stack.up(program)).toMatchObject({ changes: [], errors: [], requests: 0 });
}

export const progress = ({ lines }: Outcome) => lines.filter(({ passing }) => passing).map(({ text }) => text);

/** The lines of a run that stay visible after the run: all but the progress lines. */
export const lastingLines = ({ lines }: Outcome) => lines.filter(({ passing }) => !passing).map(({ text }) => text);

export const warningsOf = ({ lines }: Pick<Outcome, "lines">): string[] =>
  lines.filter(({ severity }) => severity === "warning").map(({ text }) => text);

/** The requests of a run that change something. */
export const writesOf = ({ calls }: Outcome): string[] => calls.filter((call) => !call.startsWith("GET"));
