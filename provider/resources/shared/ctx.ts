import type { Client } from "../../api";
import type { Context } from "../../framework/kind/context";

/** The context of one operation on one resource, with the client of this package. */
export type Ctx = Context<Client>;
/** How an operation calls the service, with the client of this package. */
export type Calling = Ctx["call"];
