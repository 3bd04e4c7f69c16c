import * as pulumi from "@pulumi/pulumi";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { stackConfigOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Step } from "../helpers/engine-events";
import type { Run } from "../helpers/engine-run";
import { makeInstanceVpcs } from "../helpers/instance-vpcs";
import { createStack, type TestStack } from "../helpers/stack";
import { type At, applies, type Instances, type Row, type Sent, type Variant } from "./row";

/** What a program declares of every row. */
interface Declaration {
  variant: Variant;
  /** The first part of the resources' names; the second is the kind. */
  prefix?: string;
  options?: (row: Row) => pulumi.CustomResourceOptions;
  /** Ids that are read with `.get` beside it, by kind. */
  get?: Record<string, string>;
  /** Leaves the rows out. */
  nothing?: true;
}

/** Values by kind: what the steps compare, so that a failure shows every row at once. */
type ByKind<T> = Record<string, T>;

/** One stack with all rows in it, on an emulator of its own. */
export interface Suite {
  emulator: TestEmulator;
  stack: TestStack;
  /** Sets the program of the next runs. */
  declare(declaration: Declaration): void;
  /** The same value made for each row. */
  each<T>(value: (row: Row, at: At) => T): ByKind<T>;
  at(row: Row): At;
  /** Takes the ids from what a run did. */
  learn(run: Run): void;
  /** The step of each row's resource in a run, by kind; the last where there are several. */
  steps(run: Run, prefix?: string): ByKind<Step | undefined>;
  /** What the emulator holds, by kind. */
  held(): ByKind<object[]>;
  /** What it holds when each row has exactly its one object, as the variant declares it. */
  expectedHeld(variant: Variant): ByKind<object[]>;
  /** What it holds when all is deleted that each row had in the variant. */
  expectedLeft(variant: (row: Row) => Variant): ByKind<object[]>;
  /** Every request of a refresh, sorted: one for each collection of each instance. */
  reads(): string[];
  outputs(prefix?: string): Promise<ByKind<unknown>>;
  /** The requests since the last `clear`, waits aside: keys looked up, apart, and all others, sorted. */
  requests(): { lookUps: number; others: string[] };
  clear(): void;
  close(): Promise<void>;
}

/** Waits in the emulator are a few hundred milliseconds at this speed. */
const speed = 300;

/**
 * A firewall and a domain that show the end at the first look are looked at once more. These changes take two seconds, so
 * that the first look comes while they are under way, on a machine that is busy too.
 */
const visible: [number, number] = [2_000 * speed, 2_000 * speed];
const visibleWaits = { configuringFirewall: visible, removingDomain: visible };

/** Starts emulator and stack. With `parents`, what stands on an instance is given the resource of `Instance.get`. */
export async function startSuite(
  name: string,
  rows: readonly Row[],
  parents?: (first: string, second: string) => Instances,
): Promise<Suite> {
  const emulator = await startTestEmulator({ speed });
  emulator.patch({ op: "set", in: "timings", id: 1, fields: visibleWaits });
  makeInstanceVpcs(emulator);
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  const ids = new Map<string, string>();
  const at = (row: Row): At => {
    const id = ids.get(row.kind) ?? "";
    return { id, number: Number(id.split("/").at(-1)), instance, other, state: () => emulator.state() };
  };
  const each = <T>(value: (row: Row, at: At) => T): ByKind<T> =>
    Object.fromEntries(rows.map((row) => [row.kind, value(row, at(row))]));

  const programOf =
    ({ variant, prefix = "main", options, get, nothing }: Declaration): PulumiFn =>
    async () => {
      const on = parents?.(instance, other) ?? { instance, other };
      const made = nothing
        ? []
        : rows.map((row) => [`${prefix}-${row.kind}`, row.make(`${prefix}-${row.kind}`, variant, on, options?.(row))]);
      const read = rows
        .filter((row) => get?.[row.kind] !== undefined)
        .map((row) => [`get-${row.kind}`, row.get(`get-${row.kind}`, get?.[row.kind] ?? "")]);
      return Object.fromEntries([...made, ...read].map(([key, resource]) => [key, publicOutputs(resource as object)]));
    };

  const stack = await createStack(name, programOf({ variant: "args" }), {
    config: stackConfigOf(emulator),
  });

  return {
    emulator,
    stack,
    declare(declaration) {
      stack.program = programOf(declaration);
    },
    each,
    at,
    learn(run) {
      for (const { type, name, newId, op } of run.steps) {
        const row = rows.find((each) => each.token === type && name.endsWith(`-${each.kind}`));
        if (row !== undefined && newId !== "" && /^create|^replace/.test(op)) ids.set(row.kind, newId);
      }
    },
    steps: (run, prefix = "main") =>
      each((row) => run.steps.findLast((step) => step.type === row.token && step.name === `${prefix}-${row.kind}`)),
    held: () => {
      const state = emulator.state();
      return each((row, where) => row.records(state, where));
    },
    expectedHeld: (variant) => each((row, where) => [row.heldOf(variant, where)]),
    expectedLeft: (variant) => each((row, where) => (row.staysWhenDeleted ? [row.heldOf(variant(row), where)] : [])),
    reads() {
      // The same path on two instances is two collections.
      const owner = (path: string, { id }: At) => (path.includes("/instance/") ? id.split("/")[0] : "");
      const all = rows.flatMap((row) => row.refresh(at(row)).map((text) => [`${text} ${owner(text, at(row))}`, text]));
      return [...new Map(all as [string, string][]).values()].sort();
    },
    async outputs(prefix = "main") {
      const all = await stack.outputs();
      return each((row) => all[`${prefix}-${row.kind}`]);
    },
    requests() {
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
    clear: () => emulator.clearRequests(),
    async close() {
      await stack.remove();
      await emulator.close();
    },
  };
}

/** A request on one line. */
export function line({ method, path, body }: Sent): string {
  return body === undefined ? `${method} ${path}` : `${method} ${path} ${JSON.stringify(sorted(body))}`;
}

/** The order of a body's fields means nothing. */
function sorted(body: unknown): unknown {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => a.localeCompare(b)));
}

/** What a program sees of a resource, its id and URN aside. */
function publicOutputs(resource: object): Record<string, unknown> {
  const isPublic = ([key, value]: [string, unknown]) =>
    !key.startsWith("__") && key !== "urn" && key !== "id" && pulumi.Output.isInstance(value);
  return Object.fromEntries(Object.entries(resource).filter(isPublic));
}

/** The names of the outputs in which a step's two sides differ, hidden ones aside. */
export function differing(step: Step | undefined): string[] {
  const { oldOutputs = {}, newOutputs = {} } = step ?? {};
  return [...new Set([...Object.keys(oldOutputs), ...Object.keys(newOutputs)])]
    .filter((name) => !name.startsWith("__") && JSON.stringify(oldOutputs[name]) !== JSON.stringify(newOutputs[name]))
    .sort();
}

/** How many cells there are, and those that do not apply, each with its reason. */
export function coverage(rows: readonly Row[]): { cells: number; missing: string[] } {
  const cells = ["inPlace", "replacing", "outsideEdit", "outsideDelete", "missingId"] as const;
  const missing = rows.flatMap((row) =>
    cells.flatMap((cell) => {
      const value = row[cell];
      return applies(value as object)
        ? []
        : [`${row.kind}: ${cell}: ${(value as { doesNotApply: string }).doesNotApply}`];
    }),
  );
  return { cells: rows.length * cells.length, missing };
}
