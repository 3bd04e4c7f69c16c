import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { withEmulator } from "../helpers/emulator";
import { type StackOptions, withStack } from "../helpers/stack";

/** Needs the engine: what is searched is what it prints and keeps. */

test("the end of every stack finds what a run has printed or kept, unless the test shows secrets itself", () =>
  withEmulator(async (emulator) => {
    const program = async () => {
      const queue = emulator.instances[0]?.apiKey ?? "";
      new broker.Webhook("hook", { instance: 1001, webhookUri: "https://example.com", vhost: "/", queue });
      await pulumi.log.info(`the queue is ${queue}`);
    };
    const run = (options: StackOptions) => withStack("shown", program, options, (stack) => stack.up());
    const { apiKey, customerUrl, baseUrl } = emulator;
    const config = {
      "broker:apiKey": { secret: apiKey },
      "broker:customerUrl": customerUrl,
      "broker:baseUrl": baseUrl,
    };
    await expect(run({ config })).rejects.toThrow(/key of instance 1001.* in the output of run .* in the checkpoint/s);
    await run({ config, showsSecrets: true });
  }));
