import type { Client } from "../../api";
import type { AnyDefinition } from "../../framework/kind/definition";
import { importInputs } from "../../framework/preview/importInputs";
import type { Run } from "../../framework/run/run";
import { stubOf } from "../../framework/state/hidden";
import { createTaker, type Taker } from "../../framework/takeOver";
import type { Candidate, Values } from "./candidate";

/** Something that was read from the service, with the inputs that a program declares for it. */
export interface Taken {
  candidate: Candidate;
  /** The inputs that differ from the service's defaults, without those that the class adds. */
  inputs: Values;
  seen: Values;
}

const takers = new WeakMap<Run<Client>, Map<AnyDefinition, Taker>>();

function takerOf(run: Run<Client>, definition: AnyDefinition): Taker {
  const known = takers.get(run) ?? new Map<AnyDefinition, Taker>();
  takers.set(run, known);
  const taker = known.get(definition) ?? createTaker(definition, run);
  known.set(definition, taker);
  return taker;
}

/** Reads a candidate; undefined when it is gone by now. */
export async function take(run: Run<Client>, candidate: Candidate): Promise<Taken | undefined> {
  const { definition, id, given, correct = (values) => values } = candidate;
  const raw = await takerOf(run, definition).see(id, { ...(await candidate.ask?.()), ...given });
  if (raw === undefined) return undefined;
  const seen = correct(raw);
  return { candidate, seen, inputs: importInputs(definition, seen, given) };
}

/** What the state of a resource holds after its import. */
export interface ImportedState {
  inputs: Values;
  outputs: Values;
  /** The reasons why a program with these inputs would be refused. */
  refusals: string[];
}

/** The state that an import of something leaves, under a name and a URN of the stack. */
export function stateOf(run: Run<Client>, taken: Taken, name: string, urn: string): ImportedState {
  const { candidate, seen } = taken;
  const { definition, id } = candidate;
  const taker = takerOf(run, definition);
  const inputs = { ...addedByClass(taken, name), ...taken.inputs, __provider: stubOf(definition), __urn: urn };
  const refusals = taker.refusals(inputs).map(({ property, reason }) => `${property} ${reason}`.trim());
  return { inputs, outputs: taker.outputsOf(id, inputs, seen), refusals };
}

/** The inputs that the class adds where the program leaves them out. */
export function addedByClass({ candidate: { definition, usual } }: Taken, name: string): Values {
  return { ...("name" in definition.schema.shape && { name }), ...usual };
}
