import * as pulumi from "@pulumi/pulumi";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { type At, applies, type Instances, type Row, type Sent, type Variant } from "../kinds/kind";
import { makeInstanceVpcs, stackConfigOf, startTestEmulator } from "./emulator";
import type { Step } from "./engine-events";
import type { Run } from "./engine-run";
import { pluginFolder } from "./paths";
import { createStack } from "./stack";

/** The declarations of a program, for every row. */
interface Declaration {
  variant: Variant;
  /** The first part of the resources' names; the kind is the second part. */
  prefix?: string;
  options?: (row: Row) => pulumi.CustomResourceOptions;
  /** Ids of resources that the program also reads with `.get`, by kind. */
  get?: Record<string, string>;
  /** The rows to declare, where they are not those of the suite: the same kinds through another door. */
  rows?: readonly Row[];
  /** True where the program declares no row. */
  nothing?: true;
}

/** Values by kind. The tests compare these, so that a failure shows every row at once. */
type ByKind<T> = Record<string, T>;

/** One stack with all rows in it, on an emulator of its own. */
export type Suite = Awaited<ReturnType<typeof startSuite>>;

/** At this speed waits in the emulator take a few hundred milliseconds. */
const speed = 300;

/**
 * Longer durations, because a first GET that already shows the end of a change is followed by one more GET. With five
 * seconds the first GET comes while the change is under way, even beside other test runs.
 */
const visible: [number, number] = [5_000 * speed, 5_000 * speed];
const visibleWaits = { configuringFirewall: visible, reconfiguring: visible, removingDomain: visible };

/** Starts emulator and stack. With `parents`, rows get an `Instance.get` as their instance instead of an id. */
export async function startSuite(
  name: string,
  rows: readonly Row[],
  parents?: (first: string, second: string) => Instances,
) {
  const emulator = await startTestEmulator({ speed });
  emulator.patch({ op: "set", in: "timings", id: 1, fields: visibleWaits });
  makeInstanceVpcs(emulator);
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  emulator.patch({ op: "add", in: "maintenances", fields: { instance_id: Number(other) } });
  const ids = new Map<string, string>();
  const at = (row: Row): At => {
    const id = ids.get(row.kind) ?? "";
    return { id, number: Number(id.split("/").at(-1)), instance, other, state: () => emulator.state() };
  };
  const each = <T>(value: (row: Row, at: At) => T): ByKind<T> =>
    Object.fromEntries(rows.map((row) => [row.kind, value(row, at(row))]));

  const programOf =
    ({ variant, prefix = "main", options, get, nothing, rows: declared = rows }: Declaration): PulumiFn =>
    async () => {
      const on = parents?.(instance, other) ?? { instance, other };
      const made = nothing
        ? []
        : declared.map((row) => [
            `${prefix}-${row.kind}`,
            row.make(`${prefix}-${row.kind}`, variant, on, options?.(row)),
          ]);
      const read = rows
        .filter((row) => get?.[row.kind] !== undefined)
        .map((row) => [`get-${row.kind}`, row.get(`get-${row.kind}`, get?.[row.kind] ?? "")]);
      return Object.fromEntries([...made, ...read].map(([key, resource]) => [key, publicOutputs(resource as object)]));
    };

  const stack = await createStack(name, {
    program: programOf({ variant: "args" }),
    config: stackConfigOf(emulator),
    plugin: pluginFolder,
  });

  return {
    emulator,
    stack,
    /** Sets the program of the next runs. */
    declare(declaration: Declaration): void {
      stack.program = programOf(declaration);
    },
    /** Computes a value for each row. */
    each,
    at,
    /** Keeps the ids of the resources that a run created, and returns the run. */
    learn(run: Run): Run {
      for (const { type, name, newId, op } of run.steps) {
        const row = rows.find((each) => each.token === type && name.endsWith(`-${each.kind}`));
        if (row !== undefined && newId !== "" && /^create|^replace/.test(op)) ids.set(row.kind, newId);
      }
      return run;
    },
    /** The step of each row's resource in a run, by kind; the last step where there are several. */
    steps: (run: Run, prefix = "main"): ByKind<Step | undefined> =>
      each((row) => run.steps.findLast((step) => step.type === row.token && step.name === `${prefix}-${row.kind}`)),
    /** The records that the emulator holds, by kind. */
    held: (): ByKind<object[]> => {
      const state = emulator.state();
      return each((row, where) => row.records(state, where));
    },
    /** The records expected where each row has exactly one object, as the variant declares it. */
    expectedHeld: (variant: Variant): ByKind<object[]> => each((row, where) => [row.heldOf(variant, where)]),
    /** The records expected after the deletion of what each row had in the variant. */
    expectedLeft: (variant: (row: Row) => Variant): ByKind<object[]> =>
      each((row, where) => (row.staysWhenDeleted ? [row.heldOf(variant(row), where)] : [])),
    /** All requests of a refresh, sorted: one for each collection of each instance, and the account's list of instances. */
    reads(): string[] {
      // The same path on two instances leads to two collections.
      const owner = (path: string, { id }: At) => (path.includes("/instance/") ? id.split("/")[0] : "");
      const all = rows.flatMap((row) => row.refresh(at(row)).map((text) => [`${text} ${owner(text, at(row))}`, text]));
      // The account's list shows, besides, what an interrupted run has left.
      return [...new Map(all as [string, string][]).values(), "GET /customer/api/instances"].sort();
    },
    async outputs(prefix = "main"): Promise<ByKind<unknown>> {
      const all = await stack.outputs();
      return each((row) => all[`${prefix}-${row.kind}`]);
    },
    /** The requests since the last `clear`, without polls: the number of look-ups of a key, and all others, sorted. */
    requests(): { lookUps: number; others: string[] } {
      const lookUp = (path: string) => [instance, other].some((id) => path === `/customer/api/instances/${id}`);
      const sent = emulator.requests().filter(({ poll }) => !poll);
      const isLookUp = ({ method, path }: Sent) => method === "GET" && lookUp(path);
      return {
        lookUps: sent.filter(isLookUp).length,
        others: sent
          .filter((request) => !isLookUp(request))
          .map(line)
          .sort(),
      };
    },
    /** Ends what earlier steps left under way, so that no later GET counts as a poll, and forgets the requests. */
    clear(): void {
      emulator.advance(visible[1]);
      emulator.clearRequests();
    },
    async close(): Promise<void> {
      // An emulator that stays open would keep jest from ending.
      await stack.remove().finally(() => emulator.close());
    },
  };
}

