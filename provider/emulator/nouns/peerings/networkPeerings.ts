// `peerings.ts` calls these functions for an instance on provider C. Invented names such as `serviceProject` may
// change. Both times and the fields of a row must stay, because a live service showed them. Field names of
// `networkPeerings` must stay, because users' tests and saved state files have them.
import { z } from "zod";
import { collection, moment, orNull, type RecordIn, recordOf, usually } from "../../server/collection";
import { invalid, noContent, notFound, ok, type Reply, refused } from "../../server/reply";
import type { Context } from "../../server/route";
import { cloudIdOf, type Vpc, vpcs } from "../vpcs";

/**
 * Peerings of a VPC with a network of provider C. Each side makes a peering of its own. As soon as both peerings exist,
 * both become active.
 */
export const networkPeerings = collection({
  name: "networkPeerings",
  firstId: 15_001,
  ...recordOf({
    vpc_id: usually(z.int(), 5001),
    name: usually(z.string(), ({ id }) => `peering-${id}`),
    network: usually(z.string(), "projects/outside/global/networks/default"),
    state: usually(z.enum(["ACTIVE", "INACTIVE"]), "INACTIVE"),
    autoCreateRoutes: usually(z.boolean(), true),
    goneAt: orNull(moment),
  }),
});

type NetworkPeering = RecordIn<typeof networkPeerings>;

const requestingMs = 8_000;
const removingMs = 15_000;

const serviceProject = "broker-service";
const uriPattern = /(?:^|\/)projects\/([^/\s]+)\/global\/networks\/([^/\s]+)$/;

/** The full name of a network at provider C. */
const networkUriOf = (project: string, name: string) =>
  `https://networks.provider-c.example/v1/projects/${project}/global/networks/${name}`;

/** The full name of the network of one of the service's VPCs. */
export const ownNetworkOf = (vpc: Vpc): string => networkUriOf(serviceProject, cloudIdOf(vpc));

/** A peering as provider C shows it. */
export const showNetworkPeering = ({ name, network, state, autoCreateRoutes }: NetworkPeering) => ({
  name,
  network,
  state,
  stateDetails: state === "ACTIVE" ? "Connected." : "Waiting for peer network to connect.",
  autoCreateRoutes,
});

/** The peering of the other side, when the other network is a VPC of the service too. */
function counterpartOf({ store }: Context, vpc: Vpc, network: string): NetworkPeering | undefined {
  const other = store.list(vpcs).find((each) => ownNetworkOf(each) === network);
  return store.list(networkPeerings).find((each) => each.vpc_id === other?.id && each.network === ownNetworkOf(vpc));
}

/** Makes the peering of this VPC. If the other side already has a peering, both peerings become active. */
export function requestNetworkPeering(context: Context, vpc: Vpc, uri: string): Reply {
  const [, project, name] = uriPattern.exec(uri) ?? [];
  if (!project || !name) throw invalid([["peer_network_uri", "Must be the URI of a network"]]);
  const network = networkUriOf(project, name);
  const all = context.store.list(networkPeerings);
  if (all.some((each) => each.vpc_id === vpc.id && each.network === network)) {
    throw refused(`A peering with ${name} exists already`);
  }
  const other = counterpartOf(context, vpc, network);
  const made = context.store.insert(networkPeerings, {
    vpc_id: vpc.id,
    network,
    state: other ? "ACTIVE" : "INACTIVE",
  });
  if (other) other.state = "ACTIVE";
  return { ...ok({ peering: made.name }), takesMs: requestingMs };
}

/** Removes the peering of this VPC. The peering of the other side becomes inactive. */
export function removeNetworkPeering(context: Context, vpc: Vpc): Reply {
  const { store, params, now } = context;
  const peering = store.list(networkPeerings).find(({ vpc_id, name }) => vpc_id === vpc.id && name === params["id"]);
  if (!peering) throw notFound();
  peering.goneAt ??= now + removingMs;
  const other = counterpartOf(context, vpc, peering.network);
  if (other) other.state = "INACTIVE";
  return { ...noContent(), takesMs: removingMs };
}
