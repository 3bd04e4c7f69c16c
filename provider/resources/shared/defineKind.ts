// Every kind calls `defineKind`, some through `childKind` or `partKind`; `resources/definitions.ts` reads the list. The
// last definition of a type must win, because some kinds build on an earlier one. Kinds spread `accountKey` or call
// `named` in `arrange`; an empty name must stay empty, so that the schema refuses it.
import type { Client } from "../../api";
import type { AnyDefinition, Definition } from "../../framework/kind/definition";

const byType = new Map<string, AnyDefinition<Client>>();

/** The definitions of all kinds that this process has loaded. */
export const loadedDefinitions = (): readonly AnyDefinition<Client>[] => [...byType.values()];

/** The definition of one kind, with the client of this package. */
export type Kind<Args extends object, State extends object> = Definition<Args, State, Client>;

/** Makes a kind known to all that work with every kind. A definition that is built on another one takes its place. */
export function defineKind<Args extends object, State extends object>(
  definition: Kind<Args, State>,
): Kind<Args, State> {
  byType.set(definition.type, definition);
  return definition;
}

/** Tells, for a definition, that the account's key reaches the object, and whether it is missing. */
export const accountKey = { keyOf: (client: Client) => client.keyOf(), lacks: (client: Client) => client.lacksKey() };

/** The inputs with the resource's name where the program gives no name. */
export const named = (inputs: Record<string, unknown>, name: string) => ({ ...inputs, name: inputs["name"] ?? name });
