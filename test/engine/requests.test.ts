import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** Needs the engine: it decides what is compared, read and deleted, and so which requests a stack costs. */

const program = async () => {
  const net = new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
  const shop = new broker.Instance("shop", {
    plan: "clustered-medium-1",
    region: net.region,
    vpc: net,
    config: { heartbeat: 60 },
    disk: { extraSize: 25 },
  });
  new broker.Webhook("hook", { instance: shop, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders" });
  new broker.BrokerConfig("settings", { instance: shop, config: { channelMax: 256 } });
};

const instance = "GET /customer/api/instances/1003";

test("an unchanged stack sends nothing; a refresh sends one GET for each thing that is looked at, and lists the instances", () =>
  withEmulator(
    (emulator) =>
      withStack("requests", program, { config: stackConfigOf(emulator) }, async (stack) => {
        await stack.up();
        emulator.clearRequests();
        expect((await stack.preview()).changes).toEqual([]);
        expect((await stack.up()).changes).toEqual([]);
        expect(emulator.requests()).toEqual([]);

        // The settings of both share one GET; the disk is shown by the nodes.
        expect((await stack.refresh()).changes).toEqual([]);
        expect(
          emulator
            .requests()
            .map(({ method, path }) => `${method} ${path}`)
            .sort(),
        ).toEqual([
          "GET /customer/api/instances",
          instance,
          "GET /customer/api/vpcs",
          "GET /instance/api/config",
          "GET /instance/api/nodes",
          "GET /instance/api/webhooks",
        ]);

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
      }),
    { speed: 300 },
  ));
