import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { makeInstanceVpcs } from "../helpers/emulator";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/** Needs the engine: each provider is a host process, and another's delete leaves alone what one has made. */

sharedStack("providers", { speed: 300 }, () => makeInstanceVpcs(emulator));

/** What is there only once on an instance, so that a renamed resource stands for the same object. */
class Site extends pulumi.ComponentResource {
  constructor(name: string, instance: string, options: pulumi.ComponentResourceOptions) {
    super("test:index:Site", name, {}, options);
    const on = { instance };
    const within = { parent: this };
    new broker.Plugin(`${name}-mqtt`, { ...on, name: "broker_mqtt" }, within);
    new broker.CustomDomain(`${name}-domain`, { ...on, hostname: "shop.example.com" }, within);
    new broker.FirewallRuleSet(
      `${name}-firewall`,
      { ...on, mode: "merge", rules: [{ ip: "198.51.100.0/24", ports: [5671] }], takeOver: true },
      within,
    );
    const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.1.0.0/16" };
    new broker.VpcPeering(`${name}-peering`, { ...on, ...peer }, within);
    const allowedPrincipals = ["arn:cloud:iam::123456789012:root"];
    new broker.VpcConnect(`${name}-connect`, { ...on, allowedPrincipals }, within);
    this.registerOutputs();
  }
}

/** What the service holds of it. */
function held(instance: number) {
  const { plugins, firewalls, peerings, customDomains, vpcConnects } = emulator.state();
  const on = <T extends { instance_id: number }>(all: T[]) => all.filter((each) => each.instance_id === instance);
  return {
    plugin: on(plugins).find(({ name }) => name === "broker_mqtt")?.enabled,
    domain: on(customDomains)[0]?.hostname,
    rules: on(firewalls)[0]?.rules.filter(({ ip }) => ip === "198.51.100.0/24"),
    peerings: peerings.map(({ status }) => status),
    connect: on(vpcConnects)[0]?.enabled,
  };
}
const expected = {
  plugin: true,
  domain: "shop.example.com",
  rules: [expect.objectContaining({ ports: [5671] })],
  peerings: ["pending-acceptance"],
  connect: true,
};

test("renamed into a component with providers, and back: nothing that was taken over is removed", async () => {
  const [{ id = 0 } = {}] = emulator.instances;
  const given = () => new broker.Provider("given", { apiKey: emulator.apiKey });
  const programs = [
    () => new Site("old", String(id), {}),
    () => new Site("new", String(id), { providers: [given()] }),
    () => new Site("third", String(id), {}),
  ];
  for (const program of programs) {
    stack.program = async () => void program();
    await stack.up();
    expect(held(id)).toEqual(expected);
    emulator.clearRequests();
    expect((await stack.up()).changes).toEqual([]);
    expect(emulator.requests()).toEqual([]);
  }
});

const hook = (instance: number, queue: string) =>
  new broker.Webhook(queue, { instance, webhookUri: "https://example.com/h", vhost: "/", queue });

test("removed, and read with .get by another provider in the same run: it stays", async () => {
  const [{ id = 0 } = {}] = emulator.instances;
  stack.program = async () => void hook(id, "orders");
  await stack.up();
  const [webhook] = emulator.state().webhooks;
  stack.program = async () => {
    const provider = new broker.Provider("reader", { apiKey: emulator.apiKey });
    broker.Webhook.get("hook-of-others", `${id}/webhooks/${webhook?.id}`, { provider });
  };
  expect((await stack.up()).text).toContain("stays, because the program reads the object");
  expect(emulator.state().webhooks).toEqual([webhook]);
});

test("a destroy that runs the program removes what it makes, also where it reads it with .get", async () => {
  const [{ id = 0 } = {}] = emulator.instances;
  const there = () => {
    const { vpcs, webhooks } = emulator.state();
    return [...vpcs.filter(({ goneAt }) => goneAt === null), ...webhooks].map((each) => each.id);
  };
  const before = there();
  stack.program = async () => {
    const net = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.57.0.0/24" });
    broker.Vpc.get("net-again", net.id);
    broker.Webhook.get("hook-again", hook(id, "invoices").id);
  };
  await stack.up();
  expect(there()).toHaveLength(before.length + 2);
  const run = await stack.destroy({ flags: ["--run-program"] });
  expect(run.text).not.toContain("stays, because");
  expect(there()).toEqual(before);
});
