import { VpcConnect, type VpcConnectArgs } from "pulumi-broker";
import { type At, row } from "./row";

const path = "/instance/api/vpc-connect";
const root = "arn:cloud:iam::200000000002:root";
const deployer = "arn:cloud:iam::200000000002:role/deployer";

const recordOn = (at: At, instance: string) =>
  at.state().vpcConnects.find((each) => each.instance_id === Number(instance))?.id ?? 0;

function vpcOf(at: At, instance: string) {
  const { instances, vpcs } = at.state();
  const found = vpcs.find(({ id }) => id === instances.find((each) => each.id === Number(instance))?.vpc_id);
  return { vpc: `${found?.id}`, vpcSubnet: found?.subnet };
}

export const vpcConnect = row<VpcConnectArgs>({
  kind: "VpcConnect",
  resource: VpcConnect,
  args: ({ instance }) => ({ instance, allowedPrincipals: [root] }),
  outputs: (at) => ({
    instance: at.instance,
    allowedPrincipals: [root],
    status: "enabled",
    serviceName: expect.any(String),
    activeZones: expect.any(Array),
    ...vpcOf(at, at.instance),
  }),
  records: (state) =>
    state.vpcConnects
      .filter(({ enabled, change }) => enabled || change !== null)
      .map(({ instance_id, enabled, allowed, change }) => ({ instance_id, enabled, allowed, change })),
  held: ({ instance }) => ({ instance_id: Number(instance), enabled: true, allowed: [root], change: null }),
  create: () => `POST ${path}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: {
    args: () => ({ allowedPrincipals: [root, deployer] }),
    props: ["allowedPrincipals"],
    requests: () => [
      // The first GET tells whether somebody else has disabled the connectivity, which would then be enabled again.
      { method: "GET", path },
      { method: "PUT", path, body: { allowed_principals: [root, deployer] } },
      { method: "GET", path },
    ],
    outputs: () => ({ allowedPrincipals: [root, deployer] }),
    held: () => ({ allowed: [root, deployer] }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: (at) => ({ instance: at.other, ...vpcOf(at, at.other) }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: {
    change: (at) => ({ op: "set", in: "vpcConnects", id: recordOn(at, at.other), fields: { allowed: [deployer] } }),
    property: "allowedPrincipals",
    repair: () => [
      { method: "GET", path },
      { method: "PUT", path, body: { allowed_principals: [root] } },
      { method: "GET", path },
    ],
  },
  outsideDelete: (at) => ({
    op: "set",
    in: "vpcConnects",
    id: recordOn(at, at.other),
    fields: { enabled: false, allowed: [] },
  }),
  missingId: () => "999999/vpc-connect",
  idIsName: true,
});
