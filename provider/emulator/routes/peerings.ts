import { z } from "zod";
import type { RecordOf } from "../records";
import { serviceAccount } from "../records/peerings";
import { invalid, noContent, notFound, notFoundYet, ok, type Reply, refused } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, type Route, route } from "../server/route";
import { cidrProblem, overlap } from "../service/cidr";
import { changeableFirewall, letIn } from "../service/firewallState";
import { providerOf, timing } from "../service/instanceState";
import { assertMade } from "../service/vpcState";
import { networkRow, ownNetwork, removeNetworkPeering, requestNetworkPeering } from "./networkPeerings";

const acceptingMs = 5_000;
/** How long the side that is asked does not know of a request. */
const unknownMs = [2_000, 8_000] as const;

type Peering = RecordOf<"peerings">;
type Vpc = RecordOf<"vpcs">;

const isA = (context: Context) => providerOf(dedicatedInstanceOf(context)) === "provider-a";
const isC = (context: Context) => providerOf(dedicatedInstanceOf(context)) === "provider-c";

/** The VPC of the instance, if it has one and that one can be used. */
function vpcOf(context: Context): Vpc | undefined {
  const vpc = context.store.find("vpcs", dedicatedInstanceOf(context).vpc_id);
  if (vpc) assertMade(vpc, context.now);
  return vpc;
}

/** The VPC of the instance, which this cannot do without. */
function neededVpc(context: Context): Vpc {
  const vpc = vpcOf(context);
  if (!vpc) throw refused("The instance isn't in a VPC");
  return vpc;
}

/** The connections that a VPC is a side of, including those that it is not told of yet. */
const connectionsOf = ({ store }: Context, { providerid }: Vpc): Peering[] =>
  store.list("peerings").filter(({ requester, accepter }) => [requester.vpc_id, accepter.vpc_id].includes(providerid));

const isKnown = ({ requester, foundAt }: Peering, { providerid }: Vpc, now: number) =>
  requester.vpc_id === providerid || foundAt <= now;

const messages: Partial<Record<Peering["status"], string>> = {
  "pending-acceptance": "Pending Acceptance by",
  active: "Active",
  provisioning: "Provisioning",
  deleting: "Deleting",
};

/** States of which nothing comes any more. */
const over: readonly Peering["status"][] = ["rejected", "expired", "failed"];

const row = ({ connection_id, requester, accepter, status }: Peering, { providerid }: Vpc) => ({
  tag_set: [],
  vpc_peering_connection_id: connection_id,
  requester_vpc_info: requester,
  accepter_vpc_info: accepter,
  status: {
    code: status,
    message:
      status === "pending-acceptance" ? `${messages[status]} ${accepter.owner_id}` : (messages[status] ?? status),
  },
  routes:
    status === "active"
      ? [{ destination: (requester.vpc_id === providerid ? accepter : requester).cidr_block, state: "active" }]
      : [],
});

function list(context: Context): Reply {
  const vpc = vpcOf(context);
  if (!vpc) return ok({ rows: [] });
  const { name, subnet, providerid } = vpc;
  if (isC(context)) {
    const own = context.store.list("networkPeerings").filter(({ vpc_id }) => vpc_id === vpc.id);
    const pending = own.some(({ goneAt }) => goneAt !== null);
    return { ...ok({ rows: own.map(networkRow), vpc: { network: ownNetwork(vpc), name, subnet } }), pending };
  }
  const all = connectionsOf(context, vpc);
  const rows = all.filter((each) => isKnown(each, vpc, context.now)).map((each) => row(each, vpc));
  const pending = rows.length < all.length || all.some(({ activeAt, goneAt }) => activeAt !== null || goneAt !== null);
  return { ...ok({ rows, vpc: { id: providerid, name, subnet } }), pending };
}

const fieldsOfA = z.strictObject({
  peer_account_id: z.string().regex(/^\d{12}$/, "Must have 12 digits"),
  peer_vpc_id: z.string().regex(/^vpc-[0-9a-z]+$/, "Must be the id of a VPC"),
  peer_subnet: text,
});

const wanted = fieldsOfA.extend({ peer_network_uri: text }).partial();

