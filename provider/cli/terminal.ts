// `command.ts` gives each command a `Progress`; `rotateKey.ts`, `markdown.ts`, `adopt/` and `doctor/` use the other
// exports. Layout may change. Lines of `say` and `note` must stay off stdout, because scripts read the result there.
import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { createInterface } from "node:readline";

/** How often a pipe gets a line: pipelines end a job that has long said nothing. */
const pipeMs = 60_000;

export type Progress = ReturnType<typeof showProgress>;

/** Shows on stderr what a command is doing: on a terminal in a line that is written over, in a pipe once a minute. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr) {
  const clear = "\r\u001b[K";
  let last = "";
  let timer: NodeJS.Timeout | undefined;
  /** Takes the line of `say` off the screen, and stops its repetition in a pipe. */
  function end(): void {
    if (stream.isTTY && last !== "") stream.write(clear);
    clearInterval(timer);
    timer = undefined;
    last = "";
  }
  return {
    say(text: string): void {
      last = text;
      // A line that wraps could not be taken off again.
      if (stream.isTTY) stream.write(clear + text.slice(0, Math.max(10, (stream.columns || 80) - 1)));
      // The timer must not keep an ended command alive.
      else timer ??= setInterval(() => stream.write(`${last}\n`), pipeMs).unref();
    },
    /** Shows a line that stays. */
    note(line: string): void {
      end();
      console.error(line);
    },
    print(result: string): void {
      end();
      console.log(result);
    },
    end,
  };
}

/** Prints a line on stdout. False when nobody can have got it: the disk is full, or the reader has gone. */
export const printLine = (text: string): Promise<boolean> =>
  new Promise((resolve) => process.stdout.write(`${text}\n`, (error) => resolve(!error)));

/** The reason why nobody could read stdout, if there is a reason. Node replaces a closed stdout by the null device. */
export function explainUnheardStdout(): string | undefined {
  try {
    const found = fstatSync(1);
    if (found.isCharacterDevice() && found.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev)
      return `stdout is closed, or is ${devNull}`;
    // A device that takes nothing, as on a full disk, refuses even an empty text.
    writeSync(1, "");
    return undefined;
  } catch (error) {
    return `stdout cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Lines in which the cells of each column begin below one another. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The lines of a table, and an empty line below; no line for a table without rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [...alignColumns([head, ...rows]), ""];

/** Asks a question on a terminal, and returns true for yes. An empty line and the end of the input mean no. */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // The terminal edits the line, so that Ctrl-C ends the command as usual.
  const lines = createInterface({ input, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}

/** The first three texts, and the number of the others. */
export const firstOf = (all: readonly string[]): string =>
  `${all.slice(0, 3).join(", ")}${all.length > 3 ? ` and ${all.length - 3} more` : ""}`;
