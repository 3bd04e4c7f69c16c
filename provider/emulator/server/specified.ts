// `server.ts` calls both functions when the dialect has `specified_only`. A status that only a live service sends goes
// into `statuses`. A body without specification must go, because tests show with this mode that the provider needs no
// such body.
import type { Reply } from "./reply";
import type { Route } from "./route";

const without = (fields: readonly string[], from: object) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name)));

const statuses: Record<number, number> = { 201: 200, 202: 200, 422: 400 };

/** The status of the specification in place of a status that only a live service sends. */
export const specifiedStatus = (status: number): number => statuses[status] ?? status;

/** Reduces an answer to the fields and statuses of the specification. */
export function asSpecified({ method, unspecified }: Route, { body, ...rest }: Reply): Reply {
  const status = specifiedStatus(rest.status);
  const isShown = method === "GET" || unspecified !== undefined;
  if (!isShown || body === undefined) return { ...rest, status };
  const fields = unspecified ?? [];
  return {
    ...rest,
    status,
    body: Array.isArray(body) ? body.map((each: object) => without(fields, each)) : without(fields, body as object),
  };
}
