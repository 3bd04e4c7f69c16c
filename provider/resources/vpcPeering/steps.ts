// `definition.ts` calls these steps to ask for a peering or to accept one; `cli/map/account.ts` reads `dead`. New
// statuses go into `dead` or `waiting`. Only one resource may manage a side of a peering, because the removal of a
// second one would cut the connection of the first.
import type { Peering, PeeringBody, PeeringList } from "../../api";
import { describeError, isApiError, isSegment, networkOf, waitFor } from "../../api";
import type { Sharing } from "../../framework/kind/context";
import { nameOf } from "../../framework/kind/tokens";
import { instanceApi } from "../shared/child";
import { doNetworksOverlap } from "../shared/cidr";
import type { Ctx } from "../shared/ctx";
import { throwIfRefused } from "../shared/refusals";
import { type PeeringValues, peeringIds } from "./state";

/** The states that a peering never leaves. The service shows the peering for a while, and then no longer. */
export const dead: readonly string[] = ["failed", "rejected", "expired", "deleted"];

/** The topic of peerings that a run made or took over, by VPC: two instances in one VPC have two ids for a peering. */
const owned = "peerings that this run made or took over";

/** Records that this run made the peering, took it over, or imported it. */
export const recordOwned = (run: Sharing, vpc: string | undefined, id: string): void => run.tell(owned, `${vpc} ${id}`);

/** True when this run made the peering or took it over, maybe for another instance in the VPC. */
export const isOwned = (run: Sharing, vpc: string | undefined, id: string): boolean =>
  vpc !== undefined && run.recall(owned).has(`${vpc} ${id}`);

/** A resource that manages one side of a connection, as a `diff` of this run has seen. */
interface TakenSide {
  urn: string;
  id: string;
  side: "asks" | "accepts";
}

/** The topic of the resources at the sides of a connection, by its id at provider A. Provider C has no common names. */
const sidesOf = (peering: string): string => `resources that stand for peering ${peering}`;

const sidesTaken = (run: Sharing, peering: string) => [...run.recall(sidesOf(peering)).values()] as TakenSide[];

const sideOf = ({ acceptRequest }: { acceptRequest?: string }) => (acceptRequest === undefined ? "asks" : "accepts");

/** Records which side of the connection the resource manages. */
export function recordSide(run: Sharing, urn: string, id: string, args: PeeringValues): void {
  if (args.peerNetworkUri !== undefined) return;
  const one: TakenSide = { urn, id, side: sideOf(args) };
  run.tell(sidesOf(peeringIds.parse(id).id), `${urn} ${id} ${one.side}`, one);
}

/** True when another resource of the program manages the same side through another instance in the VPC. */
export const isSideTakenElsewhere = (run: Sharing, id: string, state: { acceptRequest?: string }): boolean =>
  sidesTaken(run, peeringIds.parse(id).id).some((each) => each.id !== id && each.side === sideOf(state));

/** Throws when another resource of the program manages this side of the peering, through any instance in the VPC. */
function throwIfSideTaken(ctx: Ctx, args: PeeringValues, what: string, there: Peering | undefined): void {
  const isSecond = ({ urn, side }: TakenSide) => urn !== ctx.run.urn && side === sideOf(args);
  const seen = there && sidesTaken(ctx.run, there.id).find(isSecond);
  const holder = ctx.run.claim(`${sideOf(args)}: ${what}`) ?? seen?.urn;
  const isOthers = there !== undefined && ctx.run.isOthers(peeringIds.make({ instance: args.instance, id: there.id }));
  if (holder === undefined && !isOthers) return;
  const whose = holder === undefined ? "another resource" : `the resource ${nameOf(holder)}`;
  throw new Error(
    `${ctx.call.subject}: ${whose} already manages ${what}: keep only one of the two resources in the program`,
  );
}

/** Explains that the peer's network overlaps the instance's own, which cannot be peered; undefined when it does not. */
export function explainOverlap(peerSubnet: string | undefined, own: string | undefined): string | undefined {
  if (peerSubnet === undefined || own === undefined || !doNetworksOverlap(peerSubnet, own)) return undefined;
  return `${peerSubnet} overlaps the network ${own} of the instance's own VPC. Choose a peer subnet that does not overlap this network, or make a broker in another network`;
}

