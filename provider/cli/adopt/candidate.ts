import type { AnyDefinition } from "../../framework/kind/definition";
import type { LeftOut } from "./thing";

export type Values = Record<string, unknown>;

/** Something on the service that can become a resource. */
export interface Candidate {
  definition: AnyDefinition;
  /** The Pulumi id. */
  id: string;
  /** The name by which a person would know it. May be empty, and several may have the same. */
  label: string;
  /** Why this thing is not taken over, and what to do about that. */
  withheld?: string;
  /** True for what the service makes with every broker by itself, and nobody has made outside. */
  isOfService?: boolean;
  /** Inputs of the program that no answer tells. */
  given?: Values;
  /** Finds the inputs that a read must know of to tell their values. */
  ask?(): Promise<Values>;
  /** The values of inputs that the class adds where the program leaves them out, beside the name. */
  usual?: Values;
  /** Corrects the values that were seen, where the program will leave out a field that state keeps only if it is declared. */
  correct?(seen: Values): Values;
}

/** What was found on the service: something to take over, or something that stays outside and the reason. */
export type Found = Candidate | LeftOut;

/** True for something that can become a resource. */
export function isCandidate(found: Found): found is Candidate {
  return "definition" in found;
}
