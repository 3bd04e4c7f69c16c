// `ask.ts` loads the SDK here, and lets Pulumi's mocks answer functions in unit tests. Both signs in `isMocked` must
// stay: unit tests send nothing. Each `require` must stay in its function: the plugin runs without the SDK. All else
// may change.
import type * as sdk from "@pulumi/pulumi";
import { functionToken, type Question } from "./question";

/** The SDK, which only a call loads: the provider plugin answers the questions of all functions without the SDK. */
export const pulumi = () => require("@pulumi/pulumi") as typeof sdk;

const sdkState = () =>
  require("@pulumi/pulumi/runtime/state") as {
    getStore(): { settings?: { options?: { monitorAddr?: string } } };
  };

/** True when Pulumi's mocks (`pulumi.runtime.setMocks`) replace the engine. */
export function isMocked(): boolean {
  const monitor = pulumi().runtime.getMonitor() as { mocks?: unknown } | undefined;
  // The SDK has no public way to ask this. Either of the two signs is enough, so that no request leaves a unit test.
  return sdkState().getStore().settings?.options?.monitorAddr === "mock" || monitor?.mocks !== undefined;
}

/** Lets `call` of Pulumi's mocks answer a question, as for a function of any other package. */
export async function askMocks<T>(question: Question<object, T>, args: object, provider?: sdk.ProviderResource) {
  const token = functionToken(question);
  const answer = await pulumi()
    .runtime.invoke(token, { ...args }, { provider })
    .catch((error: unknown) => {
      // The SDK drops the message of an error that `call` throws.
      const reason = error instanceof Error && error.message ? ` (${error.message})` : "";
      throw new Error(
        `your Pulumi mocks gave no answer${reason}: in call() of the mocks, return an answer for the function ${token}`,
      );
    });
  if (!question.list) return answer as T;
  // The SDK turns a list into an object whose keys are the positions.
  const isList = Object.keys(answer).every((key, position) => key === String(position));
  if (!isList)
    throw new Error(`your Pulumi mocks gave no list: in call() of the mocks, return a list for the function ${token}`);
  return Object.values(answer) as T;
}
