// `drift.ts` collects events with `createReport`, and prints the table with `printReport`. The table may change. Names
// of the report's fields and the values of `drift` must stay, because `--json` prints both. No secret may enter,
// because pipelines log the report.
import { isDeepStrictEqual } from "node:util";
import { clean, cleanLine } from "../../api";
import { readHiddenChange } from "../../framework/preview/hiddenChange";
import type { Look } from "../markdown";
import { differencesOf, isBag, type PropertyDifference } from "./differences";
import type { EngineEvent, StepMetadata } from "./events";

interface ResourceReport {
  urn: string;
  type: string;
  name: string;
  /** `changed` where properties differ, `gone` where the service does not have it any more. */
  drift: "changed" | "gone" | "none";
  properties: PropertyDifference[];
  /** What the provider says of the resource. */
  notes: string[];
}

/** What a refresh has found of a stack. */
interface DriftReport {
  drift: boolean;
  /** The resources with a difference or a note, in the order of their URNs. */
  resources: ResourceReport[];
  /** The notes that belong to no resource. */
  notes: string[];
}

/** Collects events into a report. All texts of the report are printable, and none is a secret. */
export function createReport(): { add(event: EngineEvent): void; finish(): DriftReport; errors: string[] } {
  const resources = new Map<string, ResourceReport>();
  const notes: string[] = [];
  const errors: string[] = [];

  function reportOf(urn: string): ResourceReport {
    const known = resources.get(urn);
    if (known !== undefined) return known;
    const [, , types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
    const type = types.split("$").at(-1)?.split(":").at(-1) ?? "";
    const made = { type: cleanLine(type), name: cleanLine(name.join("::")) };
    const report: ResourceReport = { urn: cleanLine(urn), ...made, drift: "none", properties: [], notes: [] };
    resources.set(urn, report);
    return report;
  }

  function addStep(step: StepMetadata): void {
    if (step.op === "same" || step.op === "read" || step.op === "refresh") return;
    const report = reportOf(step.urn);
    report.drift = step.op === "delete" ? "gone" : "changed";
    if (report.drift === "changed") report.properties.push(...differencesOf(step.old, step.new));
  }

  function addLine(urn: string, severity: string, message: string): void {
    const text = message.replace(/<\{%.*?%\}>/g, "");
    if (severity === "error") {
      // The engine adds a heading and the host's stack trace to a failure; the first line names the failure.
      const [first = ""] = text.trim().split("\n");
      const error = cleanLine(first.replace(/^(Preview failed|Error): /, ""));
      // A resource that failed for the reason of another resource says nothing new.
      if (!error.includes("failed for the same reason as")) addOnce(errors, error);
    } else if (severity === "warning" || severity === "info") {
      const isOfResource = urn !== "" && !urn.includes("::pulumi:pulumi:Stack::");
      if (cleanLine(text) !== "") addOnce(isOfResource ? reportOf(urn).notes : notes, cleanLine(text));
    }
  }

  return {
    errors,
    add({ resOutputsEvent, diagnosticEvent }) {
      if (resOutputsEvent) addStep(resOutputsEvent.metadata);
      if (diagnosticEvent && !diagnosticEvent.ephemeral)
        addLine(diagnosticEvent.urn ?? "", diagnosticEvent.severity, diagnosticEvent.message);
    },
    finish() {
      const all = [...resources.values()].sort((a, b) => (a.urn < b.urn ? -1 : 1));
      for (const report of all.filter(({ drift }) => drift === "changed")) addHidden(report);
      return { drift: all.some(({ drift }) => drift !== "none"), resources: all, notes };
    },
  };
}

function addOnce(lines: string[], line: string): void {
  if (line !== "" && !lines.includes(line)) lines.push(line);
}

/** Adds the secret properties that differ. The engine masks both values, so only the provider's notes tell it. */
function addHidden({ properties, notes }: ResourceReport): void {
  for (const property of notes.map(readHiddenChange)) {
    if (property === undefined || properties.some((each) => each.property === property)) continue;
    properties.push({ property, secret: true });
  }
}

/** The most characters of a value in the table; the JSON form shows more characters. */
const mostOfValue = 60;

/** A table of the differences, with the notes below it. `isEmpty` is true where nothing was compared. */
export function printReport({ drift, resources, notes }: DriftReport, isEmpty: boolean, look: Look): string {
  const rows = resources.flatMap((report) => {
    const name = `${report.type} ${report.name}`;
    if (report.drift === "gone") return [[name, "", "exists", "gone"]];
    if (report.drift === "none") return [];
    if (report.properties.length === 0) return [[name, "", "", "differs; see the notes"]];
    return report.properties.map((each) =>
      "secret" in each
        ? [name, each.property, "[secret]", "[secret]"]
        : [name, each.property, ...showBoth(each.state, each.service)],
    );
  });
  const said = [...notes, ...resources.flatMap((report) => report.notes)].map((note) => `- ${look.line(note)}`);
  const count = resources.filter((report) => report.drift !== "none").length;
  const anew = resources.some((report) => report.drift === "gone")
    ? ", and makes a new object for each resource that is gone"
    : "";
  const sum = drift
    ? `${count} ${count === 1 ? "resource differs" : "resources differ"} from the state; "pulumi up --refresh" changes ${count === 1 ? "it" : "them"} back${anew}.`
    : "No drift: everything matches the state.";
  if (isEmpty) return said.join("\n");
  return [
    ...look.table(["RESOURCE", "PROPERTY", "STATE", "SERVICE"], rows),
    ...(said.length > 0 ? [...said, ""] : []),
    look.line(sum),
  ].join("\n");
}

/** Both values, each cut to `mostOfValue`. Of two lists, each shows only the elements that the other list lacks. */
function showBoth(state: unknown, service: unknown): [string, string] {
  const [removed, added] = [without(state, service), without(service, state)];
  // Lists that differ in their order alone lack nothing.
  if (removed.length + added.length === 0) return [showValue(state), showValue(service)];
  return [showPart(state, removed, added), showPart(service, added, removed)];
}

/** The elements of `list` that `other` lacks; an element that `list` has more often counts, too. */
function without(list: unknown, other: unknown): unknown[] {
  if (!Array.isArray(list) || !Array.isArray(other)) return [];
  const left = [...other];
  return list.filter((each) => {
    const at = left.findIndex((one) => isDeepStrictEqual(one, each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The elements `own` of a list; `…` stands for the rest. In each element, the fields that differ come first. */
function showPart(list: unknown, own: readonly unknown[], others: readonly unknown[]): string {
  const rest = Array.isArray(list) && list.length > own.length ? ["…"] : [];
  const shown = own.map((each, index) => JSON.stringify(differingFirst(each, others[index])) ?? "");
  return clean(`[${[...shown, ...rest].join(",")}]`, [], mostOfValue);
}

function differingFirst(value: unknown, other: unknown): unknown {
  if (!isBag(value) || !isBag(other)) return value;
  const isSame = (name: string) => isDeepStrictEqual(value[name], other[name]);
  const names = Object.keys(value).sort((a, b) => Number(isSame(a)) - Number(isSame(b)));
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

const showValue = (value: unknown): string => clean(JSON.stringify(value) ?? "-", [], mostOfValue);
