import type { Handler } from "../../provider/dynamic/handler";
import type { Bag } from "../../provider/framework/state/hidden";
import { bagOf, type Declared, tokenOf } from "./declared";
import type { TestEmulator } from "./emulator";
import { type HandlerHost, isPartialFailure, type Line } from "./handler-host";
import type { HostOptions } from "./handlers";
import type { DoorName } from "./plugin-door";
import type { VirtualClock } from "./virtual-clock";

export interface Entry {
  urn: string;
  type: string;
  id: string;
  inputs: Bag;
  outputs: Bag;
  /** The reasons why the last create or update failed. With reasons, `up` updates whatever `diff` says. */
  initErrors: string[];
  /** True for a resource that was replaced and is not deleted yet. */
  condemned: boolean;
}

export interface Outcome {
  /** The steps that changed something, as `"op name"`, in the order in which they ended. */
  changes: string[];
  /** Failed checks, errors of handlers, and the reasons of partial failures. */
  errors: string[];
  lines: Line[];
  /** The properties in the plugin's answers, without what is wrapped as a secret. */
  told: string[];
  /** The requests that the service received, without polls. */
  calls: string[];
  /** The number of requests that the host sent, polls included. */
  requests: number;
  /** The duration of the run, in milliseconds of the clock. */
  ms: number;
}

/** A stack: its state, and the engine's operations on it. An operation never throws: failures are in its outcome. */
export interface HandlerStack {
  /** The resources of the checkpoint. A test may change them, as `pulumi state delete` does. */
  state: Entry[];
  /** `replace` has the names of the resources that are made anew, as with `--replace`. */
  up(program: readonly Declared[], options?: HostOptions & { replace?: readonly string[] }): Promise<Outcome>;
  refresh(options?: HostOptions): Promise<Outcome>;
  /** Deletes all resources; with `refresh`, the same host reads them first. */
  destroy(options?: HostOptions & { refresh?: boolean }): Promise<Outcome>;
  /** The resource of that name that is not condemned; throws when there is none. */
  entry(name: string): Entry;
  urn(type: string, name: string): string;
}

/** A failure that was noted and that ends the run before its later steps. */
class StepFailed extends Error {}

/**
 * A small engine: it checks, diffs, creates or updates or replaces, and deletes last. It writes a checkpoint after each
 * step, but no checkpoint after the engine or the host is gone. A partial failure becomes state with init errors: a
 * failed create keeps the new inputs, a failed update keeps the old inputs, and both keep the outputs of the error.
 */
