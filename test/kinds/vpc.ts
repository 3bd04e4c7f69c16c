import type { VpcArgs } from "pulumi-broker";
import { isInstanceVpc } from "../helpers/emulator";
import { row } from "./kind";
import { modelOf, type Things } from "./things";

const path = "/customer/api/vpcs";
const put = (id: string, body: object) => [{ method: "PUT", path: `${path}/${id}`, body }];

const things: Things = {
  type: "vpc",
  collection: "vpcs",
  path,
  getById: true,
  marked: true,
  inputs: () => ({ name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a", "b"] }),
  change: { name: "other", tags: ["c"] },
  replacement: { subnet: "10.57.0.0/24" },
  edit: { tags: ["edited"] },
};

export const vpc = row<VpcArgs>({
  kind: "Vpc",
  id: "45",
  operations: ["vpcs.list", "vpcs.get", "vpcs.create", "vpcs.update", "vpcs.delete", "regions.list"],
  functions: { "vpcs.list": ["getVpcs"], "vpcs.get": ["getVpc"] },
  secrets: ["apiKey"],
  things,
  modelled: [modelOf("vpc", things)],
  refused: [[{ subnet: "10.56.72.1/24" }, "subnet: "]],
  args: () => ({ name: "lifecycle-net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["b", "a"] }),
  outputs: () => ({ plan: "vpc", providerId: expect.any(String), instances: [], apiKey: expect.any(String) }),
  onlyAtCreate: ["apiKey"],
  records: (state) =>
    state.vpcs
      .filter((each) => each.goneAt === null && !isInstanceVpc(each))
      .map(({ id, name, region, subnet, tags }) => ({ id, name, region, subnet, tags })),
  held: ({ number: id }, { name, region, subnet, tags }) => ({ id, name, region, subnet, tags }),
  onInstance: false,
  inPlace: {
    args: () => ({ name: "renamed-net", tags: ["c"] }),
    requests: ({ id }) => put(id, { name: "renamed-net", tags: ["c"] }),
  },
  replacing: { args: () => ({ subnet: "10.56.73.0/24" }) },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "vpcs", id: number, fields: { tags: ["theirs"] } }),
    property: "tags",
    repair: ({ id }) => put(id, { name: "lifecycle-net", tags: ["b", "a"] }),
  },
});