/** The arguments of the peering that replaces another, as a `diff` of this run has found. */
type Replacement = Pick<PeeringValues, "instance" | "peerSubnet" | "acceptRequest">;

const replacements = "peerings to be replaced";

/** Records the arguments of the peering that will replace the peering with this id. */
export function recordReplacement(run: Sharing, id: string, args: PeeringValues): void {
  const { instance, peerSubnet, acceptRequest } = args;
  run.tell(replacements, id, { instance, peerSubnet, acceptRequest } satisfies Replacement);
}

/** How many milliseconds may pass until the service shows a request of the other side. */
const shownMs = 30_000;

/** Throws, before a peering is removed for a new one, when the service would refuse the new one. */
export async function throwIfReplacementFails(ctx: Ctx, id: string, state: Partial<PeeringValues>): Promise<void> {
  const args = ctx.run.recall(replacements).get(id) as Replacement | undefined;
  if (args === undefined) return;
  // The recorded arguments hold no key, so the key of another instance may be missing here.
  const apiKey = args.instance === peeringIds.parse(id).instance ? state.instanceApiKey : undefined;
  if (ctx.call.client.lacksKey({ id: args.instance, apiKey }) !== undefined) return;
  const { peerings } = instanceApi(ctx.call, args.instance, { instanceApiKey: apiKey });
  const refuse = (why: string) => new Error(`${ctx.call.subject}: ${why}; the old peering stays for now`);
  const { subnet } = await peerings.list(ctx.call);
  const problem = explainOverlap(args.peerSubnet, subnet);
  if (problem !== undefined) throw refuse(`peerSubnet ${problem}`);
  if (args.acceptRequest === undefined) return;
  const { acceptRequest } = args;
  const shownBy = ctx.call.clock.now() + shownMs;
  const request = await waitFor<Peering | undefined>(ctx.call, `request ${acceptRequest}`, async () => {
    const seen = (await peerings.list(ctx.call, { fresh: true })).peerings.find((each) => each.id === acceptRequest);
    return seen !== undefined || ctx.call.clock.now() >= shownBy ? { done: seen } : { waiting: "not shown yet" };
  });
  if (request === undefined) throw refuse(explainNoRequest(acceptRequest, args.instance));
  if (dead.includes(request.status)) throw refuse(explainDead(`the peering request ${acceptRequest}`, request.status));
}

function explainNoRequest(request: string, instance: string): string {
  return `the service shows no peering request ${request} for instance ${instance}: correct the id in acceptRequest. Or, in the account of the peer, request a peering with the VPC of this instance`;
}

/** Explains that a peering or request can never become active, and what to do. */
const explainDead = (what: string, status: string): string =>
  `${what} has the status ${status} and can no longer become active: request a new peering in the account of the peer. Then put the id of the new request into acceptRequest`;

/** The states in which a peering connects nothing yet. Taking over such a peering cuts nobody off. */
const waiting: readonly string[] = ["initiating-request", "pending-acceptance", "inactive"];

/**
 * Asks for a peering; each peer can have one. A waiting peering is taken over if it is exactly as declared, as after a
 * cut or a rename. A connected peering is taken over only by an import or by its former resource.
 */
export async function ask(ctx: Ctx, args: PeeringValues): Promise<Peering> {
  const { peerings } = instanceApi(ctx.call, args.instance, args);
  const body = bodyOf(args);
  const gone = `the earlier peering with ${peerOf(args)} to be gone`;
  const { vpc, subnet, there } = await waitFor<PeeringList & { there?: Peering }>(ctx.call, gone, async () => {
    const list = await peerings.list(ctx.call, { fresh: true });
    const same = list.peerings.find((each) => peerings.same(each, body) && !dead.includes(each.status));
    return same?.status === "deleting" ? { waiting: "deleting" } : { done: { ...list, there: same } };
  });
  const problem = explainOverlap(args.peerSubnet, subnet);
  throwIfRefused(ctx.call, problem && `peerSubnet ${problem}`);
  throwIfSideTaken(ctx, args, `the peering of ${vpc ?? `instance ${args.instance}`} with ${peerOf(args)}`, there);
  const made = there === undefined ? await peerings.request(body, ctx.call) : takeOver(ctx, args, there);
  if (!isSegment(made.id)) {
    // State cannot keep such an id, because no later run could read or delete the peering.
    throw new Error(
      `${ctx.call.subject}: the peering with ${peerOf(args)} has the id "${made.id}" from the service, and this id cannot be part of a URL: remove the peering in the control panel`,
    );
  }
  recordOwned(ctx.run, vpc, made.id);
  if (!dead.includes(made.status)) return made;
  const why = [made.status, made.message].filter(Boolean).join(": ");
  throw new Error(
    `${ctx.call.subject}: peering ${made.id} ended at once with the status ${why}: correct the account, VPC or network of the peer, then run again`,
  );
}

