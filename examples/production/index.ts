import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

// The settings in which the environments differ are in Pulumi.staging.yaml and Pulumi.production.yaml.
const config = new pulumi.Config();
const environment = pulumi.getStack();
const region = config.require("region");
const tags = ["shop", environment];
// Pulumi refuses to remove a protected resource. To remove one on purpose, run `pulumi state unprotect` or set
// `protected` to false.
const protect = config.requireBoolean("protected");

const network = new broker.Vpc(
  "network",
  { name: `shop-${environment}`, region, subnet: config.require("subnet"), tags },
  { protect },
);

const shop = new broker.Instance(
  "shop",
  {
    name: `shop-${environment}`,
    plan: config.require("plan"),
    region,
    vpc: network,
    tags,
    disk: { extraSize: extraDisk(config.requireNumber("extraDisk")) },
    config: { heartbeat: 60, consumerTimeout: 1_800_000, vmMemoryHighWatermark: 0.7 },
  },
  // A larger cluster takes longer than the default timeouts allow.
  { protect, customTimeouts: { create: "90m", update: "5h", delete: "45m" } },
);

const orders = new broker.Webhook(
  "orders",
  {
    instance: shop,
    webhookUri: config.requireSecret("ordersUrl"),
    vhost: shop.vhost,
    queue: "orders",
    concurrency: 10,
  },
  { protect },
);

/** Checks a size against those that the service has, which gives the program the type that `disk` needs. */
function extraDisk(size: number) {
  const sizes = [0, 25, 50, 100, 250, 500, 1000, 2000] as const;
  const known = sizes.find((each) => each === size);
  if (known === undefined) throw new pulumi.RunError(`extraDisk is ${size}, must be one of ${sizes.join(", ")}`);
  return known;
}

export const host = shop.hostInternal;
// The URL is secret: only `pulumi stack output --show-secrets` shows it.
export const url = shop.url;
// A price that the service does not name is not 0.
export const monthlyPrice = shop.monthlyPrice.apply((price) => price ?? "not named by the service");
export const nodes = shop.nodeNames;
export const webhookId = orders.id;