export const line = ({ method, path, body }: Sent): string =>
  body === undefined ? `${method} ${path}` : `${method} ${path} ${JSON.stringify(sorted(body))}`;

/** Sorts the fields of a body, whose order has no meaning. */
function sorted(body: unknown): unknown {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)));
}

/** The outputs of a resource that a program sees, except its id and URN. */
function publicOutputs(resource: object): Record<string, unknown> {
  const isPublic = ([key, value]: [string, unknown]) =>
    !key.startsWith("__") && key !== "urn" && key !== "id" && pulumi.Output.isInstance(value);
  return Object.fromEntries(Object.entries(resource).filter(isPublic));
}

/** The names of the outputs, except hidden ones, that a step changes. */
export function differing(step: Step | undefined): string[] {
  const { oldOutputs = {}, newOutputs = {} } = step ?? {};
  return [...new Set([...Object.keys(oldOutputs), ...Object.keys(newOutputs)])]
    .filter((name) => !name.startsWith("__") && JSON.stringify(oldOutputs[name]) !== JSON.stringify(newOutputs[name]))
    .sort();
}

/** The number of cells, and the cells that do not apply, each with its reason. */
export function coverage(rows: readonly Row[]): { cells: number; missing: string[] } {
  const cells = ["inPlace", "replacing", "outsideEdit", "outsideDelete", "missingId"] as const;
  const missing = rows.flatMap((row) => {
    const left = cells.filter((cell) => !applies(row[cell] as object));
    return left.map((cell) => `${row.kind}: ${cell}: ${(row[cell] as { doesNotApply: string }).doesNotApply}`);
  });
  return { cells: rows.length * cells.length, missing };
}
