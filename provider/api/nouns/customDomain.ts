import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { type ApiError, isApiError } from "../transport/errors";
import { senderTo, withBody } from "../transport/send";

/**
 * The answer of `GET /api/custom-domain`. The host name is missing when no host name is set, and while one is being
 * set.
 */
const customDomainSchema = z
  .object({ hostname: z.string().nullish(), configured: z.unknown().optional() })
  // An answer with neither field must not be taken for "no host name is set".
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
export function lacksRecord(error: unknown): error is ApiError {
  return isApiError(error) && error.kind === "busy" && /does not resolve/i.test(error.serviceMessage ?? "");
}

/** The custom domain of an instance. */
export interface Domain {
  /** The host name that is set, shared for 30 s unless `fresh`. */
  get(call: Call, options?: { fresh?: boolean }): Promise<CustomDomain>;
  /**
   * Starts to set a host name. While the service does not see the DNS record, the call is repeated until the deadline.
   */
  set(hostname: string, call: Call): Promise<void>;
  /** Starts to remove the host name. */
  unset(call: Call): Promise<void>;
}

/** The custom domain of one instance. */
export function customDomainNoun(instance: Api): {
  operations: { customDomain: CustomDomainOperations };
  shared: { customDomain: Domain };
} {
  const send = senderTo(instance);
  const get = send({ method: "GET", path, answer: customDomainSchema });
  const set = send({ method: "POST", path, isRepeatable: true }, withBody);
  const remove = send({ method: "DELETE", path });
  const shared = createShared(instance.transport.clock, get);
  return {
    operations: { customDomain: { get, set, remove } },
    shared: { customDomain: { get: shared.get, set: (hostname, call) => set({ hostname }, call), unset: remove } },
  };
}
