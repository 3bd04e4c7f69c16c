import { type Client, isApiError, networkOf, type Peering, type PeeringBody, waitFor } from "../api";
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

/** States that a peering does not come back from: the service shows them for a while, and then no more. */
export const dead: readonly string[] = ["failed", "rejected", "expired", "deleted"];

type Ctx = Context<Client>;

/**
 * The peerings that this run made or took over, each as its VPC knows it: instances in one VPC have them in common, and
 * so the ids of two instances can stand for the same one.
 */
const owned = (ctx: Ctx) => ctx.shared("peerings that this run made or took over", () => new Set<string>());

/** Keeps in mind that this run made the peering, took it over, or reads it for the first time. */
export const own = (ctx: Ctx, vpc: string | undefined, id: string): void => void owned(ctx).add(`${vpc} ${id}`);

/** Whether it did so, maybe by another instance in the VPC. */
export const ownedSince = (ctx: Ctx, vpc: string | undefined, id: string): boolean =>
  vpc !== undefined && owned(ctx).has(`${vpc} ${id}`);

/** States in which a peering connects nothing yet: to take it for one's own cuts nobody off. */
const waiting: readonly string[] = ["initiating-request", "pending-acceptance", "inactive"];

/**
 * Asks the other side. There can be one peering with each peer. One that still waits for the other side is taken over
 * where it is exactly the declared one: a run that was cut off has asked for it, or a renamed resource. One that connects
 * networks is only taken over on purpose.
 */
export async function ask(ctx: Ctx, args: PeeringValues): Promise<Peering> {
  const { instance } = args;
  const { peerings } = instanceApi(ctx.client, instance, args);
  const body = bodyOf(args);
  const { vpc, there } = await settled(ctx, args);
  const peer = `${vpc ?? `instance ${instance}`} with ${peerOf(args)}`;
  const holder = ctx.claim(`the peering of ${peer}`)?.split("::").at(-1);
  if (holder !== undefined || (there !== undefined && ctx.isOthers(peeringId(instance, there.id)))) {
    const whose = holder === undefined ? "another resource" : `"${holder}"`;
    throw new Error(`${ctx.subject}: ${whose} stands for the peering of ${peer} already: declare it once`);
  }
  const made = there === undefined ? await peerings.request(body, ctx) : takeOver(ctx, args, there);
  own(ctx, vpc, made.id);
  if (!dead.includes(made.status)) return made;
  const why = [made.status, made.message].filter(Boolean).join(": ");
  throw new Error(
    `${ctx.subject}: peering ${made.id} ended at once (${why}): check the peer's account, VPC and network`,
  );
}

/** The peering that is there with the declared peer, once none is being removed any more; and the own VPC. */
async function settled(ctx: Ctx, args: PeeringValues): Promise<{ vpc?: string; there?: Peering }> {
  const { peerings } = instanceApi(ctx.client, args.instance, args);
  const body = bodyOf(args);
  return waitFor<{ vpc?: string; there?: Peering }>({
    ...ctx,
    what: `the earlier peering with ${peerOf(args)} to be gone`,
    poll: async () => {
      const { vpc, peerings: all } = await peerings.list(ctx, { fresh: true });
      const there = all.find((each) => peerings.same(each, body) && !dead.includes(each.status));
      return there?.status === "deleting" ? { waiting: "deleting" } : { done: { vpc, there } };
    },
  });
}

function takeOver(ctx: Ctx, args: PeeringValues, there: Peering): Peering {
  const id = peeringId(args.instance, there.id);
  const isPredecessor = ctx.predecessors().has(id);
  const shown = there.accepter?.subnet;
  const isSame = args.peerSubnet === undefined || shown === args.peerSubnet;
  if (!isPredecessor && !(isSame && waiting.includes(there.status))) {
    const what = isSame ? there.status : `${there.status}, for ${shown ?? "another network"}`;
    throw new Error(
      `${ctx.subject}: peering ${there.id} with ${peerOf(args)} is there already (${what}): take it over with { import: "${id}" }, or give a renamed resource an alias`,
    );
  }
  ctx.note(`peering ${there.id} with ${peerOf(args)} was there before: it is managed from now on`);
  return there;
}

function bodyOf({ peerAccountId = "", peerVpcId = "", peerSubnet = "", peerNetworkUri }: PeeringValues): PeeringBody {
  if (peerNetworkUri !== undefined) return { peer_network_uri: peerNetworkUri };
  return { peer_account_id: peerAccountId, peer_vpc_id: peerVpcId, peer_subnet: peerSubnet };
}

/** The peer as what it is known by. */
function peerOf({ peerNetworkUri, peerVpcId = "" }: PeeringValues): string {
  return peerNetworkUri === undefined ? peerVpcId : networkOf(peerNetworkUri);
}

/** Accepts a request and waits until the connection is there. */
export async function accept(ctx: Ctx, args: PeeringValues, id: string): Promise<Peering> {
  const { peerings } = instanceApi(ctx.client, args.instance, args);
  const look = async () => (await peerings.list(ctx, { fresh: true })).peerings.find((each) => each.id === id);
  const isAccepted = async () => ["provisioning", "active"].includes((await look())?.status ?? "");
  if (!(await isAccepted())) {
    await peerings.accept(id, ctx).catch(async (error: unknown) => {
      // An answer that was lost: what is accepted already may not be accepted again.
      if (!isApiError(error) || error.kind === "stopped" || !(await isAccepted())) throw error;
    });
  }
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