/** Refuses fields of another provider, and missing ones of this. */
function checkFields(context: Context<z.output<typeof wanted>>, takes: string[]): void {
  const given = Object.keys(context.body);
  const problems = [
    ...given.filter((field) => !takes.includes(field)).map((field) => [field, "Unknown field"] as const),
    ...takes.filter((field) => !given.includes(field)).map((field) => [field, "Field is required"] as const),
  ];
  if (problems.length > 0) throw invalid(problems);
}

function requestConnection(context: Context<z.output<typeof wanted>>): Reply {
  checkFields(context, Object.keys(fieldsOfA.shape));
  const { peer_account_id, peer_vpc_id, peer_subnet } = fieldsOfA.parse(context.body);
  const vpc = neededVpc(context);
  const problem = cidrProblem(peer_subnet);
  if (problem || overlap(peer_subnet, vpc.subnet)) {
    throw invalid([["peer_subnet", problem ?? "Overlaps the VPC's own subnet"]]);
  }
  const isThere = ({ accepter, status }: Peering) => accepter.vpc_id === peer_vpc_id && !over.includes(status);
  if (connectionsOf(context, vpc).some(isThere)) throw refused(`A peering with ${peer_vpc_id} exists already`);
  context.store.insert("peerings", {
    requester: { owner_id: serviceAccount, vpc_id: vpc.providerid, cidr_block: vpc.subnet },
    accepter: { owner_id: peer_account_id, vpc_id: peer_vpc_id, cidr_block: peer_subnet },
    foundAt: context.now + context.random.between(...unknownMs),
  });
  return ok({ success: true });
}

/** The connection of the path, once the VPC is told of it. */
function connection(context: Context, vpc: Vpc): Peering {
  const id = context.params["id"] ?? "";
  const found = connectionsOf(context, vpc).find(({ connection_id }) => connection_id === id);
  if (found && !isKnown(found, vpc, context.now)) throw notFoundYet();
  if (!found) throw notFound();
  return found;
}

function accept(context: Context): Reply {
  const instance = dedicatedInstanceOf(context);
  if (!isA(context)) throw refused("Requests can be accepted on provider A only");
  const vpc = neededVpc(context);
  const peering = connection(context, vpc);
  const { requester, accepter, status } = peering;
  if (accepter.vpc_id !== vpc.providerid) throw refused("The other side has to accept this request");
  if (!["pending-acceptance", "provisioning", "active"].includes(status)) throw refused(`The request is ${status}`);
  const firewall = changeableFirewall(context, instance);
  const opened = letIn(context, firewall, {
    subnet: requester.cidr_block,
    description: "VPC peering",
    answeredIn: acceptingMs,
  });
  if (status === "pending-acceptance") {
    peering.status = "provisioning";
    peering.activeAt = context.now + acceptingMs + timing(context, "acceptingPeering");
  }
  return { ...ok({ success: true, ...opened }), takesMs: acceptingMs };
}

/** Operations of the instance API on peerings of its VPC. */
export const peeringRoutes: Route[] = [
  route({
    operation: "peerings.list",
    method: "GET",
    path: "/api/vpc-peering",
    auth: "instance",
    handle: list,
  }),
  route({
    operation: "peerings.request",
    method: "POST",
    path: "/api/vpc-peering",
    auth: "instance",
    body: wanted,
    handle: (context) => {
      if (isA(context)) return requestConnection(context);
      if (!isC(context)) throw refused("Peering isn't available on this platform");
      checkFields(context, ["peer_network_uri"]);
      return requestNetworkPeering(context, neededVpc(context), context.body.peer_network_uri ?? "");
    },
  }),
  route({
    operation: "peerings.accept",
    method: "PUT",
    path: "/api/vpc-peering/:id",
    alsoAt: "/api/vpc-peering/request/:id",
    auth: "instance",
    handle: accept,
  }),
  route({
    operation: "peerings.delete",
    method: "DELETE",
    path: "/api/vpc-peering/:id",
    auth: "instance",
    handle: (context) => {
      const vpc = neededVpc(context);
      if (isC(context)) return removeNetworkPeering(context, vpc);
      const peering = connection(context, vpc);
      peering.status = "deleting";
      peering.goneAt ??= context.now + timing(context, "removingPeering");
      return noContent();
    },
  }),
];
