// Programs import `getNextVersions` and its `Output` form; `plugin/functions.ts` answers the function for other
// languages. Fields may be added; names must stay, because programs read them. A missing version must stay undefined,
// because a broker without Erlang has no version of Erlang.
import { askOutput } from "../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../resources/shared/askInstance";

/** The result of {@link getNextVersions}. */
export interface NextVersionsResult {
  /** The broker's version after the upgrade. */
  brokerVersion?: string;
  /** The Erlang version after the upgrade; missing for a broker without Erlang. */
  erlangVersion?: string;
}

/**
 * The versions to which one upgrade of both the broker and Erlang would lead now. {@link getAvailableVersions} lists all
 * versions that an instance can be upgraded to.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getNextVersions({ instance: 123 }).then((versions) => versions.brokerVersion);
 * ```
 *
 * @category Brokers and their networks
 */
export const getNextVersions = askInstance<OnInstanceArgs, NextVersionsResult>({
  name: "getNextVersions",
  async answer(api, call) {
    const seen = await api.operations.actions.newBrokerErlangVersions(call);
    return { brokerVersion: seen.new_broker_version, erlangVersion: seen.new_erlang_version };
  },
});

/** {@link getNextVersions} for arguments that are outputs of resources. */
export const getNextVersionsOutput = askOutput<OnInstanceOutputArgs, NextVersionsResult>(getNextVersions);
