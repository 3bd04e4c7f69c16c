// Every command is made with `defineCommand`, and has `flag` and `value` as options. Files of `cli/` throw
// `CommandError` or `UsageError`, and read options with `readFormat` and `readWhole`. Texts may change. Exit codes 1 of
// `CommandError` and 2 of `UsageError` must stay, because scripts tell a failure from a wrong call by the code.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Progress, showProgress } from "./terminal";

export interface Command {
  /** The line that describes the command in the list of commands. */
  summary: string;
  /** Runs the command to its end and returns the exit code. */
  run(args: string[]): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** An option without a value. */
export const flag = { type: "boolean" } as const;
/** An option with a value. */
export const value = { type: "string" } as const;

type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** A command line that cannot be run as it is written. The message is one line; the exit code is 2. */
export class UsageError extends Error {}

/** A command that has failed for a reason that the user can act on. The message is one line; the exit code is 1. */
export class CommandError extends Error {}

/** Makes a command that explains itself with `--help`. Wrong arguments and failures are one line each on stderr. */
export function defineCommand<O extends Options>(definition: {
  name: string;
  summary: string;
  help: string;
  options: O;
  run(values: Values<O>, progress: Progress): Promise<number>;
}): Command {
  const { name, summary, help, options, run } = definition;
  return {
    summary,
    run: async (args) => {
      try {
        const values = readValues({ ...options, help: { ...flag, short: "h" } }, args);
        if (values["help"]) {
          console.log(help);
          return 0;
        }
        const progress = showProgress();
        return await run(values as Values<O>, progress).finally(progress.end);
      } catch (error) {
        if (error instanceof CommandError) {
          console.error(error.message);
          return 1;
        }
        if (!(error instanceof UsageError)) throw error;
        console.error(`${error.message} pulumi-broker ${name} --help explains the options.`);
        return 2;
      }
    },
  };
}

function readValues(options: Options, args: string[]): Record<string, unknown> {
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ args, options, strict: true, allowPositionals: false }));
  } catch (error) {
    // The first sentence of the error of `parseArgs` says what is wrong; the others explain how to escape an argument.
    const sentence = (error instanceof Error ? error.message : `${error}`).split(/\.\s/)[0] ?? "";
    const option = /^Option '(?:-\w, )?(--[\w-]+).*' argument is ambiguous$/.exec(sentence)?.[1];
    throw new UsageError(option ? `${option} needs a value that does not begin with "-".` : `${sentence}.`);
  }
  // An unset variable of a script gives an empty value, which must not choose a default, such as the selected stack.
  const empty = Object.keys(values).find((name) => [values[name]].flat().includes(""));
  if (empty !== undefined) throw new UsageError(`--${empty} needs a value that is not empty.`);
  return values;
}

/** The format that the arguments choose; the first of `formats` where the arguments choose none. */
export function readFormat<F extends string>(formats: readonly [F, ...F[]], given?: string, json = false): F {
  if (json && given !== undefined) throw new UsageError("--json and --format cannot be used together.");
  const format = formats.find((each) => each === (json ? "json" : (given ?? formats[0])));
  if (format === undefined) throw new UsageError(`--format is one of ${formats.join(", ")}.`);
  return format;
}

/** The whole number from 0 to `most` that a text holds; undefined for any other text. */
export function readWhole(text: string, most: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number <= most ? number : undefined;
}