export function createHandlerStack(
  name: string,
  clock: VirtualClock,
  emulator: TestEmulator,
  startHost: (options?: HostOptions) => HandlerHost,
  door: DoorName = "dynamic",
): HandlerStack {
  const urn = (type: string, resource: string) => `urn:pulumi:${name}::test::${tokenOf(type, door)}::${resource}`;

  /** Starts a new host, runs the steps, and ends the host. */
  async function run(options: HostOptions | undefined, steps: (current: Current) => Promise<void>): Promise<Outcome> {
    const host = startHost(options);
    const { lines, told } = host;
    const start = clock.now();
    const before = emulator.requests().length;
    const outcome: Outcome = { changes: [], errors: [], lines, told, calls: [], requests: 0, ms: 0 };
    await steps({ host, outcome, stack });
    if (host.alive) host.loseEngine();
    await host.ended;
    outcome.calls = emulator
      .requests()
      .slice(before)
      .filter(({ poll }) => !poll)
      .map(({ method, path }) => `${method} ${path}`);
    outcome.requests = host.requests;
    outcome.ms = clock.now() - start;
    return outcome;
  }

  async function refreshAll(current: Current): Promise<void> {
    // What was replaced and is not deleted yet is read like all the rest.
    await Promise.all(stack.state.map((entry) => step(current, () => refreshOne(current, entry))));
  }

  const stack: HandlerStack = {
    state: [],
    urn,
    entry(resource) {
      const found = stack.state.find((each) => !each.condemned && nameOf(each.urn) === resource);
      if (found === undefined) throw new Error(`there is no "${resource}" in state`);
      return found;
    },
    up: (program, options) =>
      run(options, async (current) => {
        const bags = program.map((one) => ({ one, bag: bagOf(one, urn(one.type, one.name)) }));
        const planned: (() => Promise<void>)[] = [];
        // The resources are checked one after another, as in the engine.
        for (const { one, bag } of bags) {
          const earlier = (one.aliases ?? []).map((alias) => urn(one.type, alias));
          const anew = options?.replace?.includes(one.name) ?? false;
          await step(current, async () => void planned.push(await plan(current, one.type, bag, earlier, anew)));
        }
        if (current.outcome.errors.length > 0) return;
        await Promise.all(planned.map((work) => step(current, work)));
        if (current.outcome.errors.length > 0) return;
        const declared = new Set(bags.map(({ bag }) => bag.__urn));
        const left = stack.state.filter((entry) => entry.condemned || !declared.has(entry.urn));
        await Promise.all(left.map((entry) => step(current, () => remove(current, entry))));
      }),
    refresh: (options) => run(options, refreshAll),
    destroy: (options) =>
      run(options, async (current) => {
        if (options?.refresh) await refreshAll(current);
        await Promise.all(stack.state.map((entry) => step(current, () => remove(current, entry))));
      }),
  };
  return stack;
}

/** The host, the outcome and the stack of the current run. */
interface Current {
  host: HandlerHost;
  outcome: Outcome;
  stack: HandlerStack;
}

const nameOf = (urn: string) => urn.split("::").at(-1) ?? "";

/** Runs one step. A failure is noted; the steps that are under way continue. */
async function step({ outcome }: Current, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) outcome.errors.push(error instanceof Error ? error.message : String(error));
  }
}

/** Writes a checkpoint, unless the engine or the host is gone. A step that changed nothing has no name. */
function checkpoint({ host, outcome, stack }: Current, what: string | undefined, change: (state: Entry[]) => Entry[]) {
  if (!host.alive || !host.engineAnswers) return;
  stack.state = change(stack.state);
  if (what !== undefined) outcome.changes.push(what);
}

const inPlaceOf = (old: Entry, entry: Entry) => (state: Entry[]) => state.map((each) => (each === old ? entry : each));

async function checked(handler: Handler, olds: Bag, news: Bag): Promise<Bag> {
  const { inputs, failures } = await handler.check(olds, news);
  if (failures.length > 0)
    throw new Error(failures.map(({ property, reason }) => (property ? `${property}: ${reason}` : reason)).join("; "));
  return inputs;
}

/** Checks and compares a resource, and returns the work that is done later. */
async function plan(
  current: Current,
  type: string,
  news: Bag,
  earlier: readonly string[],
  anew: boolean,
): Promise<() => Promise<void>> {
  const handler = current.host.handler(type);
  const urn = news.__urn ?? "";
  const kept = current.stack.state.filter((entry) => !entry.condemned);
  const old = [urn, ...earlier].map((name) => kept.find((entry) => entry.urn === name)).find((entry) => entry);
  // The class of a dynamic resource imports in a create; the engine imports a resource of the plugin itself.
  if (old === undefined && news.__adopt !== undefined && current.host.door === "plugin")
    return () => importOne(current, type, news.__adopt ?? "", news);
  const inputs = await checked(handler, (anew ? undefined : old?.inputs) ?? {}, news);
  if (old === undefined || anew) return () => create(current, type, inputs, old);
  const { changes, replaces, deleteBeforeReplace } = await handler.diff(old.id, old.outputs, inputs);
  if (replaces.length > 0) {
    const fresh = await checked(handler, {}, news);
    return async () => {
      if (deleteBeforeReplace) await remove(current, old);
      await create(current, type, fresh, deleteBeforeReplace ? undefined : old);
    };
  }
  if (changes || old.initErrors.length > 0) return () => update(current, old, inputs);
  return async () => checkpoint(current, undefined, inPlaceOf(old, { ...old, urn, inputs }));
}

