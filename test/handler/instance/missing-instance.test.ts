import { type Declared, it, resource } from "../../helpers/handlers";
import { expectError, expectSaid } from "../../helpers/outcomes";

/** What stands on an instance whose id is not that of any. */

const instance = "999999";
const kinds: Declared[] = [
  { type: "alarm", name: "one", inputs: { instance, type: "cpu", valueThreshold: 90, timeThreshold: 600 } },
  { type: "webhook", name: "one", inputs: { instance, webhookUri: "https://hooks.example", vhost: "/", queue: "q" } },
  { type: "plugin", name: "one", inputs: { instance, name: "broker_top", community: false } },
  { type: "firewallRuleSet", name: "one", inputs: { instance, rules: [] } },
];

it.each(kinds.map((kind) => [kind.type, kind] as const))(
  "%s: the create names the instance that is missing, and advises no refresh of what is not there",
  async ({ stack }, _, kind) =>
    expectError(await stack().up([kind]), /answered 404: .*; the account has no instance 999999: check the id$/),
);

it("an update, whose object is in state, still names the refresh", async ({ one, emulator }) => {
  const on = (queue: string) => [resource("webhook", "one", { ...kinds[1]?.inputs, instance: "1001", queue })];
  expect((await one.up(on("a"))).errors).toEqual([]);
  emulator.patch({ op: "delete", in: "instances", id: 1001 });
  expectError(await one.up(on("b")), /run `pulumi refresh`/);
});

it("a broker that somebody deleted: the refresh says that the next one is empty, and what else to do", async (scene) => {
  const { emulator, one } = scene;
  const inputs = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: [] };
  expect((await one.up([resource("instance", "shop", inputs)])).errors).toEqual([]);
  emulator.patch({ op: "delete", in: "instances", id: Number(one.entry("shop").id) });
  const refreshed = await one.refresh();
  expect(refreshed).toMatchObject({ changes: ["gone shop"], errors: [] });
  expectSaid(refreshed, /^is gone with its messages\. .* new, empty broker .* on purpose, /);
});
