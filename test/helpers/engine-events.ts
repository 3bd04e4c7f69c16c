import { existsSync, readFileSync } from "node:fs";
import type { DiagnosticEvent, EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";

/** One step of the engine, done or previewed, on one resource. */
export interface Step {
  urn: string;
  type: string;
  /** The last part of the URN. */
  name: string;
  /** `create`, `same`, `update`, `replace`, `create-replacement`, `delete-replaced`, `delete`, `read`, `refresh`, … */
  op: string;
  oldId: string;
  newId: string;
  /** The properties whose values differ. */
  diffs: string[];
  /** The properties that force a replacement. */
  keys: string[];
  oldOutputs: Record<string, unknown>;
  newOutputs: Record<string, unknown>;
  status: "started" | "done" | "failed";
}

/** A line of the engine or the host, on the row of `urn`; an empty `urn` means the row of the stack. */
export interface Diagnostic {
  urn: string;
  severity: DiagnosticEvent["severity"];
  message: string;
  /** True for a progress line, which disappears when the step ends. */
  ephemeral: boolean;
}

/** Reads the events of one run, in order. A last line that is still being written is left out. */
export function readEvents(file: string): EngineEvent[] {
  if (!existsSync(file)) return [];
  const complete = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return complete.filter((line) => line !== "").map((line) => JSON.parse(line) as EngineEvent);
}

/** The steps of a run but the stack's and providers'. A refresh's `op`: what it found (`same`, `update`, `delete`). */
export function stepsOf(events: EngineEvent[]): Step[] {
  const steps: Step[] = [];
  const finish = (metadata: StepEventMetadata, status: Step["status"]) => {
    const open = steps.findLast((s) => s.urn === metadata.urn && s.status === "started");
    if (open) Object.assign(open, describe(metadata, status));
  };
  for (const event of events) {
    if (event.resourcePreEvent && !isScaffold(event.resourcePreEvent.metadata)) {
      steps.push(describe(event.resourcePreEvent.metadata, "started"));
    } else if (event.resOutputsEvent) {
      finish(event.resOutputsEvent.metadata, "done");
    } else if (event.resOpFailedEvent) {
      finish(event.resOpFailedEvent.metadata, "failed");
    }
  }
  return steps;
}

/** The lines that a run printed about its resources, without colour marks. */
export function diagnosticsOf(events: EngineEvent[]): Diagnostic[] {
  return events.flatMap(({ diagnosticEvent: event }) =>
    event
      ? [
          {
            urn: event.urn ?? "",
            severity: event.severity,
            message: withoutColour(event.message).trimEnd(),
            ephemeral: event.ephemeral === true,
          },
        ]
      : [],
  );
}

function describe(metadata: StepEventMetadata, status: Step["status"]): Step {
  return {
    urn: metadata.urn,
    type: metadata.type,
    name: metadata.urn.split("::").at(-1) ?? "",
    op: metadata.op,
    oldId: metadata.old?.id ?? "",
    newId: metadata.new?.id ?? "",
    diffs: metadata.diffs ?? [],
    keys: metadata.keys ?? [],
    oldOutputs: metadata.old?.outputs ?? {},
    newOutputs: metadata.new?.outputs ?? {},
    status,
  };
}

const isScaffold = (metadata: StepEventMetadata): boolean =>
  metadata.type === "pulumi:pulumi:Stack" || metadata.type.startsWith("pulumi:providers:");

const withoutColour = (text: string): string => text.replace(/<\{%.*?%\}>/g, "");
