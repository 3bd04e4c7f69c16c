import * as pulumi from "@pulumi/pulumi";

/**
 * The SDK's class, whose constructor takes a trace of the calls four times for each property. The SDK shows these traces
 * only where promises that never settle are looked for, and they cost a program of 999 resources half of its processor
 * time and a quarter of its memory. An error of the constructor is given a trace that begins with the program.
 */
export const CustomResource: typeof pulumi.CustomResource = class extends pulumi.CustomResource {
  constructor(...args: ConstructorParameters<typeof pulumi.CustomResource>) {
    const limit = Error.stackTraceLimit;
    if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
    try {
      super(...args);
    } catch (error) {
      Error.stackTraceLimit = limit;
      if (error instanceof Error) Error.captureStackTrace(error, new.target);
      throw error;
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
};
