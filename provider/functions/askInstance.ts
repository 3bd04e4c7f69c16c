import type * as pulumi from "@pulumi/pulumi";
import type { Call, InstanceClient } from "../api";
import { parseNumericId } from "../resources/shared/ids";
import { ask, type InvokeOptions } from "./invoke";

/** The instance that a function asks about. */
export interface OnInstanceArgs {
  /** The id of the instance. */
  instance: string | number;
  /** The instance's own API key, for programs without an account key. Default: as for resources on an instance. */
  instanceApiKey?: string;
}

/** {@link OnInstanceArgs} that may be outputs of resources. */
export interface OnInstanceOutputArgs {
  /** The id of the instance. */
  instance: pulumi.Input<string | number>;
  /** The instance's own API key, for programs without an account key. Default: as for resources on an instance. */
  instanceApiKey?: pulumi.Input<string>;
}

/** Asks the API of one instance from within the program. `what` is the name of the function that asks. */
export function askInstance<T>(
  what: string,
  { instance, instanceApiKey }: OnInstanceArgs,
  options: InvokeOptions | undefined,
  question: (api: InstanceClient, call: Call) => Promise<T>,
): Promise<T> {
  return ask(what, options, async (client, call) => {
    const id = parseNumericId("Instance", String(instance));
    return question(client.instance(id, { apiKey: instanceApiKey }), call);
  });
}
