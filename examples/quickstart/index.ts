import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

// The settings in which stacks of this program may differ, such as `pulumi config set plan clustered-large-1`.
const config = new pulumi.Config();
const plan = config.get("plan") ?? "clustered-medium-1";
const owner = config.get("owner") ?? "platform";
const heartbeat = config.getNumber("heartbeat") ?? 60;
const subnet = config.get("subnet") ?? "10.56.72.0/24";
const webhookUri = config.getSecret("webhookUri") ?? "https://shop.example.com/orders";
// No preview warns before a broker is deleted. `pulumi config set protected true` lets Pulumi refuse it.
const protect = config.getBoolean("protected") ?? false;

const region = "provider-a::region-1";
const tags = ["quickstart", `owner:${owner}`];

const network = new broker.Vpc("network", { region, subnet, tags });

const shop = new broker.Instance(
  "shop",
  {
    plan,
    region,
    vpc: network,
    tags,
    disk: { extraSize: 25 },
    config: { heartbeat, consumerTimeout: 1_800_000 },
  },
  { protect },
);

const orders = new broker.Webhook("orders", { instance: shop, webhookUri, vhost: shop.vhost, queue: "orders" });

export const networkId = network.id;
export const networkSubnet = network.subnet;
export const shopId = shop.id;
export const shopHost = shop.host;
/** The URL has the user name and the password in it, so the output is secret. */
export const shopUrl = shop.url;
export const webhookId = orders.id;
