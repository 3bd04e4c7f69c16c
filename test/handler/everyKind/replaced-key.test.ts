import { configOf, startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { it, resource, withHandlers } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";

describe("a given key that the service refuses, with a key that the account API tells in its place,", () => {
  const hook = { webhookUri: "https://example.com", vhost: "/" };
  const hookOn = (name: string, instance: number, instanceApiKey: string) =>
    resource("webhook", name, { instance: `${instance}`, instanceApiKey, ...hook, queue: name });
  const absent = expect.stringMatching(/^Webhook "\w+": [^\n]*another key[^\n]*pulumi state delete$/);
  const rotateInstance = (emulator: TestEmulator) => emulator.call("POST", "/instance/api/account/rotate-apikey");

  test("an object that the found key sees is marked as one of that key, and proves that another is gone", () =>
    withHandlers(async ({ emulator, one }) => {
      const [{ id, apiKey } = { id: 0, apiKey: "" }] = emulator.instances;
      await one.up([hookOn("a", id, apiKey), hookOn("b", id, apiKey)]);
      const mark = one.entry("b").outputs.__seenBy;
      await rotateInstance(emulator);
      emulator.patch({ op: "delete", in: "webhooks", id: Number(one.entry("a").id.split("/").at(-1)) });
      expect(await one.refresh()).toMatchObject({ changes: ["gone a"], errors: [] });
      const found = one.entry("b").outputs.__seenBy;
      expect(found).toMatch(/^[0-9a-f]{8}:[0-9a-f]{16}:instance$/);
      expect(found).not.toBe(mark);

      // The mark is that of the key that the program is given next.
      const today = emulator.state().instances[0]!.apikey;
      expect(await one.up([hookOn("b", id, today)])).toMatchObject({ changes: ["update b"], calls: [] });
      expect((await one.refresh()).errors).toEqual([]);
      expect(one.entry("b").outputs.__seenBy).toBe(found);
    }));

  test.each(["refresh", "destroy"] as const)("a %s takes nothing for gone by the word of that key alone", (operation) =>
    withHandlers(async ({ emulator, one }) => {
      const [{ id, apiKey } = { id: 0, apiKey: "" }] = emulator.instances;
      await one.up([hookOn("a", id, apiKey)]);
      await rotateInstance(emulator);
      emulator.patch({ op: "delete", in: "webhooks", id: Number(one.entry("a").id.split("/").at(-1)) });
      expectError(await one[operation](), absent);
      expect(one.state).toHaveLength(1);
    }),
  );

  it.each(["refresh", "destroy"] as const)(
    "a %s with the key of an account that has an instance of that number takes nothing of the other one for gone",
    async ({ clock, emulator, one }, operation) => {
      const [{ id, apiKey } = { id: 0, apiKey: "" }] = emulator.instances;
      // The firewall and the settings are seen on every instance, and prove nothing.
      const settings = { instance: `${id}`, instanceApiKey: apiKey, config: { heartbeat: 60 } };
      await one.up([hookOn("a", id, apiKey), resource("brokerConfig", "config", settings)]);
      const other = await startTestEmulator({ seed: 2, clock: clock.serverSide() });
      expect(other.instances.map((each) => each.id)).toContain(id);
      const { errors } = await one[operation]({ config: configOf(other) });
      await other.close();
      expect(errors).toEqual([absent]);
      expect(one.state.map(({ type }) => type)).toContain("webhook");
      expect(emulator.state().webhooks).toHaveLength(1);
    },
  );

  test("an account that does not hold the instance: the refusal stands, and nothing is gone", () =>
    withHandlers(async ({ clock, emulator, one }) => {
      const [{ id, apiKey } = { id: 0, apiKey: "" }] = emulator.instances;
      await one.up([hookOn("a", id, apiKey)]);
      const other = await startTestEmulator({ seed: 2, clock: clock.serverSide() });
      other.patch({ op: "delete", in: "instances", id });
      const config = configOf(other);
      const errors = [(await one.refresh({ config })).errors, (await one.destroy({ config })).errors];
      await other.close();
      const refused = [expect.stringMatching(/answered 401[^\n]*correct this key in the argument instanceApiKey$/)];
      expect(errors).toEqual([refused, refused]);
      expect(one.state).toHaveLength(1);
    }));
});
