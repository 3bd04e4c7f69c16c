// `Instance`, `Vpc`, `TeamMember` and `CredentialRotation` spread the object into their definitions. The names `keyOf`
// and `lacks` must stay, because the framework calls both.
import type { Client } from "../../api";

/** Tells, for a definition, that the account's key reaches the object, and whether it is missing. */
export const accountKey = { keyOf: (client: Client) => client.keyOf(), lacks: (client: Client) => client.lacksKey() };
