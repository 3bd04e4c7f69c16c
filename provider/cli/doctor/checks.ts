// `doctor.ts` and the files of `doctor/` make findings with `checksOf`; `doctor.ts` prints all findings with
// `printChecks`. The table may change. Fields and states of `Check` must stay, because `--json` prints both.
import { alignColumns } from "../terminal";

/** The finding of a check. A note is no fault, but worth knowing; a check that could not be tried gives a note. */
export interface Check {
  /** The thing that was looked at. */
  name: string;
  state: "ok" | "note" | "fault";
  /** The finding in one line, with what to do about a fault. */
  text: string;
}

export const checksOf = (name: string) => ({
  ok: (text: string): Check => ({ name, state: "ok", text }),
  note: (text: string): Check => ({ name, state: "note", text }),
  fault: (text: string): Check => ({ name, state: "fault", text }),
});

/** A line for each check, and a last line with the number of faults. */
export function printChecks(checks: readonly Check[]): string {
  const marks = { ok: "ok", note: "note", fault: "FAULT" };
  const lines = alignColumns(checks.map(({ name, state, text }) => [marks[state], name, text]));
  const faults = checks.filter(({ state }) => state === "fault").length;
  const sum = faults === 0 ? "No fault was found." : `${faults} ${faults === 1 ? "fault was" : "faults were"} found.`;
  return [...lines, "", sum].join("\n");
}
