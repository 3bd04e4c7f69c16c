import * as pulumi from "@pulumi/pulumi";
import { Vpc, Webhook } from "pulumi-broker";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it names the resources below components, and shows lines on their rows. */

const vpcToken = "pulumi-nodejs:dynamic/broker:Vpc";
const webhookToken = "pulumi-nodejs:dynamic/broker:Webhook";

/** Two networks, one of them with a webhook whose queue is named after it. */
class Network extends pulumi.ComponentResource {
  constructor(name: string, subnet: number, instance: string, options?: pulumi.ComponentResourceOptions) {
    super("test:index:Network", name, {}, options);
    const region = "provider-a::region-1";
    const inner = new Vpc(`${name}-inner`, { region, subnet: `10.${subnet}.1.0/24` }, { parent: this });
    new Vpc(`${name}-outer`, { region, subnet: `10.${subnet}.2.0/24` }, { parent: this });
    const webhookUri = "https://hooks.example.com/a";
    new Webhook(`${name}-hook`, { instance, webhookUri, vhost: "/", queue: inner.name }, { parent: this });
    this.registerOutputs();
  }
}

/** A component in a component, beside a child of its own. */
class Site extends pulumi.ComponentResource {
  constructor(name: string, instance: string) {
    super("test:index:Site", name);
    new Vpc(`${name}-own`, { region: "provider-a::region-2", subnet: "10.9.1.0/24" }, { parent: this });
    new Network(`${name}-net`, 10, instance, { parent: this });
    this.registerOutputs();
  }
}

test("children of components, nested ones too, come up, and progress lines stand on the very resource's row", () =>
  onStack("component", { speed: 100 }, async ({ emulator, stack }) => {
    const instance = String(emulator.instances[0]?.id);
    stack.program = async () => {
      new Network("plain", 8, instance);
      new Site("site", instance);
    };
    const run = await stack.up();
    const made = run.steps.filter(({ type }) => type === vpcToken || type === webhookToken);
    const network = "test:index:Network$";
    const site = "test:index:Site$";
    const expected = [
      stack.urn(network + vpcToken, "plain-inner"),
      stack.urn(network + vpcToken, "plain-outer"),
      stack.urn(network + webhookToken, "plain-hook"),
      stack.urn(site + vpcToken, "site-own"),
      stack.urn(site + network + vpcToken, "site-net-inner"),
      stack.urn(site + network + vpcToken, "site-net-outer"),
      stack.urn(site + network + webhookToken, "site-net-hook"),
    ];
    expect(made.map(({ urn }) => urn).sort()).toEqual(expected.sort());

    const vpcs = made.filter(({ type }) => type === vpcToken);
    const waits = run.diagnostics.filter(({ ephemeral, message }) => ephemeral && /VPC \d+/.test(message));
    const shown = waits.map(({ urn, message }) => `${urn} ${/VPC (\d+)/.exec(message)?.[1]}`);
    expect([...new Set(shown)].sort()).toEqual(vpcs.map(({ urn, newId }) => `${urn} ${newId}`).sort());

    expect((await stack.up()).changes).toEqual([]);
    await stack.destroy();
    expect(emulator.state()).toMatchObject({ vpcs: [], webhooks: [] });
  }));
