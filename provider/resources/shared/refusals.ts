import type { Failure } from "../../framework/definition";

/** A resource as messages name it: in quotes, by the name with which its URN ends. */
export function nameOf(urn: string): string {
  return `"${urn.split("::").at(-1)}"`;
}

/** Throws where there is a reason against an operation; the message begins with the resource. */
export function throwIfRefused({ subject }: { subject: string }, reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`${subject}: ${reason}`);
}

/** A reason against one input, if there is one, as `offered` returns it. */
export function failuresOf(property: string, reason: string | undefined): Failure[] {
  return reason === undefined ? [] : [{ property, reason }];
}
