// `nouns/index.ts` lists `vpcNoun`; `instances/`, `peerings/` and `vpcConnect.ts` find VPCs and refuse busy ones.
// `removingMs` is assumed and may change. `cloud_id` must stay optional, because state files of an earlier version lack
// it. Keys and order of `routes` must stay, because tests compare them with the client and the specification.
import { z } from "zod";
import { collection, moment, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { changesSaved, invalid, noContent, ok, refused, vpcBusy } from "../server/reply";
import { commaList, text } from "../server/request";
import { type Context, noun, route } from "../server/route";
import { explainCidrProblem } from "../service/cidr";
import { instances } from "./instances/record";
import { findRegion } from "./regions";

/** VPCs. `readyAt` is in the future while a VPC is being made; `goneAt` is set while it is being removed. */
export const vpcs = collection({
  name: "vpcs",
  firstId: 5001,
  ...recordOf({
    name: usually(z.string(), "vpc"),
    region: usually(z.string(), "provider-a::region-1"),
    subnet: usually(z.string(), "10.56.72.0/24"),
    tags: usually(z.array(z.string()), []),
    /** The id at the cloud provider. Peerings name this id. A state file of an earlier version has no such id. */
    cloud_id: usually(z.string().optional(), ({ random }) => `vpc-${random.word(12)}`),
    apikey: usually(z.string(), ({ random }) => random.key()),
    /** The service's own name for the VPC: a UUID, and not the id at the cloud provider. */
    providerid: usually(z.string(), ({ random }) => random.key()),
    readyAt: usually(moment, ({ now }) => now),
    goneAt: orNull(moment),
  }),
});

/** One VPC. */
export type Vpc = RecordIn<typeof vpcs>;

/** The id that a VPC has at the cloud provider. */
export const cloudIdOf = ({ cloud_id, providerid }: Vpc) => cloud_id ?? providerid;

const makingMs = [60_000, 120_000] as const;

/** The time at which a VPC will be ready if the service begins to make it now. */
export const vpcReadyAt = ({ now, random }: Pick<Context, "now" | "random">): number =>
  now + random.between(...makingMs);

/** Answers "busy" while a VPC is being made. */
export function assertMade({ readyAt }: Vpc, now: number): void {
  if (now < readyAt) throw vpcBusy();
}

/** Answers "busy" while a VPC is being made or removed. */
export function assertUsable(vpc: Vpc, now: number): void {
  assertMade(vpc, now);
  if (vpc.goneAt !== null) throw vpcBusy();
}

const removingMs = 20_000;

/** A field that no request can change. A request may send the field as an empty text. */
const unchanged = z.literal("", { error: "Unknown field" }).optional();

const show = (vpc: Vpc, { store }: Context) => ({
  id: vpc.id,
  name: vpc.name,
  plan: "vpc",
  region: vpc.region,
  providerid: vpc.providerid,
  subnet: vpc.subnet,
  tags: vpc.tags,
  instances: store
    .list(instances)
    .filter((instance) => instance.vpc_id === vpc.id)
    .map((instance) => instance.id),
});

/** The VPC that the path names. Answers "busy" while the service makes the VPC. */
const findVpc = ({ store, params, now }: Context) => {
  const vpc = store.get(vpcs, params["id"] ?? "");
  assertMade(vpc, now);
  return vpc;
};

/** VPCs of the account. */
export const vpcNoun = noun({
  name: "vpcs",
  api: "account",
  collections: [vpcs],
  routes: {
    list: route("GET /api/vpcs", (context) => ok(context.store.list(vpcs).map((vpc) => show(vpc, context)))),
    get: route("GET /api/vpcs/:id", (context) => {
      const vpc = findVpc(context);
      return { ...ok(show(vpc, context)), pending: vpc.goneAt !== null };
    }),
    create: route(
      "POST /api/vpcs",
      {
        body: z.strictObject({ name: text, region: text, subnet: text, tags: commaList.optional() }),
        unspecified: ["message"],
      },
      ({ body, store, now, random }) => {
        const problem = explainCidrProblem(body.subnet);
        if (problem) throw invalid([["subnet", problem]]);
        if (!findRegion(store, body.region)) throw invalid([["region", "Unknown region"]]);
        const vpc = store.insert(vpcs, { ...body, readyAt: vpcReadyAt({ now, random }) });
        return ok({ id: vpc.id, message: "VPC created", apikey: vpc.apikey });
      },
    ),
    update: route(
      "PUT /api/vpcs/:id",
      {
        body: z.strictObject({
          name: text.optional(),
          tags: commaList.optional(),
          region: unchanged,
          subnet: unchanged,
        }),
      },
      (context) => {
        const vpc = findVpc(context);
        assertUsable(vpc, context.now);
        vpc.name = context.body.name ?? vpc.name;
        vpc.tags = context.body.tags ?? vpc.tags;
        return changesSaved();
      },
    ),
    delete: route("DELETE /api/vpcs/:id", (context) => {
      const vpc = findVpc(context);
      if (show(vpc, context).instances.length > 0) throw refused("The VPC can't be deleted while instances are in it");
      vpc.goneAt ??= context.now + removingMs;
      return noContent();
    }),
  },
});
