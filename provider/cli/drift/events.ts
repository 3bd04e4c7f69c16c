// `drift.ts` and `adopt/stack.ts` read the engine's events with `createEventReader`; `map/changes.ts` takes the type
// `StepMetadata`. More fields may be added. Names of fields must stay, because the engine chooses the names.
import { tryParse } from "../../api";

/** The parts of the engine's events that the commands look at. */
export interface EngineEvent {
  resourcePreEvent?: { metadata: StepMetadata };
  resOutputsEvent?: { metadata: StepMetadata };
  diagnosticEvent?: { urn?: string; message: string; severity: string; ephemeral?: boolean };
  summaryEvent?: { resourceChanges?: Record<string, number> };
}

/** A step of a run: what the state holds of a resource, and what was seen or is planned. */
export interface StepMetadata {
  op: string;
  urn: string;
  type: string;
  old?: StepState | null;
  new?: StepState | null;
}

interface StepState {
  id?: string;
  retainOnDelete?: boolean;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** Reads events as the CLI prints them, one JSON text a line. A `text` may end in the middle of a line. */
export function createEventReader(onEvent: (event: EngineEvent) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // An older CLI prints one long text of another form.
      const event = tryParse(line);
      if (typeof event === "object" && event !== null && "sequence" in event) onEvent(event as EngineEvent);
    }
  };
}
