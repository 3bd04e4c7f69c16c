// Programs import `getAvailableVersions` and its `Output` form; `plugin/functions.ts` answers the function for other
// languages. A new field of the client goes into the interface, in camel case. Names must stay, because programs read
// them.
import { askOutput, inCamelCase } from "../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../resources/shared/askInstance";

/** What {@link getAvailableVersions} returns. */
export interface AvailableVersionsResult {
  /** Versions of the broker that the instance can be upgraded to. */
  brokerVersions: string[];
  /** Versions of Erlang that the instance can be upgraded to. */
  erlangVersions: string[];
}

/**
 * The versions of broker and Erlang that an instance can be upgraded to now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getAvailableVersions({ instance: 123 }).then((versions) => versions.brokerVersions);
 * ```
 *
 * @category Brokers and their networks
 */
export const getAvailableVersions = askInstance<OnInstanceArgs, AvailableVersionsResult>({
  name: "getAvailableVersions",
  answer: async (api, call) => inCamelCase(await api.availableVersions(call)),
});

/** {@link getAvailableVersions} for arguments that are outputs of resources. */
export const getAvailableVersionsOutput = askOutput<OnInstanceOutputArgs, AvailableVersionsResult>(
  getAvailableVersions,
);
