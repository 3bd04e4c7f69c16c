import { z } from "zod";
import type { RecordOf } from "../records";
import { changesSaved, invalid, noContent, ok, refused } from "../server/reply";
import { commaList, text } from "../server/request";
import { type Context, type Route, route } from "../server/route";
import { findRegion } from "../service/catalogue";
import { explainCidrProblem } from "../service/cidr";
import { assertMade, assertUsable, vpcReadyAt } from "../service/vpcState";

const removingMs = 20_000;

/** A field that cannot be changed, which a request may send empty. */
const unchanged = z.literal("", { error: "Unknown field" }).optional();

const show = (vpc: RecordOf<"vpcs">, { store }: Context) => ({
  id: vpc.id,
  name: vpc.name,
  plan: "vpc",
  region: vpc.region,
  providerid: vpc.providerid,
  subnet: vpc.subnet,
  tags: vpc.tags,
  instances: store
    .list("instances")
    .filter((instance) => instance.vpc_id === vpc.id)
    .map((instance) => instance.id),
});

/** The VPC that the path names; answers "busy" while it is being made. */
const findVpc = ({ store, params, now }: Context) => {
  const vpc = store.get("vpcs", params["id"] ?? "");
  assertMade(vpc, now);
  return vpc;
};

/** Operations of the account API on VPCs. */
export const vpcRoutes: Route[] = [
  route({
    operation: "vpcs.list",
    method: "GET",
    path: "/api/vpcs",
    auth: "account",
    handle: (context) => ok(context.store.list("vpcs").map((vpc) => show(vpc, context))),
  }),
  route({
    operation: "vpcs.get",
    method: "GET",
    path: "/api/vpcs/:id",
    auth: "account",
    handle: (context) => {
      const vpc = findVpc(context);
      return { ...ok(show(vpc, context)), pending: vpc.goneAt !== null };
    },
  }),
  route({
    operation: "vpcs.create",
    method: "POST",
    path: "/api/vpcs",
    auth: "account",
    body: z.strictObject({ name: text, region: text, subnet: text, tags: commaList.optional() }),
    handle: ({ body, store, now, random }) => {
      const problem = explainCidrProblem(body.subnet);
      if (problem) throw invalid([["subnet", problem]]);
      if (!findRegion(store, body.region)) throw invalid([["region", "Unknown region"]]);
      const vpc = store.insert("vpcs", { ...body, readyAt: vpcReadyAt({ now, random }) });
      return ok({ id: vpc.id, message: "VPC created", apikey: vpc.apikey });
    },
  }),
  route({
    operation: "vpcs.update",
    method: "PUT",
    path: "/api/vpcs/:id",
    auth: "account",
    body: z.strictObject({ name: text.optional(), tags: commaList.optional(), region: unchanged, subnet: unchanged }),
    handle: (context) => {
      const vpc = findVpc(context);
      assertUsable(vpc, context.now);
      vpc.name = context.body.name ?? vpc.name;
      vpc.tags = context.body.tags ?? vpc.tags;
      return changesSaved();
    },
  }),
  route({
    operation: "vpcs.delete",
    method: "DELETE",
    path: "/api/vpcs/:id",
    auth: "account",
    handle: (context) => {
      const vpc = findVpc(context);
      if (show(vpc, context).instances.length > 0) throw refused("The VPC can't be deleted while instances are in it");
      vpc.goneAt ??= context.now + removingMs;
      return noContent();
    },
  }),
];
