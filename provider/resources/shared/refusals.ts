// Nearly all kinds throw or report a reason here, or turn a 404 or a busy answer into a value. Functions may be added.
// The message of a thrown error must begin with the subject, so that it names its resource. An error that is neither a
// 404 nor a busy answer must be thrown again, because it may be a fault. All else may change.
import { isApiError, isNotFound } from "../../api";
import type { Failure } from "../../framework/kind/definition";

/** Throws when there is a reason against an operation; the message begins with the resource. */
export function throwIfRefused({ subject }: { subject: string }, reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`${subject}: ${reason}`);
}

/** Turns a reason against one input into the list of failures that `offered` returns; empty without a reason. */
export const failuresOf = (property: string, reason: string | undefined): Failure[] =>
  reason === undefined ? [] : [{ property, reason }];

/** Turns a 404 into undefined, and throws every other error again. */
export function noneIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** The service's words in a "busy" error; every other error is thrown again. */
export function busyWords(error: unknown): string {
  if (isApiError(error) && error.kind === "busy") return error.serviceMessage ?? "the service is busy";
  throw error;
}
