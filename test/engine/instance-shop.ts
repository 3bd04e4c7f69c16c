import * as broker from "pulumi-broker";
import type { RecordOf } from "../../provider/emulator";
import { stackConfigOf } from "../helpers/broker-config";
import { expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { createStack, type RunOptions, type TestStack } from "../helpers/stack";

/** One instance in a VPC, with a webhook that uses only its id, on an engine and a service of their own. */
export interface Shop {
  emulator: TestEmulator;
  stack: TestStack;
  /** What the next run declares. */
  args: broker.InstanceArgs;
  timeouts: { delete?: string };
  /** Whether the next run declares the VPC alone. */
  empty: boolean;
  /** The service's records of the instance, without those that are on their way out. */
  held(): RecordOf<"instances">[];
  /** Runs, and looks for secrets in all that it left behind; what was received before is forgotten. */
  run(operation: "up" | "preview" | "refresh" | "destroy", options?: RunOptions): Promise<Run>;
  /** The requests of the last run that change something, without the instance's number. */
  lines(): string[];
  close(): Promise<void>;
}

/** Starts one, with nothing made yet. */
export async function startShop(name: string, args: broker.InstanceArgs): Promise<Shop> {
  const emulator = await startTestEmulator({ speed: 400 });
  const program = async () => {
    // A shop outside the VPC may move to another region without it.
    const { region } = "vpc" in shop.args ? args : shop.args;
    const net = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
    if (shop.empty) return {};
    const instance = new broker.Instance("shop", { vpc: net, ...shop.args }, { customTimeouts: shop.timeouts });
    const hook = { instance, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
    new broker.Webhook("hook", hook);
    const { url, urls, password, apiKey, host } = instance;
    return { url, urls, password, apiKey, host };
  };
  const stack = await createStack(name, program, {
    config: stackConfigOf(emulator),
  });
  const shop: Shop = {
    emulator,
    stack,
    args,
    timeouts: {},
    empty: false,
    held: () => emulator.state().instances.filter((each) => each.name === "shop" && each.goneAt === null),
    async run(operation, options) {
      emulator.clearRequests();
      const done = await stack[operation](options);
      expectNoSecrets(textsOf(operation, done, stack, emulator), secretsOf(emulator));
      return done;
    },
    lines: () =>
      emulator
        .requests()
        .filter(({ method }) => method !== "GET")
        .map(({ method, path, body }) => `${method} ${path.replace(/\/\d+/, "")} ${JSON.stringify(body)}`),
    async close() {
      await stack.remove();
      await emulator.close();
    },
  };
  return shop;
}

/** The lasting lines of a run. */
export const said = ({ diagnostics }: Run): string[] =>
  diagnostics.filter(({ ephemeral }) => !ephemeral).map(({ message }) => message);
