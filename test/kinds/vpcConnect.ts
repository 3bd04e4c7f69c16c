import type { VpcConnectArgs } from "pulumi-broker";
import { type At, row } from "./kind";

const path = "/instance/api/vpc-connect";
const root = "arn:cloud:iam::200000000002:root";
const none = { allowedPrincipals: undefined };
const deployer = "arn:cloud:iam::200000000002:role/deployer";

/** A change of the record of the instance to which a replacement has moved the resource. */
const set = ({ state, other }: At, fields: { enabled?: boolean; allowed: string[] }) => {
  const id = state().vpcConnects.find((each) => each.instance_id === Number(other))?.id ?? 0;
  return { op: "set", in: "vpcConnects", id, fields } as const;
};

/** The first GET tells whether somebody else has disabled the connectivity, which would then be enabled again. */
const put = (allowed_principals: string[]) => [
  { method: "GET", path },
  { method: "PUT", path, body: { allowed_principals } },
  { method: "GET", path },
];

export const vpcConnect = row<VpcConnectArgs>({
  kind: "VpcConnect",
  id: "123/vpc-connect",
  operations: ["vpcConnect.get", "vpcConnect.enable", "vpcConnect.update", "vpcConnect.disable"],
  functions: { "vpcConnect.get": ["getVpcConnect"] },
  // None of its fields is wrong in a wrong type.
  look: { path, changed: { allowedPrincipals: ["arn:cloud:iam::200000000003:root"] }, readable: ["a wrong type"] },
  // biome-ignore format: one row for each input
  refused: [
    [none, "needs exactly one of the lists"],
    [{ allowedProjects: [] }, "needs exactly one of the lists"],
    [{ allowedPrincipals: ["me"] }, "must be the ARN"],
    [{ ...none, approvedSubscriptions: ["1234"] }, "must be the GUID"],
    [{ ...none, allowedProjects: ["A B"] }, "must be the id of a project of the cloud provider"],
  ],
  args: ({ instance }) => ({ instance, allowedPrincipals: [root] }),
  outputs: ({ instance, state }) => {
    const { instances, vpcs } = state();
    const found = vpcs.find(({ id }) => id === instances.find((each) => each.id === Number(instance))?.vpc_id);
    return {
      status: "enabled",
      serviceName: expect.any(String),
      activeZones: expect.any(Array),
      ...{ vpc: `${found?.id}`, vpcSubnet: found?.subnet },
    };
  },
  records: (state) =>
    state.vpcConnects
      .filter(({ enabled, change }) => enabled || change !== null)
      .map(({ instance_id, enabled, allowed, change }) => ({ instance_id, enabled, allowed, change })),
  held: (_at, { instance, allowedPrincipals: allowed }) => ({
    instance_id: Number(instance),
    ...{ enabled: true, allowed, change: null },
  }),
  inPlace: { args: () => ({ allowedPrincipals: [root, deployer] }), requests: () => put([root, deployer]) },
  outsideEdit: {
    change: (at) => set(at, { allowed: [deployer] }),
    property: "allowedPrincipals",
    repair: () => put([root]),
  },
  outsideDelete: (at) => set(at, { enabled: false, allowed: [] }),
  idIsName: true,
});
