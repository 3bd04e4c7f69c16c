// Handlers in `nouns/` return a `Reply` or throw a `ServiceError`; `server.ts` and `deliver.ts` send it. New refusals
// may come in. Present statuses, codes and bodies must stay, because a live service showed most of them.
// `DIFFERENCES.md` says which ones.
import { type BusyName, busyAnswers } from "../service/busyAnswers";

/** The answer of a handler, before anything is written to a socket. */
export interface Reply {
  status: number;
  /** A value that the emulator sends as JSON. Without `body`, the body of the answer is empty. */
  body?: unknown;
  /** A text that the emulator sends unchanged, in place of `body`. */
  text?: string;
  headers?: Record<string, string>;
  /** True while the object is still being made, changed or removed, so that the client will ask again. */
  pending?: boolean;
  /** Milliseconds between acting and answering, on the emulator's clock. */
  takesMs?: number;
}

/** A refusal by the service. Lookups and checks throw it, so that a handler needs no branch for a refusal. */
export class ServiceError extends Error {
  constructor(readonly reply: Reply) {
    super(`the service answers ${reply.status}`);
  }
}

/** 200 with a JSON body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });

/** 201 with a JSON body. */
export const created = (body: unknown): Reply => ({ status: 201, body });

/** 200 after a change. */
export const changesSaved = (): Reply => ok({ message: "Changes saved" });

/** 204, empty. */
export const noContent = (): Reply => ({ status: 204 });

/** 404 in the words of the service, for an id that does not exist. */
export const notFound = () => new ServiceError({ status: 404, body: { error: "Invalid ID" } });

/** 404 in the words of the service, when an instance has no object with the id. */
export const childNotFound = () => new ServiceError({ status: 404, body: { message: "Not found" } });

/** 400 with the reason of the refusal. */
export const refused = (reason: string) => new ServiceError({ status: 400, body: { error: reason } });

/** 400 with one of the service's error codes and the reason of the refusal. */
export const refusedWith = (code: number, reason: string) =>
  new ServiceError({ status: 400, body: { error_code: code, error: reason } });

/** 400 with code 40003: the accepting side does not know the peering request yet, try again. */
export const notFoundYet = () =>
  new ServiceError({
    status: 400,
    body: { error_code: 40003, message: "VPC peering request not found yet, try again in a few minutes" },
    pending: true,
  });

/** 422 with the reason of the refusal. */
export const unprocessable = (reason: string) => new ServiceError({ status: 422, body: { error: reason } });

const busy = (name: BusyName) => new ServiceError({ status: 400, body: busyAnswers[name], pending: true });

/** 400: the instance is occupied, try again. */
export const backendBusy = () => busy("backend");

/** 400: another plugin of the instance is being changed, try again. */
export const pluginBusy = () => busy("plugin");

/** 400: the VPC is being made or removed, try again. */
export const vpcBusy = () => busy("vpc");

/** 400 with code 40001: the rules of the firewall are still being applied, try again. */
export const firewallBusy = () => busy("firewall");

/** 400 that names each wrong field. */
export const invalid = (fields: readonly (readonly [field: string, text: string])[]) =>
  new ServiceError({ status: 400, body: { errors: fields.map(([field, text]) => ({ [field]: text })) } });
