// `resources/index.ts` exports the functions to programs. The answer is that of the client, so a new field goes into
// `api/nouns/customDomain.ts` and into `CustomDomainResult`. The names of functions and fields must stay, because
// programs use them.
import { askOutput } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";

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
export const getCustomDomain = askInstance<OnInstanceArgs, CustomDomainResult>({
  name: "getCustomDomain",
  answer: (api, call) => api.customDomain.get(call, { fresh: true }),
});

/** {@link getCustomDomain} for arguments that are outputs of resources. */
export const getCustomDomainOutput = askOutput<OnInstanceOutputArgs, CustomDomainResult>(getCustomDomain);
