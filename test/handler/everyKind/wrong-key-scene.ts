import { configOf, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { type Handlers, resource, withHandlers } from "../../helpers/handlers";
import { testsOf } from "../../helpers/tests-of";

/** A test with the configuration that leads to another account, too, in which nothing of the first one is. */
export const withOther = testsOf((work: (at: Handlers & { config: Record<string, string> }) => Promise<void>) =>
  withHandlers((at) =>
    withEmulator(
      (other) => {
        for (const { id } of other.instances) other.patch({ op: "delete", in: "instances", id });
        return work({ ...at, config: configOf(other) });
      },
      { seed: 2, clock: at.clock.serverSide() },
    ),
  ),
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
