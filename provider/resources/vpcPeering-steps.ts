import { type Client, isApiError, type Peering, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { type ChildValues, instanceApi } from "./child";
import { peeringId } from "./ids";

/** The inputs of a peering as the definition sees them. */
export interface PeeringValues extends ChildValues {
  peerAccountId?: string;
  peerVpcId?: string;
  peerSubnet?: string;
  peerNetworkUri?: string;
  acceptRequest?: string;
}

/** A network of provider C, in whatever form it is written. */
export const network = /projects\/[^/\s]+\/global\/networks\/[^/\s]+$/i;

/** States that a peering does not come back from: the service shows them for a while, and then no more. */
export const dead: readonly string[] = ["failed", "rejected", "expired", "deleted"];

type Ctx = Context<Client>;

/** A list that lags behind must not be taken for a request that was not made. */
const looks = 3;
const looksApartMs = 2_500;
const mostRequests = 4;

/**
 * Asks the other side. The answer names no id: the list shows it. There can be one peering with each peer: one that is
 * there, which a run that was cut off may have asked for, is taken over.
 */
export async function ask(ctx: Ctx, args: PeeringValues): Promise<Peering> {
  const { instance } = args;
  const { peerings } = instanceApi(ctx.client, instance, args);
  const isOurs = (each: Peering) => isDeclared(each, args) && !dead.includes(each.status);
  const found = async () => (await peerings.list(ctx, { fresh: true })).find(isOurs);
  const there = await waitFor<Peering | undefined>({
    ...ctx,
    what: `the earlier peering with ${peerOf(args)} to be gone`,
    poll: async () => {
      const seen = await found();
      return seen?.status === "deleting" ? { waiting: "deleting" } : { done: seen };
    },
  });
  const holder = ctx.claim(`the peering of instance ${instance} with ${peerOf(args)}`);
  if (holder !== undefined || (there !== undefined && ctx.isOthers(peeringId(instance, there.id)))) {
    const whose = holder?.split("::").at(-1);
    throw new Error(
      `${ctx.subject}: ${whose === undefined ? "another resource" : `"${whose}"`} stands for the peering of instance ${instance} with ${peerOf(args)} already: declare it once`,
    );
  }
  if (there !== undefined) {
    ctx.note(`peering ${there.id} with ${peerOf(args)} was there before: it is managed from now on`);
    return there;
  }
  const body =
    args.peerNetworkUri === undefined
      ? {
          peer_account_id: args.peerAccountId ?? "",
          peer_vpc_id: args.peerVpcId ?? "",
          peer_subnet: args.peerSubnet ?? "",
        }
      : { peer_network_uri: args.peerNetworkUri };
  for (let requests = 1; ; requests += 1) {
    try {
      await peerings.request(body, ctx);
      break;
    } catch (error) {
      if (!isApiError(error) || !error.ambiguous || error.kind === "stopped") throw error;
      const made = await lookSeveralTimes(ctx, found);
      if (made !== undefined) return made;
      if (requests >= mostRequests) throw error;
    }
  }
  return waitFor<Peering>({
    ...ctx,
    what: "the peering request",
    poll: async () => {
      const made = await found();
      return made === undefined ? { waiting: "not shown yet" } : { done: made };
    },
  });
}

async function lookSeveralTimes<T>(ctx: Ctx, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let i = 1; ; i += 1) {
    const seen = await look();
    if (seen !== undefined || i >= looks) return seen;
    await ctx.clock.sleep(looksApartMs, ctx.signal);
  }
}

/** The peer as what it is known by. */
function peerOf({ peerNetworkUri, peerVpcId = "" }: PeeringValues): string {
  return peerNetworkUri === undefined ? peerVpcId : networkOf(peerNetworkUri);
}

function isDeclared({ network: peer, askedBy, accepter }: Peering, args: PeeringValues): boolean {
  if (args.peerNetworkUri !== undefined) return networkOf(peer ?? "") === networkOf(args.peerNetworkUri);
  return askedBy !== "peer" && accepter?.vpc === args.peerVpcId && accepter?.account === args.peerAccountId;
}

/** Accepts a request and waits until the connection is there. */
export async function accept(ctx: Ctx, args: PeeringValues, id: string): Promise<Peering> {
  const { peerings } = instanceApi(ctx.client, args.instance, args);
  const look = async () => (await peerings.list(ctx, { fresh: true })).find((each) => each.id === id);
  const accepted = ["provisioning", "active"].includes((await look())?.status ?? "");
  if (!accepted) await peerings.accept(id, ctx);
  ctx.hold(peeringId(args.instance, id), { peeringId: id });
  return waitFor<Peering>({
    ...ctx,
    what: `peering ${id} to be active`,
    poll: async () => {
      const seen = await look();
      if (seen?.status === "active") return { done: seen };
      if (seen !== undefined && dead.includes(seen.status)) {
        throw new Error(`${ctx.subject}: peering ${id} is ${seen.status}: ask for a new one`);
      }
      return { waiting: seen?.status || "not shown yet" };
    },
  });
}

/** The part of a network's URI that tells it from others. */
export function networkOf(uri: string): string {
  return (network.exec(uri)?.[0] ?? uri).toLowerCase();
}
