// `sdk.ts` loads Pulumi's SDK at the first call. `ask.ts` and `mocks.ts` call `pulumi`, and `mocks.ts` reads
// `sdkState`. `SdkState` may get fields; each `require` must stay inside its function, because the plugin runs without
// the SDK.
import type * as sdk from "@pulumi/pulumi";

/** The part of the SDK's data on a run that `isMocked` reads. */
interface SdkState {
  getStore(): { settings?: { options?: { monitorAddr?: string } } };
}

/** The SDK, which only a call loads: the provider plugin answers the questions of all functions without the SDK. */
export const pulumi = () => require("@pulumi/pulumi") as typeof sdk;

/** The SDK's data on the run, which the SDK does not make public. */
export const sdkState = () => require("@pulumi/pulumi/runtime/state") as SdkState;
