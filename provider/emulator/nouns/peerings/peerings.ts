// `nouns/index.ts` lists `peeringNoun`; `networkPeerings.ts` does the work for provider C. The invented account number
// may change. `acceptRequest` must refuse before it changes anything, because a refused request must leave no rule.
// `alsoAt` must stay, because the specification has both paths. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, moment, orNull, type RecordIn, recordOf, usually } from "../../server/collection";
import { invalid, noContent, notFound, notFoundYet, ok, type Reply, refused } from "../../server/reply";
import { text } from "../../server/request";
import { type Context, dedicatedInstanceOf, noun, route } from "../../server/route";
import { explainCidrProblem, overlap } from "../../service/cidr";
import { drawDuration } from "../../service/timings";
import { changeableFirewallOf, letIn } from "../firewall";
import { providerOf } from "../instances/state";
import { assertMade, cloudIdOf, type Vpc, vpcs } from "../vpcs";
import {
  networkPeerings,
  ownNetworkOf,
  removeNetworkPeering,
  requestNetworkPeering,
  showNetworkPeering,
} from "./networkPeerings";

/** The service's own account at cloud provider A. This account owns the service's VPCs there. */
const serviceAccount = "100000000001";

const side = z.strictObject({ owner_id: z.string(), vpc_id: z.string(), cidr_block: z.string() });

/** The states of a connection at provider A. */
const peeringStates = [
  "pending-acceptance",
  "provisioning",
  "active",
  "deleting",
  "rejected",
  "expired",
  "failed",
] as const;

/** Connections between two VPCs of provider A. A VPC of the emulator has its `cloud_id` as `vpc_id` here. */
const peerings = collection({
  name: "peerings",
  firstId: 14_001,
  ...recordOf({
    connection_id: usually(z.string(), ({ random }) => `pcx-${random.word(12)}`),
    requester: usually(side, { owner_id: "200000000002", vpc_id: "vpc-outside", cidr_block: "10.99.0.0/24" }),
    accepter: usually(side, { owner_id: serviceAccount, vpc_id: "vpc-inside", cidr_block: "10.56.72.0/24" }),
    status: usually(z.enum(peeringStates), "pending-acceptance"),
    /** The time from which the accepting side knows of the request. */
    foundAt: usually(moment, ({ now }) => now),
    /** The time at which a connection that is being provisioned becomes active. */
    activeAt: orNull(moment),
    goneAt: orNull(moment),
  }),
  settle: (peering, now) => {
    if (peering.activeAt !== null && peering.activeAt <= now) {
      peering.status = peering.status === "provisioning" ? "active" : peering.status;
      peering.activeAt = null;
    }
  },
});

type Peering = RecordIn<typeof peerings>;

const acceptingMs = 5_000;
/** The shortest and the longest time, in milliseconds, until the accepting side knows of a request. */
const unknownMs = [2_000, 8_000] as const;

const isOnProviderA = (context: Context) => providerOf(dedicatedInstanceOf(context)) === "provider-a";
const isOnProviderC = (context: Context) => providerOf(dedicatedInstanceOf(context)) === "provider-c";

/** The VPC of the instance, or undefined when the instance is in no VPC; answers "busy" while the VPC is being made. */
function vpcOf(context: Context): Vpc | undefined {
  const vpc = context.store.find(vpcs, dedicatedInstanceOf(context).vpc_id);
  if (vpc) assertMade(vpc, context.now);
  return vpc;
}

/** The VPC of the instance; refuses an instance that is in no VPC. */
function neededVpcOf(context: Context): Vpc {
  const vpc = vpcOf(context);
  if (!vpc) throw refused("The instance isn't in a VPC");
  return vpc;
}

/** The connections that have a VPC on one side, including requests that the VPC does not know yet. */
const connectionsOf = ({ store }: Context, vpc: Vpc): Peering[] =>
  store
    .list(peerings)
    .filter(({ requester, accepter }) => [requester.vpc_id, accepter.vpc_id].includes(cloudIdOf(vpc)));

const isKnown = ({ requester, foundAt }: Peering, vpc: Vpc, now: number) =>
  requester.vpc_id === cloudIdOf(vpc) || foundAt <= now;

const statusMessages: Partial<Record<Peering["status"], string>> = {
  "pending-acceptance": "Pending Acceptance by",
  active: "Active",
  provisioning: "Provisioning",
  deleting: "Deleting",
};

/** The states that end a connection. */
const endStates: readonly Peering["status"][] = ["rejected", "expired", "failed"];

const showConnection = ({ connection_id, requester, accepter, status }: Peering, vpc: Vpc) => ({
  tag_set: [],
  vpc_peering_connection_id: connection_id,
  requester_vpc_info: requester,
  accepter_vpc_info: accepter,
  status: {
    code: status,
    message:
      status === "pending-acceptance"
        ? `${statusMessages[status]} ${accepter.owner_id}`
        : (statusMessages[status] ?? status),
  },
  routes:
    status === "active"
      ? [{ destination: (requester.vpc_id === cloudIdOf(vpc) ? accepter : requester).cidr_block, state: "active" }]
      : [],
});