function takeOver(ctx: Ctx, args: PeeringValues, there: Peering): Peering {
  const id = peeringIds.make({ instance: args.instance, id: there.id });
  const shown = there.accepter?.subnet;
  // Some services show the peer's network only after the peer has accepted the request.
  const isSame = args.peerSubnet === undefined || shown === undefined || shown === args.peerSubnet;
  const before = [...ctx.run.predecessors()].find((each) => peeringIds.parse(each).id === there.id);
  const hasMoved = before !== undefined && before !== id;
  if (!hasMoved && !(isSame && (before !== undefined || waiting.includes(there.status)))) {
    const what = isSame ? there.status : `${there.status}, for ${shown}`;
    throw new Error(
      `${ctx.call.subject}: peering ${there.id} with ${peerOf(args)} already exists with the status ${what}: if you renamed the resource, give the resource an alias. If not, import the peering with { import: "${id}" }`,
    );
  }
  ctx.say.note(
    `peering ${there.id} with ${peerOf(args)} already existed: this resource manages the peering from now on`,
  );
  return there;
}

function bodyOf({ peerAccountId = "", peerVpcId = "", peerSubnet = "", peerNetworkUri }: PeeringValues): PeeringBody {
  if (peerNetworkUri !== undefined) return { peer_network_uri: peerNetworkUri };
  return { peer_account_id: peerAccountId, peer_vpc_id: peerVpcId, peer_subnet: peerSubnet };
}

const peerOf = ({ peerNetworkUri, peerVpcId = "" }: PeeringValues): string =>
  peerNetworkUri === undefined ? peerVpcId : networkOf(peerNetworkUri);

/** Accepts a request and waits until the connection is active. */
export async function accept(ctx: Ctx, args: PeeringValues, id: string): Promise<Peering> {
  const { peerings } = instanceApi(ctx.call, args.instance, args);
  const look = async () => {
    const { vpc, peerings: all } = await peerings.list(ctx.call, { fresh: true });
    return { vpc, seen: all.find((each) => each.id === id) };
  };
  const isAccepted = ({ seen }: Awaited<ReturnType<typeof look>>) =>
    ["provisioning", "active"].includes(seen?.status ?? "");
  const before = await look();
  throwIfSideTaken(ctx, args, `request ${id}`, before.seen);
  if (before.seen !== undefined && dead.includes(before.seen.status))
    throw new Error(`${ctx.call.subject}: ${explainDead(`the peering request ${id}`, before.seen.status)}`);
  if (!isAccepted(before)) {
    await peerings.accept(id, ctx.call).catch(async (error: unknown) => {
      if (!isApiError(error) || error.kind === "stopped") throw error;
      const now = await look().catch(() => undefined);
      // The answer to an earlier attempt may have been lost, and the service may refuse to accept a request twice.
      if (now !== undefined && isAccepted(now)) return;
      const isMissing =
        now !== undefined && now.seen === undefined && ["busy", "notFound", "invalid"].includes(error.kind);
      throw isMissing
        ? new Error(`${ctx.call.subject}: ${explainNoRequest(id, args.instance)} (${describeError(error)})`)
        : error;
    });
  }
  recordOwned(ctx.run, before.vpc, id);
  ctx.kept.hold(peeringIds.make({ instance: args.instance, id }), { peeringId: id });
  return waitFor<Peering>(ctx.call, `peering ${id} to be active`, async () => {
    const { seen } = await look();
    if (seen?.status === "active") return { done: seen };
    if (seen !== undefined && dead.includes(seen.status))
      throw new Error(`${ctx.call.subject}: ${explainDead(`peering ${id}`, seen.status)}`);
    return { waiting: seen?.status || "not shown yet" };
  });
}
