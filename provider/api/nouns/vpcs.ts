// `vpcNoun` declares VPCs. `nouns/index.ts` opens it, and `resources/vpc/` uses its collection. A new field goes into
// `vpcSchema`. A PUT must not send region and subnet, because they cannot change. `tagsOf` must stay, because a create
// without an answer finds its VPC by a tag.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type ChangeableOperations, type CollectionSpec, collectionOperations } from "../lists/collectionOperations";
import type { Api } from "../transport/endpoint";
import { sameSet } from "../transport/equality";
import type { Created } from "../transport/schemas";
import { createdSchema, id, objectId, optional, shown, text, texts, withTags } from "../transport/schemas";

const vpcSchema = shown(() => ({
  id: objectId,
  name: z.string(),
  region: z.string(),
  subnet: z.string(),
  tags: texts,
  plan: text,
  providerid: text,
  instances: optional(z.array(id)).transform((value) => value ?? []),
})).transform(withTags);
/** A VPC as the service shows it. */
export type Vpc = z.output<typeof vpcSchema>;

/** The body of `POST /api/vpcs`. `PUT` takes only the name and the tags. */
export type VpcBody = Pick<Vpc, "name" | "region" | "subnet" | "tags">;

const vpcSpec: CollectionSpec<Vpc, VpcBody, Created> = {
  name: "VPC",
  path: "/api/vpcs",
  item: vpcSchema,
  created: createdSchema,
  goesSlowly: true,
  // A VPC is made for instances, and these roles have full access to instances.
  writeRole: "admin or devops",
  same: (vpc, body) =>
    vpc.name === body.name && vpc.region === body.region && vpc.subnet === body.subnet && sameSet(vpc.tags, body.tags),
  tagsOf: (vpc) => (vpc.lacksTags ? undefined : vpc.tags),
  merge: (body, id, before) => ({
    instances: [],
    plan: undefined,
    providerid: undefined,
    ...before,
    ...body,
    lacksTags: undefined,
    id,
  }),
  payload: (body, method) => (method === "POST" ? body : { name: body.name, tags: body.tags }),
};

/** The body of `POST /api/vpcs`. */
export type VpcRequest = Omit<VpcBody, "tags"> & { tags?: string[] };

/** The operations on VPCs. */
export type VpcOperations = ChangeableOperations<Vpc, VpcRequest, Partial<Pick<VpcBody, "name" | "tags">>, Created>;

/** VPCs of the account. To wait for a VPC that is being made, poll `get` with `busy: "throw"`. */
export const vpcNoun = (account: Api) => ({
  operations: { vpcs: collectionOperations(account, vpcSpec, { answer: createdSchema }) as VpcOperations },
  shared: { vpcs: createCollection(account, vpcSpec) },
});
