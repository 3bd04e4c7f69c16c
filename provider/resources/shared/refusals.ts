// The functions turn a reason into an error or a failure, and a busy answer or a 404 into a value. Definitions and steps
// of nearly all kinds call them. A message must begin with the subject; any other error must stay an error.
import { isApiError, isNotFound } from "../../api";
import type { Failure } from "../../framework/kind/definition";

/** Throws when there is a reason against an operation; the message begins with the resource. */
export function throwIfRefused({ subject }: { subject: string }, reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`${subject}: ${reason}`);
}

/** Turns a reason against one input into the list of failures that `offered` returns; empty without a reason. */
export const failuresOf = (property: string, reason: string | undefined): Failure[] =>
  reason === undefined ? [] : [{ property, reason }];

/** Turns the error of what does not exist into undefined, and throws every other error again. */
export function noneIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** The service's words in a "busy" error; every other error is thrown again. */
export function busyWords(error: unknown): string {
  if (isApiError(error) && error.kind === "busy") return error.serviceMessage ?? "the service is busy";
  throw error;
}
