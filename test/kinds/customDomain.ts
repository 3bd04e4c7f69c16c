import type { CustomDomainArgs } from "pulumi-broker";
import { type At, row } from "./kind";

const path = "/instance/api/custom-domain";

const set = (at: At, hostname: string | null) => {
  const found = at.state().customDomains.find((each) => each.instance_id === Number(at.other));
  return { op: "set", in: "customDomains", id: found?.id ?? 0, fields: { hostname } } as const;
};

export const customDomain = row<CustomDomainArgs>({
  kind: "CustomDomain",
  id: "123/custom-domain",
  operations: ["customDomain.get", "customDomain.set", "customDomain.remove"],
  functions: { "customDomain.get": ["getCustomDomain"] },
  // None of its fields is wrong in a wrong type.
  look: { path, changed: { hostname: "other.example.com" }, readable: ["a wrong type"] },
  refused: [[{ hostname: "localhost" }, "hostname: must be a host name, such as mq.example.com"]],
  args: ({ instance }) => ({ instance, hostname: "mq.example.com" }),
  outputs: () => ({ configured: true }),
  records: (state) =>
    state.customDomains
      .filter(({ hostname, change }) => hostname !== null || change !== null)
      .map(({ instance_id, hostname, change }) => ({ instance_id, hostname, change })),
  held: (_at, { instance, hostname }) => ({ instance_id: Number(instance), hostname, change: null }),
  inPlace: {
    args: () => ({ hostname: "new.example.com" }),
    requests: () => [
      { method: "GET", path },
      { method: "DELETE", path },
      { method: "POST", path, body: { hostname: "new.example.com" } },
    ],
  },
  outsideEdit: {
    change: (at) => set(at, "theirs.example.com"),
    property: "hostname",
    repair: () => [
      { method: "DELETE", path },
      { method: "POST", path, body: { hostname: "mq.example.com" } },
    ],
  },
  outsideDelete: (at) => set(at, null),
  idIsName: true,
});
