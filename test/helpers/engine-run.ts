import type { EngineEvent } from "@pulumi/pulumi/automation";
import { type Diagnostic, diagnosticsOf, type Step, stepsOf } from "./engine-events";
import type { ProcessRun } from "./processes";

export interface Run extends ProcessRun {
  /** stdout and stderr, for a search over everything printed. */
  text: string;
  events: EngineEvent[];
  steps: Step[];
  diagnostics: Diagnostic[];
  /** The steps other than `same`, as `"op name"`. */
  changes: string[];
}

/** An expected exit code, or "failure" for any code but 0. */
export type ExpectedExit = number | "failure";

/** Makes a run of the output and the events of one CLI call. */
export function toRun(ended: ProcessRun, events: EngineEvent[]): Run {
  const steps = stepsOf(events);
  return {
    ...ended,
    text: `${ended.stdout}\n${ended.stderr}`,
    events,
    steps,
    diagnostics: diagnosticsOf(events),
    changes: steps.filter((step) => step.op !== "same").map((step) => `${step.op} ${step.name}`),
  };
}

/** Returns the run if it ended as expected; otherwise throws an error with everything that the run printed. */
export function expectExit(run: Run, what: string, expected: ExpectedExit = 0): Run {
  const fits = expected === "failure" ? run.code !== 0 : run.code === expected;
  if (!fits) throw new Error(`pulumi ${what} ended with ${run.signal ?? run.code}, not ${expected}:\n${run.text}`);
  return run;
}
