import * as pulumi from "@pulumi/pulumi";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import type { InvokeOptions } from "./invoke";

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
 */
export function getAvailableVersions(args: OnInstanceArgs, options?: InvokeOptions): Promise<AvailableVersionsResult> {
  return askInstance("getAvailableVersions", args, options, async (api, call) => {
    const { broker_versions, erlang_versions } = await api.availableVersions(call);
    return { brokerVersions: broker_versions, erlangVersions: erlang_versions };
  });
}

/** {@link getAvailableVersions} for arguments that are outputs of resources. */
export function getAvailableVersionsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<AvailableVersionsResult> {
  return pulumi.output(args).apply((known) => getAvailableVersions(known, options));
}
