import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** The result of {@link getNextVersions}. */
export interface NextVersionsResult {
  /** The broker's version after the upgrade. */
  brokerVersion?: string;
  /** The Erlang version after the upgrade; missing for a broker without Erlang. */
  erlangVersion?: string;
}

/** The question of {@link getNextVersions}. */
export const getNextVersionsQuestion = aboutInstance<OnInstanceArgs, NextVersionsResult>({
  name: "getNextVersions",
  async answer(api, call) {
    const seen = await api.operations.actions.newBrokerErlangVersions(call);
    return { brokerVersion: seen.new_broker_version, erlangVersion: seen.new_erlang_version };
  },
});

/**
 * The versions to which one upgrade of both the broker and Erlang would lead now. {@link getAvailableVersions} lists all
 * versions that an instance can be upgraded to.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getNextVersions({ instance: 123 }).then((versions) => versions.brokerVersion);
 * ```
 */
export function getNextVersions(args: OnInstanceArgs, options?: InvokeOptions): Promise<NextVersionsResult> {
  return ask(getNextVersionsQuestion, args, options);
}

/** {@link getNextVersions} for arguments that are outputs of resources. */
export function getNextVersionsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<NextVersionsResult> {
  return askOutput(getNextVersionsQuestion, args, options);
}
