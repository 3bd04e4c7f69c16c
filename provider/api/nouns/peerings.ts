// `peeringNoun` declares VPC peerings in one shape for all cloud providers. `nouns/index.ts` opens it;
// `resources/vpcPeering/` uses its requests and `networkOf`. A new field goes into `rowSchema`, `Peering` and
// `toPeering`. `idOfRow` must stay, because state holds these ids.
import { z } from "zod";
import { createOnce } from "../lists/reconcile";
import { createShared } from "../lists/sharedList";
import { waitFor } from "../lists/waiter";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { listOf, shown, text } from "../transport/schemas";
import { senderTo, withBody, withId } from "../transport/send";

const side = shown(() => ({ owner_id: text, vpc_id: text, cidr_block: text })).nullish();

const route = shown(() => ({ destination: text, state: text }));

/** Tags in any form that the service uses: texts, pairs of key and value, or one object of such pairs. */
const tags = z.lazy(() =>
  z.unknown().transform((given): string[] => {
    if (typeof given !== "object" || given === null) return [];
    if (!Array.isArray(given)) return Object.entries(given).map(([key, value]) => `${key}=${value}`);
    return given.flatMap((tag) => {
      if (typeof tag === "string") return [tag];
      const { key, value } = lowerKeys(tag);
      return typeof key === "string" ? [`${key}=${value ?? ""}`] : [];
    });
  }),
);

const lowerKeys = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given ?? {}).map(([key, value]) => [key.toLowerCase(), value]));

/** A row of the peering list: a connection and its two sides (provider A), or a peering and its network (C). */
const rowSchema = shown(() => ({
  vpc_peering_connection_id: text,
  requester_vpc_info: side,
  accepter_vpc_info: side,
  status: z
    .union([z.string(), z.object({ code: text, message: text })])
    .nullish()
    .transform((value) => (typeof value === "string" ? { code: value, message: undefined } : (value ?? undefined))),
  tag_set: tags.optional(),
  tags: tags.optional(),
  routes: z.array(route).optional().catch(undefined),
  name: text,
  network: text,
  state: text,
  stateDetails: text,
})) // A row needs an id or a name. Without one, no peering could be told from another or be found to be gone.
  .refine((row) => idOfRow(row) !== "", "neither vpc_peering_connection_id nor name");

const listSchema = shown(() => ({
  rows: listOf(rowSchema, (row) => idOfRow(row)),
  // Provider C shows no id for the VPC.
  vpc: z.object({ id: text, network: text, name: text, subnet: text }).nullish(),
})).transform(({ rows, vpc }): PeeringList => {
  const own: OwnVpc = vpc ?? {};
  const peerings = rows.map((row) => toPeering(row, own));
  return { vpc: own.id ?? own.network, subnet: own.subnet, own, peerings };
});

/** The instance's own VPC, as the peering list shows it. */
export interface OwnVpc {
  /** The id of the VPC at the cloud provider (provider A). It is not the service's own `providerid` of the VPC. */
  id?: string;
  /** The network of the VPC at the cloud provider (provider C). */
  network?: string;
  name?: string;
  /** The network in CIDR form. */
  subnet?: string;
}

/** One side of a connection at provider A. */
export interface PeeringSide {
  account?: string;
  vpc?: string;
  subnet?: string;
}

/** One peering, in the same shape for every provider. */
export interface Peering {
  id: string;
  /** The status in lower case: `pending-acceptance`, `active`. */
  status: string;
  /** The service's words on the status. */
  message?: string;
  /** The side that asked for the peering, if the list tells (provider A). */
  askedBy?: "us" | "peer";
  /** The side that asked for the peering, and the side that was asked (provider A). */
  requester?: PeeringSide;
  accepter?: PeeringSide;
  /** The network on the other side (provider C). */
  network?: string;
  /** The tags. A pair of key and value is written `key=value`. */
  tags?: string[];
  /** The routes to the other side, each with its state (provider A). */
  routes?: { destination?: string; state?: string }[];
  /** The VPC on our side. */
  own: OwnVpc;
}

/** The peerings of a VPC. */
export interface PeeringList {
  /**
   * The id or the network of the VPC at the cloud provider, if the list shows it. Instances in a VPC share its
   * peerings.
   */
  vpc?: string;
  /** The VPC's network in CIDR form, if the list shows it. */
  subnet?: string;
  /** All that the list shows of the VPC. */
  own: OwnVpc;
  peerings: Peering[];
}

