// `take.ts` reads the things that `adopt` has found, and makes their import entries. `account.ts` calls `take`;
// `parts.ts` calls `importOf` and `addedByClass`. A `Candidate` may get optional fields. `secretMark` must stay,
// because Pulumi encrypts the values that have this mark.
import type { Client } from "../../api";
import type { AnyDefinition } from "../../framework/kind/definition";
import { marksOf, secretOutputsOf } from "../../framework/kind/marks";
import { pluginToken } from "../../framework/kind/tokens";
import { mapValues, type Values } from "../../framework/kind/values";
import { validate } from "../../framework/preview/check";
import { importInputs } from "../../framework/preview/diff";
import { createContext } from "../../framework/run/createContext";
import { createSight } from "../../framework/run/redact";
import type { Run } from "../../framework/run/run";
import { stubOf, visible } from "../../framework/state/hidden";
import { withDefaults } from "../../framework/state/state";
import type { LeftOut } from "./thing";

/** Something on the service that can become a resource. */
export interface Candidate {
  definition: AnyDefinition;
  id: string;
  /** The name by which a person would know it. May be empty, and several may have the same. */
  label: string;
  /** Why `adopt` leaves an unfinished thing: the next run of its own program finds the thing by its tag. */
  withheld?: string;
  /** True for a thing that the service itself makes with every broker, so that nobody has made the thing outside. */
  isOfService?: boolean;
  /** Inputs of the program that no answer of the service has. */
  given?: Values;
  /** Finds inputs for the read, which tells the values of some inputs only if the read gets these inputs. */
  ask?(): Promise<Values>;
  /** The values of inputs that the class adds where the program leaves them out, beside the name. */
  usual?: Values;
  /** Removes fields of `seen` that the program leaves out: the state keeps such a field only if it is declared. */
  correct?(seen: Values): Values;
}

/** What was found on the service: something to take over, or something that stays outside and the reason. */
export type Found = Candidate | LeftOut;

export const isCandidate = (found: Found): found is Candidate => "definition" in found;

/** Something that was read from the service, with the inputs that a program declares for it. */
export interface Taken extends Candidate {
  /** The inputs that differ from the service's defaults, without those that the class adds. */
  inputs: Values;
  seen: Values;
}

/** Reads a candidate; undefined when it is gone by now. */
export async function take(run: Run<Client>, candidate: Candidate): Promise<Taken | undefined> {
  const { definition, id, given, correct = (values) => values } = candidate;
  const declared = { ...(await candidate.ask?.()), ...given };
  const ctx = createContext(definition, run, { operation: "other", bags: [declared], id });
  const raw = await definition.read(ctx, id, declared);
  if (raw === undefined) return undefined;
  const seen = correct(raw);
  return { ...candidate, seen, inputs: importInputs(definition, seen, given) };
}

/** The inputs that the class adds where the program leaves them out. */
export function addedByClass({ definition, usual }: Taken, name: string): Values {
  return { ...("name" in definition.schema.unwrap().shape && { name }), ...usual };
}

/** A resource as `pulumi import --file` takes it. */
export type ImportEntry = ReturnType<typeof importOf>["entry"];

/** The mark of a secret value in an import file: Pulumi encrypts the value when it imports the resource. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** The import entry for the class or for the plugin, as `type` says. `refusals` tell what a program may not declare. */
export function importOf(run: Run<Client>, taken: Taken, { type, name, urn }: Record<"type" | "name" | "urn", string>) {
  const { definition, id, seen } = taken;
  const inputs = { ...addedByClass(taken, name), ...taken.inputs, __provider: stubOf(definition), __urn: urn };
  const secrets = new Set(secretOutputsOf(definition));
  const markSecrets = (values: Values) =>
    mapValues(values, (value, field) =>
      secrets.has(field) ? { ...secretMark, plaintext: JSON.stringify(value) } : value,
    );
  const shown = visible(inputs);
  const own = type === pluginToken(definition) ? (definition.written?.(shown) ?? shown) : inputs;
  const declared = withDefaults(marksOf(definition.schema), inputs);
  const outputs = createSight(definition, run).outputsOf(id, inputs, declared, seen);
  const failures = validate(definition.schema, definition.rules ?? [], shown);
  return {
    entry: { type, name, id, inputs: markSecrets(own), outputs: markSecrets(outputs) },
    refusals: failures.map(({ property, reason }) => `${property} ${reason}`.trim()),
  };
}
