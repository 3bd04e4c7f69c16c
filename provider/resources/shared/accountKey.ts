import type { Client } from "../../api";

/** Tells, for a definition, that the account's key reaches the object, and whether it is missing. */
export const accountKey = { keyOf: (client: Client) => client.keyOf(), lacks: (client: Client) => client.lacksKey() };
