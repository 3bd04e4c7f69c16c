import { parseNumericId } from "../resources/shared/ids";
import type { OnInstanceArgs } from "./getNodes";
import { ask, type InvokeOptions } from "./invoke";

type Question<T> = Parameters<typeof ask<T>>[2];
type InstanceApi = ReturnType<Parameters<Question<unknown>>[0]["instance"]>;

/** Asks the API of one instance from within the program; `what` is the function that asks. */
export function askInstance<T>(
  what: string,
  { instance, instanceApiKey }: OnInstanceArgs,
  options: InvokeOptions | undefined,
  question: (api: InstanceApi, call: Parameters<Question<T>>[1]) => Promise<T>,
): Promise<T> {
  return ask(what, options, async (client, call) => {
    const id = parseNumericId("Instance", String(instance));
    return question(client.instance(id, { apiKey: instanceApiKey }), call);
  });
}