function listPeerings(context: Context): Reply {
  const vpc = vpcOf(context);
  if (!vpc) return ok({ rows: [] });
  const { name, subnet } = vpc;
  if (isOnProviderC(context)) {
    const own = context.store.list(networkPeerings).filter(({ vpc_id }) => vpc_id === vpc.id);
    const pending = own.some(({ goneAt }) => goneAt !== null);
    return { ...ok({ rows: own.map(showNetworkPeering), vpc: { network: ownNetworkOf(vpc), name, subnet } }), pending };
  }
  const all = connectionsOf(context, vpc);
  const rows = all.filter((each) => isKnown(each, vpc, context.now)).map((each) => showConnection(each, vpc));
  const pending = rows.length < all.length || all.some(({ activeAt, goneAt }) => activeAt !== null || goneAt !== null);
  return { ...ok({ rows, vpc: { id: cloudIdOf(vpc), name, subnet } }), pending };
}

const fieldsOfProviderA = z.strictObject({
  peer_account_id: z.string().regex(/^\d{12}$/, "Must have 12 digits"),
  peer_vpc_id: z.string().regex(/^vpc-[0-9a-z]+$/, "Must be the id of a VPC"),
  peer_subnet: text,
});

const requestBody = fieldsOfProviderA.extend({ peer_network_uri: text }).partial();

/** Refuses a request that has fields of another provider or lacks a field of its own provider. */
function checkFields(context: Context<z.output<typeof requestBody>>, needed: string[]): void {
  const given = Object.keys(context.body);
  const problems = [
    ...given.filter((field) => !needed.includes(field)).map((field) => [field, "Unknown field"] as const),
    ...needed.filter((field) => !given.includes(field)).map((field) => [field, "Field is required"] as const),
  ];
  if (problems.length > 0) throw invalid(problems);
}

function requestConnection(context: Context<z.output<typeof requestBody>>): Reply {
  checkFields(context, Object.keys(fieldsOfProviderA.shape));
  const { peer_account_id, peer_vpc_id, peer_subnet } = fieldsOfProviderA.parse(context.body);
  const vpc = neededVpcOf(context);
  const problem = explainCidrProblem(peer_subnet);
  if (problem || overlap(peer_subnet, vpc.subnet)) {
    throw invalid([["peer_subnet", problem ?? "Overlaps the VPC's own subnet"]]);
  }
  const isOpenWithPeer = ({ accepter, status }: Peering) =>
    accepter.vpc_id === peer_vpc_id && !endStates.includes(status);
  if (connectionsOf(context, vpc).some(isOpenWithPeer)) throw refused(`A peering with ${peer_vpc_id} exists already`);
  context.store.insert(peerings, {
    requester: { owner_id: serviceAccount, vpc_id: cloudIdOf(vpc), cidr_block: vpc.subnet },
    accepter: { owner_id: peer_account_id, vpc_id: peer_vpc_id, cidr_block: peer_subnet },
    foundAt: context.now + context.random.between(...unknownMs),
  });
  return ok({ success: true });
}

/** The connection that the path names; answers "try again" while the VPC does not know of it. */
function connectionOf(context: Context, vpc: Vpc): Peering {
  const id = context.params["id"] ?? "";
  const found = connectionsOf(context, vpc).find(({ connection_id }) => connection_id === id);
  if (found && !isKnown(found, vpc, context.now)) throw notFoundYet();
  if (!found) throw notFound();
  return found;
}

function acceptRequest(context: Context): Reply {
  const instance = dedicatedInstanceOf(context);
  if (!isOnProviderA(context)) throw refused("Requests can be accepted on provider A only");
  const vpc = neededVpcOf(context);
  const peering = connectionOf(context, vpc);
  const { requester, accepter, status } = peering;
  if (accepter.vpc_id !== cloudIdOf(vpc)) throw refused("The other side has to accept this request");
  if (!["pending-acceptance", "provisioning", "active"].includes(status)) throw refused(`The request is ${status}`);
  const firewall = changeableFirewallOf(context, instance);
  const opened = letIn(context, firewall, {
    subnet: requester.cidr_block,
    description: "VPC peering",
    answeredIn: acceptingMs,
  });
  if (status === "pending-acceptance") {
    peering.status = "provisioning";
    peering.activeAt = context.now + acceptingMs + drawDuration(context, "acceptingPeering");
  }
  return { ...ok({ success: true, ...opened }), takesMs: acceptingMs };
}

/** Peerings of the VPC of an instance. */
export const peeringNoun = noun({
  name: "peerings",
  api: "instance",
  collections: [peerings, networkPeerings],
  routes: {
    list: route("GET /api/vpc-peering", listPeerings),
    request: route("POST /api/vpc-peering", { body: requestBody }, (context) => {
      if (isOnProviderA(context)) return requestConnection(context);
      if (!isOnProviderC(context)) throw refused("Peering isn't available on this platform");
      checkFields(context, ["peer_network_uri"]);
      return requestNetworkPeering(context, neededVpcOf(context), context.body.peer_network_uri ?? "");
    }),
    accept: route("PUT /api/vpc-peering/:id", { alsoAt: "/api/vpc-peering/request/:id" }, acceptRequest),
    delete: route("DELETE /api/vpc-peering/:id", (context) => {
      const vpc = neededVpcOf(context);
      if (isOnProviderC(context)) return removeNetworkPeering(context, vpc);
      const peering = connectionOf(context, vpc);
      peering.status = "deleting";
      peering.goneAt ??= context.now + drawDuration(context, "removingPeering");
      return noContent();
    }),
  },
});
