import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** What {@link getAvailableVersions} returns. */
export interface AvailableVersionsResult {
  /** Versions of the broker that the instance can be upgraded to. */
  brokerVersions: string[];
  /** Versions of Erlang that the instance can be upgraded to. */
  erlangVersions: string[];
}

/** The question of {@link getAvailableVersions}. */
export const getAvailableVersionsQuestion = aboutInstance<OnInstanceArgs, AvailableVersionsResult>({
  name: "getAvailableVersions",
  async answer(api, call) {
    const { broker_versions, erlang_versions } = await api.availableVersions(call);
    return { brokerVersions: broker_versions, erlangVersions: erlang_versions };
  },
});

/**
 * The versions of broker and Erlang that an instance can be upgraded to now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getAvailableVersions({ instance: 123 }).then((versions) => versions.brokerVersions);
 * ```
 */
export function getAvailableVersions(args: OnInstanceArgs, options?: InvokeOptions): Promise<AvailableVersionsResult> {
  return ask(getAvailableVersionsQuestion, args, options);
}

/** {@link getAvailableVersions} for arguments that are outputs of resources. */
export function getAvailableVersionsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<AvailableVersionsResult> {
  return askOutput(getAvailableVersionsQuestion, args, options);
}
