import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** How many requests an instance costs beside its VPC, which, and what goes with it. */

type Extras = Pick<broker.InstanceArgs, "config" | "disk">;

const program = (extras: Extras, children: boolean) => async () => {
  const net = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
  const shop = new broker.Instance("shop", {
    plan: "clustered-medium-1",
    region: net.region,
    vpc: net,
    ...extras,
  });
  if (!children) return;
  new broker.Webhook("hook", { instance: shop, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" });
  new broker.BrokerConfig("settings", { instance: shop, config: { channelMax: 256 } });
};

const vpcs = "GET /customer/api/vpcs";
const instances = "GET /customer/api/instances";
const instance = "GET /customer/api/instances/1003";
const config = "GET /instance/api/config";
const nodes = "GET /instance/api/nodes";
const webhooks = "GET /instance/api/webhooks";

/** Each declaration adds to the one before, so that one stack goes through all. */
const declarations: { what: string; extras: Extras; children: boolean; refresh: string[] }[] = [
  { what: "a VPC and an instance", extras: {}, children: false, refresh: [vpcs, instance] },
  { what: "with config", extras: { config: { heartbeat: 60 } }, children: false, refresh: [vpcs, instance, config] },
  {
    what: "with config and disk",
    extras: { config: { heartbeat: 60 }, disk: { extraSize: 25 } },
    children: false,
    refresh: [vpcs, instance, config, nodes],
  },
  {
    what: "with a webhook, and settings apart that share the instance's GETs",
    extras: { config: { heartbeat: 60 }, disk: { extraSize: 25 } },
    children: true,
    refresh: [vpcs, instance, config, nodes, webhooks],
  },
];

test("an unchanged stack sends nothing; a refresh sends one GET for each thing that is looked at, and lists the instances", () =>
  withEmulator(
    (emulator) => {
      return withStack("requests", program({}, false), { config: stackConfigOf(emulator) }, async (stack) => {
        for (const { what, extras, children, refresh } of declarations) {
          stack.program = program(extras, children);
          await stack.up();

          emulator.clearRequests();
          const previewed = await stack.preview();
          const repeated = await stack.up();
          expect({ what, preview: previewed.changes, up: repeated.changes }).toEqual({ what, preview: [], up: [] });
          expect({ what, requests: emulator.requests() }).toEqual({ what, requests: [] });

          expect((await stack.refresh()).changes).toEqual([]);
          const sent = emulator.requests().map(({ method, path }) => `${method} ${path}`);
          expect({ what, sent: sent.sort() }).toEqual({ what, sent: [instances, ...refresh].sort() });
        }

        // The settings go with the instance, without a request of their own.
        emulator.clearRequests();
        const { changes } = await stack.destroy();
        expect(changes.sort()).toEqual(["delete hook", "delete net", "delete settings", "delete shop"]);
        expect(emulator.calls()).toEqual([
          instance,
          "DELETE /instance/api/webhooks/21",
          "DELETE /customer/api/instances/1003",
          "DELETE /customer/api/vpcs/5001",
        ]);
        expect(emulator.state().vpcs).toEqual([]);
        expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
      });
    },
    { speed: 300 },
  ));

test("what stands on a protected instance is not forgotten by a destroy that the protection ends", () =>
  withEmulator(
    (emulator) => {
      const guarded = async () => {
        const plan = { plan: "clustered-small-1", region: "provider-a::region-1" };
        const hook = { webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" };
        const shop = new broker.Instance("shop", plan, { protect: true });
        new broker.Webhook("hook", { ...hook, instance: shop });
      };
      return withStack("protected", guarded, { config: stackConfigOf(emulator) }, async (stack) => {
        await stack.up();
        expect((await stack.destroy({ exit: "failure" })).text).toContain("protected");
        // Whatever of it is not in state any more is gone from the service, too.
        const resources = stack.exportState().deployment.resources ?? [];
        const inState = resources.map(({ id }) => id).filter((id) => id?.includes("/webhooks/"));
        expect(emulator.state().webhooks.map(({ id }) => `1003/webhooks/${id}`)).toEqual(inState);

        await stack.up();
        expect(emulator.state().webhooks).toHaveLength(1);
        expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002, 1003]);
      });
    },
    { speed: 300 },
  ));
