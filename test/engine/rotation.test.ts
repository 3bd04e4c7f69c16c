import * as broker from "pulumi-broker";
import { expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it keeps and hands on the keys that change in the middle of a run. */

test("keys that the program gives are rotated behind its back: refresh and destroy, which know those in state, pass", () =>
  onStack("given-keys", { speed: 300 }, async ({ emulator, stack }) => {
    const [{ id: elsewhere, apiKey: given } = { id: 0, apiKey: "" }] = emulator.instances;
    const hook = { webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
    const program = async () => {
      const shop = new broker.Instance("shop", { plan: "clustered-small-1", region: "provider-a::region-1" });
      const own = { instance: shop, instanceApiKey: shop.apiKey };
      new broker.Webhook("by-argument", { ...own, ...hook });
      new broker.Plugin("mqtt", { ...own, name: "broker_mqtt" });
      const provider = new broker.Provider("keyed", { instanceApiKeys: { [elsewhere]: given } });
      new broker.Webhook("by-map", { instance: elsewhere, ...hook }, { provider });
      return { key: shop.apiKey };
    };
    stack.program = program;
    await stack.up();
    const { key } = (await stack.outputs()) as { key: string };
    for (const old of [key, given]) {
      const rotated = await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: old });
      expect(rotated.status).toBe(200);
    }
    // What the search for secrets at the end looks for: the keys of today are kept after each run.
    const keys = emulator.state().instances.map(({ apikey }) => apikey);
    expect(keys).not.toEqual(expect.arrayContaining([key]));
    emulator.clearRequests();
    const refreshed = await stack.refresh();
    expect(refreshed.diagnostics.filter(({ severity }) => String(severity) === "error")).toEqual([]);
    const lookUps = (id: number) =>
      emulator.calls().filter((call) => call === `GET /customer/api/instances/${id}`).length;
    expect(lookUps(elsewhere)).toBe(1);
    // The refresh of the Instance itself may be one of the two.
    expect(lookUps(1003)).toBeLessThanOrEqual(2);
    expectNoSecrets(textsOf("refresh", refreshed, stack, emulator), secretsOf(emulator));

    // The program now gives the key of today: nothing is sent for what stands on the instance.
    emulator.clearRequests();
    expect((await stack.up()).changes.sort()).toEqual(["update by-argument", "update mqtt"]);
    expect(emulator.calls()).toEqual([]);

    const again = ((await stack.outputs()) as { key: string }).key;
    await emulator.call("POST", "/instance/api/account/rotate-apikey", { key: again });
    const destroyed = await stack.destroy();
    expectNoSecrets(textsOf("destroy", destroyed, stack, emulator), secretsOf(emulator));
    expect([emulator.state().webhooks, stack.exportState().deployment.resources ?? []]).toEqual([[], []]);
  }));
