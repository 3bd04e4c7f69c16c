import { configOf, startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { type Handlers, resource, withHandlers } from "../../helpers/handlers";
import { testsOf } from "../../helpers/tests-of";
import type { VirtualClock } from "../../helpers/virtual-clock";

/** Another account, in which nothing of the first one is. */
export async function withOtherAccount<T>(clock: VirtualClock, work: (config: Record<string, string>) => Promise<T>) {
  const other = await startTestEmulator({ seed: 2, clock: clock.serverSide() });
  for (const { id } of other.instances) other.patch({ op: "delete", in: "instances", id });
  try {
    return await work(configOf(other));
  } finally {
    await other.close();
  }
}

/** A test with the configuration that leads to another account, too. */
export const withOther = testsOf((work: (at: Handlers & { config: Record<string, string> }) => Promise<void>) =>
  withHandlers((at) => withOtherAccount(at.clock, (config) => work({ ...at, config }))),
);

/** Changes the account's key, as its owner does in the control panel; the configuration with the new one. */
export async function rotate(emulator: TestEmulator): Promise<Record<string, string>> {
  const { body } = await emulator.call("POST", "/customer/api/apikeys/rotate-apikey");
  return { "broker:apiKey": (body as { apikey: string }).apikey };
}

/** The configuration without an account's key, with these keys of instances. */
export const withKeys = (keys: Record<number, string>) => ({
  "broker:apiKey": "",
  "broker:instanceApiKeys": JSON.stringify(keys),
});

/** A network, as each account may have one. */
export const vpc = (name: string, subnet: string) =>
  resource("vpc", name, { name, region: "provider-a::region-1", subnet, tags: [] });

const hook = { webhookUri: "https://example.com", vhost: "/", concurrency: 1 };
export const webhook = (instance: string | number, name = "one") =>
  resource("webhook", name, { instance: `${instance}`, ...hook, queue: name });