async function importOne(current: Current, type: string, id: string, news: Bag): Promise<void> {
  const handler = current.host.handler(type);
  const urn = news.__urn ?? "";
  const { id: found, props = {}, inputs = {} } = await handler.read(id, { __urn: urn, __get: true });
  if (!found) throw new Error(`resource '${id}' does not exist`);
  const entry = { urn, type, id, inputs, outputs: props, initErrors: [], condemned: false };
  checkpoint(current, `import ${nameOf(urn)}`, (state) => [...state, entry]);
  const declared = await checked(handler, inputs, news);
  const { changes } = await handler.diff(id, props, declared);
  if (changes) await update(current, entry, declared);
  else checkpoint(current, undefined, inPlaceOf(entry, { ...entry, inputs: declared }));
}

async function create(current: Current, type: string, inputs: Bag, replaced?: Entry): Promise<void> {
  const what = `${replaced ? "replace" : "create"} ${nameOf(inputs.__urn ?? "")}`;
  const keep = (id: string, outputs: Bag, initErrors: string[]) => {
    if (typeof id !== "string" || id === "") throw new Error(`${what}: the handler returned no id`);
    const entry = { urn: inputs.__urn ?? "", type, id, inputs, outputs, initErrors, condemned: false };
    checkpoint(current, what, (state) => [
      ...state.map((each) => (each === replaced ? { ...each, condemned: true } : each)),
      entry,
    ]);
  };
  try {
    const { id, outs } = await current.host.handler(type).create(inputs);
    keep(id, outs, []);
  } catch (error) {
    if (isPartialFailure(error)) keep(error.id, error.properties, failed(current, error.reasons));
    throw isPartialFailure(error) ? new StepFailed() : error;
  }
}

async function update(current: Current, old: Entry, inputs: Bag): Promise<void> {
  const what = `update ${nameOf(old.urn)}`;
  const urn = inputs.__urn ?? old.urn;
  const keep = (entry: Entry) => checkpoint(current, what, inPlaceOf(old, entry));
  try {
    const { outs } = await current.host.handler(old.type).update(old.id, old.outputs, inputs);
    keep({ ...old, urn, inputs, outputs: outs, initErrors: [] });
  } catch (error) {
    if (!isPartialFailure(error)) throw error;
    keep({ ...old, urn, outputs: error.properties, initErrors: failed(current, error.reasons) });
    throw new StepFailed();
  }
}

async function remove(current: Current, entry: Entry): Promise<void> {
  await current.host.handler(entry.type).delete(entry.id, entry.outputs);
  checkpoint(current, `delete ${nameOf(entry.urn)}`, (state) => state.filter((each) => each !== entry));
}

async function refreshOne(current: Current, old: Entry): Promise<void> {
  const handler = current.host.handler(old.type);
  const { id, props, inputs } = await handler.read(old.id, old.outputs);
  if (!id) {
    checkpoint(current, `gone ${nameOf(old.urn)}`, (state) => state.filter((each) => each !== old));
    return;
  }
  const outputs = props ?? {};
  const { changes } = await handler.diff(id, outputs, old.inputs);
  const entry = { ...old, id, outputs, inputs: inputs ?? old.inputs, initErrors: [] };
  checkpoint(current, changes ? `drift ${nameOf(old.urn)}` : undefined, inPlaceOf(old, entry));
}

/** Notes the reasons of a partial failure. The engine takes a partial failure without reasons for a success. */
function failed({ outcome }: Current, reasons: string[]): string[] {
  outcome.errors.push(...reasons);
  return reasons;
}
