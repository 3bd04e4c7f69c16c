// Each kind calls `defineKind`, some through `childKind` or `partKind`; `definitions.ts` reads `loadedDefinitions`. A part
// that kinds share may be added. The last definition of a type must win, because some kinds build on an earlier one.
// `named` must keep an empty name, so that the schema refuses it.
import type { Client } from "../../api";
import type { AnyDefinition, Definition } from "../../framework/kind/definition";

const byType = new Map<string, AnyDefinition<Client>>();

/** The definitions of all kinds that this process has loaded. */
export const loadedDefinitions = (): readonly AnyDefinition<Client>[] => [...byType.values()];

/** The definition of one kind, with the client of this package. */
export type Kind<Args extends object, State extends object> = Definition<Args, State, Client>;

/** Adds a kind to `loadedDefinitions`. A later definition of the same type takes the place of the earlier one. */
export function defineKind<Args extends object, State extends object>(definition: Kind<Args, State>) {
  byType.set(definition.type, definition);
  return definition;
}

/** For a definition of an object that the account's key reaches: that key, and the text for a missing key. */
export const accountKey = { keyOf: (client: Client) => client.keyOf(), lacks: (client: Client) => client.lacksKey() };

/** The inputs with the resource's name where the program gives no name. */
export const named = (inputs: Record<string, unknown>, name: string) => ({ ...inputs, name: inputs["name"] ?? name });
