import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type ApiError, isApiError } from "../transport/errors";
import { type Api, type Endpoint, request } from "../transport/request";

/**
 * The answer of `GET /api/custom-domain`. The host name is missing when no host name is set, and while one is being
 * set.
 */
export const customDomainSchema = z
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

/** Reads the host name. */
export const getDomain: Endpoint<CustomDomain> = {
  method: "GET",
  path: "/api/custom-domain",
  answer: customDomainSchema,
};

/** Starts to set a host name. Setting the same host name twice has the same result as setting it once. */
export const setDomain: Endpoint<void> = { method: "POST", path: "/api/custom-domain", isRepeatable: true };

/** Starts to remove the host name. */
export const unsetDomain: Endpoint<void> = { method: "DELETE", path: "/api/custom-domain" };

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
export function domainApi(instance: Api): Domain {
  const shared = createShared(instance.transport.clock, (call) => request(instance, getDomain, {}, call));
  return {
    get: (call, options) => shared.get(call, options),
    set: (hostname, call) => request(instance, setDomain, { body: { hostname } }, call),
    unset: (call) => request(instance, unsetDomain, {}, call),
  };
}
