import * as broker from "pulumi-broker";

const region = "provider-a::region-1";

// Two brokers, each in a network of its own.
const shopNet = new broker.Vpc("shop-net", { region, subnet: "10.56.72.0/24" });
const ledgerNet = new broker.Vpc("ledger-net", { region, subnet: "10.56.73.0/24" });
const shop = new broker.Instance("shop", { plan: "clustered-small-1", region, vpc: shopNet });
const ledger = new broker.Instance("ledger", { plan: "clustered-small-1", region, vpc: ledgerNet });

// A peering from both sides: the request is done when it is pending, the acceptance when it is active.
const request = new broker.VpcPeering("to-ledger", {
  instance: shop,
  peerAccountId: "100000000001",
  peerVpcId: ledgerNet.providerId,
  peerSubnet: ledgerNet.subnet,
});
const acceptance = new broker.VpcPeering("from-shop", { instance: ledger, acceptRequest: request.peeringId });

// Private connectivity for everybody in one account at the cloud provider.
const connect = new broker.VpcConnect("connect", {
  instance: shop,
  allowedPrincipals: ["arn:cloud:iam::123456789012:root"],
});

// All the rules there are, except those that the peering and the connectivity add for themselves.
const firewall = new broker.FirewallRuleSet("firewall", {
  instance: shop,
  rules: [{ ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] }],
  unmanaged: [ledgerNet.subnet, shopNet.subnet],
});

export const service = connect.serviceName;
export const peering = acceptance.status;
export const rules = firewall.rules;
