import * as pulumi from "@pulumi/pulumi";
import { PluginProvider, PluginResource } from "../helpers/plugin-resource";
import { waitUntil } from "../helpers/processes";
import { onStack } from "../helpers/shared-stack";

/**
 * Needs the engine: it is what is killed in a replacement, and what the later runs are of.
 * A replacement that is killed while the new broker is being made, and that nobody continues, because the program is put
 * back: each run that asks the account names the broker, with the command that deletes it. The handler tier tries each door.
 */

const home = "provider-a::region-1";
const away = "provider-a::region-2";

test("a broker that keeps a VPC from being deleted through the plugin door takes one command", () =>
  onStack("left-behind", { speed: 100, plugin: true }, async ({ emulator, stack }) => {
    let region = home;
    const { apiKey, customerUrl, baseUrl } = emulator;
    stack.program = async () => {
      // A second process looks at the same account, and says nothing of what the first one has.
      const hook = { instance: "1001", webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
      const provider = new PluginProvider("second", { apiKey: pulumi.secret(apiKey), customerUrl, baseUrl });
      new PluginResource("Webhook", "hook", hook, { provider });
      const vpc = new PluginResource("Vpc", "net", { name: "net", region, subnet: "10.56.72.0/24", tags: [] }).id;
      new PluginResource("Instance", "shop", { name: "shop", plan: "clustered-small-1", region, tags: [], vpc });
    };
    const there = (kind: "instances" | "vpcs") =>
      emulator.state()[kind].flatMap(({ id, goneAt }) => (goneAt === null ? [id] : []));
    const seed = { instances: there("instances"), vpcs: there("vpcs") };
    /** The ids of what is there beside the seed. */
    const own = (kind: "instances" | "vpcs") => there(kind).filter((id) => !seed[kind].includes(id));
    await stack.up();

    // A replacement is killed while the new broker is being made, and the program is put back.
    const [kept] = own("instances");
    const lasts = 100_000_000;
    region = away;
    const running = await stack.start("up");
    await waitUntil(() => own("vpcs").length === 2, "the new VPC");
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [lasts, lasts] } });
    await waitUntil(() => own("instances").length === 2, "the new broker");
    running.kill("SIGKILL");
    for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
    await running.done;
    await waitUntil(() => running.hosts().length === 0, "the hosts to end");
    stack.unlock();
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [1_000, 1_000] } });
    emulator.advance(lasts);
    region = home;
    const id = own("instances").find((each) => each !== kept) ?? 0;

    const path = `/api/instances/${id}?keep_vpc=true`;
    const refreshed = (await stack.refresh()).diagnostics.filter(({ message }) => message.includes("is left over"));
    expect(refreshed.map(({ message }) => message)).toEqual([expect.stringContaining(`instance ${id} `)]);
    expect((await stack.up({ exit: "failure" })).text).toContain(
      `an interrupted run made instance ${id} with other inputs`,
    );
    const destroyed = await stack.destroy({ exit: "failure" });
    expect(destroyed.text).toMatch(`still holds the instances ${id}. Of these instances, instance ${id} `);
    expect(destroyed.text).toContain(`curl -X DELETE -u ":$BROKER_API_KEY" '${emulator.customerUrl}${path}'`);
    expect(await emulator.call("DELETE", `/customer${path}`)).toMatchObject({ status: 204 });
    emulator.advance(600_000);
    await stack.destroy();
    expect([own("instances"), own("vpcs")]).toEqual([[], []]);
  }));
