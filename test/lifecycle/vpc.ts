import { Vpc, type VpcArgs } from "pulumi-broker";
import { isInstanceVpc } from "../helpers/instance-vpcs";
import { row } from "./row";

export const vpc = row<VpcArgs>({
  kind: "Vpc",
  resource: Vpc,
  args: () => ({
    name: "lifecycle-net",
    region: "provider-a::region-1",
    subnet: "10.56.72.0/24",
    tags: ["b", "a"],
  }),
  outputs: () => ({
    name: "lifecycle-net",
    region: "provider-a::region-1",
    subnet: "10.56.72.0/24",
    tags: ["b", "a"],
    plan: "vpc",
    providerId: expect.any(String),
    instances: [],
    apiKey: expect.any(String),
  }),
  onlyAtCreate: ["apiKey"],
  records: (state) =>
    state.vpcs
      .filter((each) => each.goneAt === null && !isInstanceVpc(each))
      .map(({ id, name, region, subnet, tags }) => ({ id, name, region, subnet, tags })),
  held: ({ number }) => ({
    id: number,
    name: "lifecycle-net",
    region: "provider-a::region-1",
    subnet: "10.56.72.0/24",
    tags: ["b", "a"],
  }),
  create: () => "POST /customer/api/vpcs",
  refresh: () => ["GET /customer/api/vpcs"],
  onInstance: false,
  inPlace: {
    args: () => ({ name: "renamed-net", tags: ["c"] }),
    props: ["name", "tags"],
    requests: ({ id }) => [
      { method: "PUT", path: `/customer/api/vpcs/${id}`, body: { name: "renamed-net", tags: ["c"] } },
    ],
    outputs: () => ({ name: "renamed-net", tags: ["c"] }),
    held: () => ({ name: "renamed-net", tags: ["c"] }),
  },
  replacing: {
    args: () => ({ subnet: "10.56.73.0/24" }),
    props: ["subnet"],
    outputs: () => ({ subnet: "10.56.73.0/24" }),
    held: () => ({ subnet: "10.56.73.0/24" }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "vpcs", id: number, fields: { tags: ["theirs"] } }),
    property: "tags",
    repair: ({ id }) => [
      { method: "PUT", path: `/customer/api/vpcs/${id}`, body: { name: "lifecycle-net", tags: ["b", "a"] } },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "vpcs", id: number }),
  missingId: () => "999999",
});
