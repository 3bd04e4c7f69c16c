import * as broker from "pulumi-broker";

const region = "provider-a::region-1";

// Two brokers, each in a network of its own.
const shopNet = new broker.Vpc("shop-net", { region, subnet: "10.56.72.0/24" });
const ledgerNet = new broker.Vpc("ledger-net", { region, subnet: "10.56.73.0/24" });
const shop = new broker.Instance("shop", { plan: "clustered-small-1", region, vpc: shopNet });
const ledger = new broker.Instance("ledger", { plan: "clustered-small-1", region, vpc: ledgerNet });

// The cloud provider has an id of its own for the network, which a peering names.
const ledgerSide = broker.getPeeringVpcOutput({ instance: ledger });

// A peering takes a request on one side and an acceptance on the other. The request is ready when it is pending, the
// acceptance when the peering is active.
const request = new broker.VpcPeering("to-ledger", {
  instance: shop,
  peerAccountId: "100000000001",
  peerVpcId: ledgerSide.apply(({ vpcId = "" }) => vpcId),
  peerSubnet: ledgerNet.subnet,
});
const acceptance = new broker.VpcPeering("from-shop", { instance: ledger, acceptRequest: request.peeringId });

// Private connectivity, for every user of one account at the cloud provider.
const connect = new broker.VpcConnect("connect", {
  instance: shop,
  allowedPrincipals: ["arn:cloud:iam::123456789012:root"],
});

// All rules of the firewall, except those that the service adds for the peering and for the private connectivity.
const firewall = new broker.FirewallRuleSet("firewall", {
  instance: shop,
  rules: [{ ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] }],
  unmanaged: [ledgerNet.subnet, shopNet.subnet],
});

export const service = connect.serviceName;
export const peering = acceptance.status;
export const rules = firewall.rules;
