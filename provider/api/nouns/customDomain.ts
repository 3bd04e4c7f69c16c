// `customDomainNoun` declares the custom domain. `nouns/index.ts` opens it; `resources/customDomain/` uses `Domain` and
// `lacksRecord`. `isRepeatable` must stay, because a lost answer would end the call. Both `refine` checks must stay,
// because an incomplete answer would mean that no host name is set. New fields may be added.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, CallOptions } from "../transport/endpoint";
import { type ApiError, isApiError } from "../transport/errors";
import { unresolvedHost } from "../transport/errorTable";
import { shown } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

/** The answer of `GET /api/custom-domain`. The host name is missing when none is set, and while one is being set. */
const customDomainSchema = shown(() => ({ hostname: z.string().nullish(), configured: z.unknown().optional() })) // An answer with neither field must not be taken for "no host name is set".
  .refine(({ hostname, configured }) => hostname !== undefined || configured !== undefined, {
    path: ["hostname"],
    message: "missing",
  })
  .refine(({ hostname, configured }) => hostname || (configured !== true && configured !== "true"), {
    path: ["hostname"],
    message: "missing, although a host name is configured",
  })
  .transform(({ hostname, configured }) => ({
    hostname: hostname || undefined,
    configured: configured === true || configured === "true",
  }));
/** The custom domain of an instance as the service shows it. */
export type CustomDomain = z.output<typeof customDomainSchema>;

/** The operations on the custom domain. */
export interface CustomDomainOperations {
  /** The host name that is set. */
  get(options?: CallOptions): Promise<CustomDomain>;
  /**
   * Starts to set a host name. While the service does not see the DNS record of the host name, the call is repeated
   * until the deadline.
   */
  set(domain: { hostname: string }, options?: CallOptions): Promise<void>;
  /** Starts to remove the host name. */
  remove(options?: CallOptions): Promise<void>;
}

const path = "/api/custom-domain";

/** True when `error` says that the service did not see the DNS record of a host name before the deadline. */
export const lacksRecord = (error: unknown): error is ApiError =>
  isApiError(error) && error.kind === "busy" && unresolvedHost.test(error.serviceMessage ?? "");

export function customDomainNoun(instance: Api) {
  const send = senderTo(instance);
  const customDomain: CustomDomainOperations = {
    get: send({ method: "GET", path, answer: customDomainSchema }),
    set: send({ method: "POST", path, isRepeatable: true }, withBody),
    remove: send({ method: "DELETE", path }),
  };
  const { get } = createShared(instance.transport.clock, customDomain.get);
  return { operations: { customDomain }, shared: { customDomain: { ...customDomain, get } } };
}

export type Domain = ReturnType<typeof customDomainNoun>["shared"]["customDomain"];
