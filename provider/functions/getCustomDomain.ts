import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** What {@link getCustomDomain} returns. */
export interface CustomDomainResult {
  /** The host name; missing when no host name is set, and while one is being set. */
  hostname?: string;
  /** True when the host name is in use, with its certificate. */
  configured: boolean;
}

/** The question of {@link getCustomDomain}. */
export const getCustomDomainQuestion = aboutInstance<OnInstanceArgs, CustomDomainResult>({
  name: "getCustomDomain",
  answer: (api, call) => api.customDomain.get(call, { fresh: true }),
});

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
  return ask(getCustomDomainQuestion, args, options);
}

/** {@link getCustomDomain} for arguments that are outputs of resources. */
export function getCustomDomainOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<CustomDomainResult> {
  return askOutput(getCustomDomainQuestion, args, options);
}
