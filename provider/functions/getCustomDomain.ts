import * as pulumi from "@pulumi/pulumi";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import type { InvokeOptions } from "./invoke";

/** What {@link getCustomDomain} returns. */
export interface CustomDomainResult {
  /** The host name; missing when no host name is set, and while one is being set. */
  hostname?: string;
  /** True when the host name is in use, with its certificate. */
  configured: boolean;
}

/**
 * The custom domain of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const hostname = broker.getCustomDomain({ instance: 123 }).then((domain) => domain.hostname);
 * ```
 */
export function getCustomDomain(args: OnInstanceArgs, options?: InvokeOptions): Promise<CustomDomainResult> {
  return askInstance("getCustomDomain", args, options, (api, call) => api.customDomain.get(call, { fresh: true }));
}

/** {@link getCustomDomain} for arguments that are outputs of resources. */
export function getCustomDomainOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<CustomDomainResult> {
  return pulumi.output(args).apply((known) => getCustomDomain(known, options));
}