/** The body of a peering request, by provider. */
export type PeeringBody =
  | { peer_account_id: string; peer_vpc_id: string; peer_subnet: string }
  | { peer_network_uri: string };

/** The operations on the peerings of an instance's VPC. */
export interface PeeringOperations {
  /** The peerings of the instance's VPC, in one form for all providers. */
  list(options?: CallOptions): Promise<PeeringList>;
  /** Asks the other side for a peering, in one attempt. The answer holds no id: the list shows the request. */
  request(body: PeeringBody, options?: CallOptions): Promise<void>;
  /** Accepts a request of the other side. */
  accept(id: string, options?: CallOptions): Promise<void>;
  /** Removes a peering. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const path = "/api/vpc-peering";

export function peeringNoun(instance: Api) {
  const { clock } = instance.transport;
  const send = senderTo(instance);
  const operations: PeeringOperations = {
    list: send({ method: "GET", path, answer: listSchema }),
    request: send({ method: "POST", path }, withBody),
    accept: send({ method: "PUT", path: `${path}/request/{id}` }, withId),
    delete: send({ method: "DELETE", path: `${path}/{id}` }, withId),
  };
  const peerings = createShared(clock, operations.list);
  const claimed = new Set<string>();

  /** Asks the other side for a peering, once. The answer holds no id, so the new peering is read from the list. */
  async function ask(body: PeeringBody, call: Call): Promise<Peering> {
    const list = async (fresh: boolean, within?: Partial<Call>) =>
      (await peerings.get({ ...call, ...within }, { fresh })).peerings;
    const known = new Set((await list(false)).map((each) => each.id));
    const isNew = (each: Peering) => !known.has(each.id) && same(each, body);
    /** Waits until the list shows the peering, because the list may lag behind. */
    const whenShown = (isIt: (each: Peering) => boolean) =>
      waitFor<Peering>({ ...call, clock }, "the peering", async () => {
        const shown = (await list(true)).find(isIt);
        return shown === undefined
          ? { waiting: "requested, but the service does not show the peering yet" }
          : { done: shown };
      });
    const { id, answer } = await createOnce<Peering, Peering>({
      clock,
      name: "peering",
      call,
      claimed,
      isWanted: (each) => same(each, body),
      list,
      post: async () => {
        await operations.request(body, call);
        return whenShown(isNew);
      },
    });
    return answer ?? whenShown((each) => each.id === id);
  }

  const shared = { list: peerings.get, same, request: ask, accept: operations.accept, remove: operations.delete };
  return { operations: { peerings: operations }, shared: { peerings: shared } };
}

/** Matches the URI of a network of provider C in any of its forms. */
export const networkPattern = /projects\/[^/\s]+\/global\/networks\/[^/\s]+$/i;

/** The part of a network's URI that is the same in all forms of the URI. */
export const networkOf = (uri: string): string => (networkPattern.exec(uri)?.[0] ?? uri).toLowerCase();

/** Compares all fields but the subnet: the service may show a whole network although a part of it was asked for. */
function same({ network, askedBy, accepter }: Peering, body: PeeringBody): boolean {
  if ("peer_network_uri" in body) return networkOf(network ?? "") === networkOf(body.peer_network_uri);
  return askedBy !== "peer" && accepter?.vpc === body.peer_vpc_id && accepter?.account === body.peer_account_id;
}

const idOfRow = (row: { vpc_peering_connection_id?: string; name?: string }): string =>
  row.vpc_peering_connection_id || row.name || "";

const sideOf = (given: z.output<typeof side>): PeeringSide | undefined =>
  given ? { account: given.owner_id, vpc: given.vpc_id, subnet: given.cidr_block } : undefined;

function toPeering(row: z.output<typeof rowSchema>, own: OwnVpc): Peering {
  const [requester, accepter] = [sideOf(row.requester_vpc_info), sideOf(row.accepter_vpc_info)];
  const isOwn = (at: PeeringSide | undefined) => at?.vpc !== undefined && at.vpc === own.id;
  return {
    id: idOfRow(row),
    status: (row.status?.code ?? row.state ?? "").toLowerCase(),
    message: row.status?.message ?? row.stateDetails,
    askedBy: isOwn(requester) ? "us" : isOwn(accepter) ? "peer" : undefined,
    requester,
    accepter,
    network: row.network,
    tags: [...new Set([...(row.tag_set ?? []), ...(row.tags ?? [])])],
    routes: row.routes,
    own,
  };
}
