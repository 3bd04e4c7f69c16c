import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

// What differs between two stacks of this program: `pulumi config set owner shop`.
const config = new pulumi.Config();
const owner = config.get("owner") ?? "platform";
const subnet = config.get("subnet") ?? "10.56.72.0/24";
const instance = config.getNumber("instance") ?? 1001;
const webhookUri = config.getSecret("webhookUri") ?? "https://shop.example.com/orders";

const network = new broker.Vpc("network", {
  region: "provider-a::region-1",
  subnet,
  tags: ["quickstart", `owner:${owner}`],
});

const orders = new broker.Webhook("orders", { instance, webhookUri, vhost: "/", queue: "orders" });

export const networkId = network.id;
export const networkSubnet = network.subnet;
export const webhookId = orders.id;
