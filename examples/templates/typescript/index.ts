import * as broker from "pulumi-broker";

const network = new broker.Vpc("network", { region: "provider-a::region-1", subnet: "10.56.72.0/24" });
const shop = new broker.Instance("shop", {
  plan: "clustered-medium-1",
  region: "provider-a::region-1",
  vpc: network,
  config: { heartbeat: 60 },
});
const team = new broker.Recipient("team", { instance: shop, type: "email", value: "team@example.com" });
new broker.Alarm("backlog", {
  instance: shop,
  type: "queue",
  queueRegex: "^orders$",
  valueThreshold: 10_000,
  timeThreshold: 600,
  recipients: [team],
});
export const host = shop.host;
