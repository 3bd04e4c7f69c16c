import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import type { TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import type { DoorName } from "../helpers/plugin-door";
import { PluginProvider, PluginResource } from "../helpers/plugin-resource";
import { waitUntil } from "../helpers/processes";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/**
 * Needs the engine: it is what is killed in a replacement, and what the later runs are of.
 * A replacement that is killed while the new broker is being made, and that nobody continues, because the program is put
 * back: each run that asks the account names the broker, with the command that deletes it. The handler tier tries each door.
 */

const [home, away] = ["provider-a::region-1", "provider-a::region-2"];

/** What a test has beside its stack. */
interface Scene {
  emulator: TestEmulator;
  stack: TestStack;
  /** What the program declares. */
  declared: { region: string; tags: string[] };
  /** The ids of what is there beside the seed. */
  own(kind: "instances" | "vpcs"): number[];
}

/** Runs a test with a stack that has a broker, in a VPC of the stack or in none. */
const withBroker = (door: DoorName, isInVpc: boolean, work: (scene: Scene) => Promise<void>): Promise<void> =>
  onStack("left-behind", { speed: 100, plugin: true }, async ({ emulator, stack }) => {
    const declared: Scene["declared"] = { region: home, tags: [] };
    stack.program = async () => {
      const { region, tags } = declared;
      const net = { name: "net", region, subnet: "10.56.72.0/24", tags: [] };
      const shop = { name: "shop", plan: "clustered-small-1", region, tags };
      // A second process looks at the same account, and says nothing of what the first one has.
      const hook = { instance: 1001, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
      const { apiKey, customerUrl, baseUrl } = emulator;
      if (door === "dynamic") {
        new broker.Webhook("hook", hook, { provider: new broker.Provider("second") });
        new broker.Instance("shop", { ...shop, ...(isInVpc && { vpc: new broker.Vpc("net", net) }) });
      } else {
        const provider = new PluginProvider("second", { apiKey: pulumi.secret(apiKey), customerUrl, baseUrl });
        new PluginResource("Webhook", "hook", { ...hook, instance: "1001" }, { provider });
        new PluginResource("Instance", "shop", {
          ...shop,
          ...(isInVpc && { vpc: new PluginResource("Vpc", "net", net).id }),
        });
      }
    };
    const there = (kind: "instances" | "vpcs") =>
      emulator.state()[kind].flatMap(({ id, goneAt }) => (goneAt === null ? [id] : []));
    const seed = { instances: there("instances"), vpcs: there("vpcs") };
    const own: Scene["own"] = (kind) => there(kind).filter((id) => !seed[kind].includes(id));
    await stack.up();
    await work({ emulator, stack, declared, own });
  });

/** Kills a replacement while the new broker is being made, puts the program back, and returns the new broker's id. */
async function leaveBehind({ emulator, stack, declared, own }: Scene): Promise<number> {
  const [kept] = own("instances");
  const lasts = 100_000_000;
  const hasVpc = own("vpcs").length > 0;
  const slow = () => emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [lasts, lasts] } });
  declared.region = away ?? "";
  if (!hasVpc) slow();
  const running = await stack.start("up");
  if (hasVpc) {
    await waitUntil(() => own("vpcs").length === 2, "the new VPC");
    slow();
  }
  await waitUntil(() => own("instances").length === 2, "the new broker");
  running.kill("SIGKILL");
  for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
  await running.done;
  await waitUntil(() => running.hosts().length === 0, "the hosts to end");
  stack.unlock();
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [1_000, 1_000] } });
  emulator.advance(lasts);
  declared.region = home ?? "";
  emulator.clearRequests();
  return own("instances").find((id) => id !== kept) ?? 0;
}

const pathOf = (id: number) => `/api/instances/${id}?keep_vpc=true`;
const commandFor = ({ emulator }: Scene, id: number) =>
  `curl -X DELETE -u ":$BROKER_API_KEY" '${emulator.customerUrl}${pathOf(id)}'`;
const namesIn = ({ diagnostics }: Run) =>
  diagnostics.filter(({ message }) => message.includes("is left over")).map(({ message }) => message.trim());

test("a broker that a killed replacement left through the dynamic door is named by each run", () =>
  withBroker("dynamic", false, async (scene) => {
    const { stack, emulator, own, declared } = scene;
    const id = await leaveBehind(scene);
    const named = [
      expect.stringMatching(
        `instance ${id} \\("shop", plan clustered-small-1, 50 USD per month\\) is left over: .* made it for Instance "shop"`,
      ),
    ];
    const idle = await stack.up();
    expect([idle.changes, emulator.calls()]).toEqual([[], []]);
    const refreshed = await stack.refresh();
    expect(namesIn(refreshed)).toEqual(named);
    expect(refreshed.text).toContain(commandFor(scene, id));
    declared.tags = ["b"];
    expect(namesIn(await stack.up())).toEqual(named);
    expect(namesIn(await stack.destroy())).toEqual(named);
    expect(own("instances")).toEqual([id]);
  }));

test("a broker that keeps a VPC from being deleted through the plugin door takes one command", () =>
  withBroker("plugin", true, async (scene) => {
    const { stack, emulator, own } = scene;
    const id = await leaveBehind(scene);
    expect(namesIn(await stack.refresh())).toEqual([expect.stringContaining(`instance ${id} `)]);
    expect((await stack.up({ exit: "failure" })).text).toContain(`instance ${id} was left by a run that was cut off`);
    const destroyed = await stack.destroy({ exit: "failure" });
    expect(destroyed.text).toMatch(`still holds the instances ${id}: instance ${id} `);
    expect(destroyed.text).toContain(commandFor(scene, id));
    expect(await emulator.call("DELETE", `/customer${pathOf(id)}`)).toMatchObject({ status: 204 });
    emulator.advance(600_000);
    await stack.destroy();
    expect([own("instances"), own("vpcs")]).toEqual([[], []]);
  }));
