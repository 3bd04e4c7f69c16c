import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

/** Compiled by a test, never run: each line marked `error` must not compile, for the reason beside it, and no other. */
declare const later: pulumi.Output<string>;
declare const action: broker.BrokerActionName;
declare const isAccepted: boolean;
const region = "provider-a::region-1";
const plan = "clustered-medium-1";
const on = { instance: 123 };
const shop = new broker.Instance("shop", { plan, region, disk: { extraSize: 25 }, config: { heartbeat: 60 } });
const net = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });

// One peer: named in place, in a variable of the type, or chosen by a condition.
const peer = { peerAccountId: "123456789012", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.1.0.0/16" };
const network = { peerNetworkUri: "projects/shop/global/networks/main" };
const typed: broker.VpcPeeringArgs = { ...on, ...peer };
new broker.VpcPeering("a", { instance: shop, ...peer });
new broker.VpcPeering("b", { ...on, peerNetworkUri: later });
new broker.VpcPeering("c", { ...on, acceptRequest: new broker.VpcPeering("d", typed).peeringId });
new broker.VpcPeering("e", { ...on, ...(isAccepted ? { acceptRequest: "pcx-1" } : peer) });
new broker.VpcPeering("f", { ...typed, instanceApiKey: later });
const other: broker.VpcPeeringArgs = { ...on, ...network };
for (const each of [typed, other]) new broker.VpcPeering("g", each);
new broker.VpcConnect("a", { ...on, allowedPrincipals: [later, "arn:cloud:iam::123456789012:root"] });
new broker.VpcConnect("b", { ...on, approvedSubscriptions: pulumi.output(["a"]), takeOver: true });
const projects = { allowedProjects: ["shop-production"], allowedPrincipals: undefined };
new broker.VpcConnect("c", isAccepted ? { ...on, ...projects } : { ...on, allowedPrincipals: [] });

// An action that only the configuration knows, and nodes that are given for some stacks alone.
new broker.BrokerAction("a", { ...on, action, triggers: ["2030-01-20"] });
new broker.BrokerAction("b", { ...on, action: "restart", nodes: isAccepted ? ["a-01"] : undefined });
new broker.BrokerAction("c", { ...on, action: "stop", ...(isAccepted && { nodes: [later] }) });
new broker.BrokerAction("d", { ...on, action: pulumi.output(action) });
new broker.TeamMember("a", { email: "a@example.com", role: "admin" });
new broker.TeamMember("b", { email: later, tags: ["production", later] });
new broker.TeamMember("c", { email: "c@example.com", role: isAccepted ? "member" : "monitor", tags: [] });
const people: broker.TeamMemberArgs[] = [
  { email: "d@example.com", role: "billing manager" },
  { email: "e@example.com", role: "monitor", tags: ["production"] },
];
for (const each of people) new broker.TeamMember("d", each);
void broker.getInvoice({ year: 2030, month: 1 }).then((invoice) => invoice.total);
void broker.getInvoice({ id: 7 });
broker.getInvoiceOutput({ id: later });
broker.getRecipientOutput({ instance: shop, name: later });

// None of several ways, or two.
new broker.VpcPeering("x", on); // error 2345: is missing the following properties from type 'ProviderAPeeringArgs': peerAccountId, peerVpcId, peerSubnet
new broker.VpcPeering("x", { ...on, peerVpcId: "vpc-0a1b2c3d" }); // error 2345: is missing the following properties from type 'ProviderAPeeringArgs': peerAccountId, peerSubnet
new broker.VpcPeering("x", { ...on, peerAccountId: "123456789012", peerVpcId: "vpc-0a1b2c3d" }); // error 2345: Property 'peerSubnet' is missing
new broker.VpcPeering("x", { ...on, ...peer, ...network }); // error 2345: Type 'string' is not assignable to type 'undefined'
new broker.VpcPeering("x", { ...on, ...peer, acceptRequest: "pcx-1" }); // error 2345: Type 'string' is not assignable to type 'undefined'
new broker.VpcPeering("x", { ...on, ...network, acceptRequest: later }); // error 2345: Type 'string' is not assignable to type 'undefined'
new broker.VpcConnect("x", on); // error 2345: Property 'allowedPrincipals' is missing
new broker.VpcConnect("x", { ...on, takeOver: true }); // error 2345: Property 'allowedPrincipals' is missing
new broker.VpcConnect("x", { ...on, allowedPrincipals: ["arn"], allowedProjects: ["shop"] }); // error 2345: Type 'string[]' is not assignable to type 'undefined'
new broker.VpcConnect("x", { ...on, approvedSubscriptions: ["a"], allowedProjects: ["shop"] }); // error 2345: Type 'string[]' is not assignable to type 'undefined'
void broker.getInstance({}); // error 2345: is not assignable to parameter of type 'GetInstanceArgs'
void broker.getInstance({ id: 123, name: "shop" }); // error 2345: Type 'string' is not assignable to type 'undefined'
broker.getInstanceOutput({}); // error 2345: is not assignable to parameter of type 'GetInstanceOutputArgs'
void broker.getVpc({}); // error 2345: is not assignable to parameter of type 'GetVpcArgs'
void broker.getRecipient({ instance: 123 }); // error 2345: Property 'name' is missing
void broker.getInvoice({}); // error 2345: is not assignable to parameter of type 'GetInvoiceArgs'
void broker.getInvoice({ year: 2030 }); // error 2345: Property 'month' is missing
void broker.getInvoice({ id: 7, month: 1 }); // error 2345: Type 'number' is not assignable to type 'undefined'
broker.getInvoiceOutput({ month: 1 }); // error 2345: Property 'year' is missing

// What an action, a role or a form does not take.
new broker.BrokerAction("x", { ...on, action: "cluster-restart", nodes: ["a-01"] }); // error 2345: Type '"cluster-restart"' is not assignable to type 'Input<NodesActionName>'
new broker.BrokerAction("x", { ...on, action: "upgrade-erlang", nodes: ["a-01"] }); // error 2345: Type '"upgrade-erlang"' is not assignable to type 'Input<NodesActionName>'
new broker.BrokerAction("x", { ...on, action: "run-maintenance", nodes: [later] }); // error 2345: Type '"run-maintenance"' is not assignable to type 'Input<NodesActionName>'
new broker.BrokerAction("x", { ...on, action: "restart", nodes: "a-01" }); // error 2322: Type 'string' is not assignable to type 'Input<Input<string>[]> | undefined'
new broker.BrokerAction("x", { ...on, action: "resart" }); // error 2820: Type '"resart"' is not assignable to type
new broker.TeamMember("x", { email: "a@example.com", role: "admin", tags: ["production"] }); // error 2345: Type '"admin"' is not assignable to type 'Input<TaggedRole> | undefined'
new broker.TeamMember("x", { email: "a@example.com", role: "billing manager", tags: [later] }); // error 2345: Type '"billing manager"' is not assignable to type 'Input<TaggedRole> | undefined'
new broker.TeamMember("x", { email: "a@example.com", role: "owner" }); // error 2322: Type '"owner"' is not assignable to type
new broker.TeamMember("x", { role: "member" }); // error 2345: Property 'email' is missing
new broker.CredentialRotation("x", { ...on, credential: "user" }); // error 2322: Type '"user"' is not assignable to type 'Input<RotatedCredential>'

// What is missing, misspelt or of another type.
new broker.Instance("x", { region }); // error 2345: Property 'plan' is missing
new broker.Instance("x", { plan }); // error 2345: Property 'region' is missing
new broker.Instance("x", { plan, region, disk: { extraSize: 30 } }); // error 2322: Type '30' is not assignable to type
new broker.Instance("x", { plan, region, disk: 25 }); // error 2322: Type 'number' is not assignable to type 'Input<DiskArgs> | undefined'
new broker.Instance("x", { plan, region, vpc: shop }); // error 2322: Type 'Instance' is not assignable to type
new broker.Instance("x", { plan, region, tags: "production" }); // error 2322: Type 'string' is not assignable to type 'Input<Input<string>[]> | undefined'
new broker.Instance("x", { plan, region, config: { hartbeat: 60 } }); // error 2353: 'hartbeat' does not exist in type 'Input<BrokerSettings>'
new broker.Instance("x", { plan, region, config: { heartbeat: "60" } }); // error 2322: Type 'string' is not assignable to type 'Input<number> | undefined'
new broker.Instance("x", { plan, region, rmqVersion: 3.13 }); // error 2322: Type 'number' is not assignable to type 'Input<string> | undefined'
new broker.Instance("x", { plan, region, nodes: "3" }); // error 2322: Type 'string' is not assignable to type 'Input<number> | undefined'
new broker.Instance("x", { plan, region, vpcId: net }); // error 2561: 'vpcId' does not exist in type 'InstanceArgs'. Did you mean to write 'vpc'?
new broker.Vpc("x", { region }); // error 2345: Property 'subnet' is missing
new broker.Vpc("x", { region, subnet: "10.56.72.0/24", tags: [1] }); // error 2322: Type 'number' is not assignable to type 'Input<string>'
new broker.FirewallRuleSet("x", { ...on }); // error 2345: Property 'rules' is missing
new broker.FirewallRuleSet("x", { ...on, rules: [{ ip: "10.0.0.0/8", services: ["AMQP1"] }] }); // error 2820: Type '"AMQP1"' is not assignable to type 'Input<FirewallService>'. Did you mean '"AMQP"'?
new broker.FirewallRuleSet("x", { ...on, rules: [{ services: ["AMQPS"] }] }); // error 2322: Property 'ip' is missing
new broker.FirewallRuleSet("x", { ...on, rules: [], mode: "shared" }); // error 2322: Type '"shared"' is not assignable to type 'Input<"exclusive" | "merge"> | undefined'
new broker.Webhook("x", { ...on, webhookUri: "https://example.com", vhost: "/" }); // error 2345: Property 'queue' is missing
new broker.Webhook("x", { ...on, webhookUri: "https://example.com", vhost: "/", queue: "q", concurrency: "2" }); // error 2322: Type 'string' is not assignable to type 'Input<number> | undefined'
new broker.Plugin("x", { name: "broker_shovel" }); // error 2345: Property 'instance' is missing
new broker.CustomDomain("x", { ...on }); // error 2345: Property 'hostname' is missing
new broker.MaintenanceSettings("x", { ...on, preferredMaintenanceDay: "Mon" }); // error 2322: Type '"Mon"' is not assignable to type 'Input<Weekday> | undefined'
new broker.Hipe("x", { instance: net, enabled: true }); // error 2322: Type 'Vpc' is not assignable to type 'InstanceInput'
new broker.BrokerConfig("x", { ...on, config: { channelMax: true } }); // error 2322: Type 'true' is not assignable to type 'Input<number> | undefined'
new broker.Provider("x", { apikey: "key" }); // error 2561: 'apikey' does not exist in type 'ProviderArgs'. Did you mean to write 'apiKey'?

/** One of each kind, for the test that each argument has a doc comment. */
export type Args = broker.VpcPeeringArgs | broker.VpcConnectArgs | broker.BrokerActionArgs | broker.TeamMemberArgs;
