import { CustomDomain, type CustomDomainArgs } from "pulumi-broker";
import { type At, row } from "./row";

const path = "/instance/api/custom-domain";

const recordOn = (at: At, instance: string) =>
  at.state().customDomains.find((each) => each.instance_id === Number(instance))?.id ?? 0;

export const customDomain = row<CustomDomainArgs>({
  kind: "CustomDomain",
  resource: CustomDomain,
  args: ({ instance }) => ({ instance, hostname: "mq.example.com" }),
  outputs: ({ instance }) => ({ instance, hostname: "mq.example.com", configured: true }),
  records: (state) =>
    state.customDomains
      .filter(({ hostname, change }) => hostname !== null || change !== null)
      .map(({ instance_id, hostname, change }) => ({ instance_id, hostname, change })),
  held: ({ instance }) => ({ instance_id: Number(instance), hostname: "mq.example.com", change: null }),
  create: () => `POST ${path}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: {
    args: () => ({ hostname: "new.example.com" }),
    props: ["hostname"],
    requests: () => [
      { method: "GET", path },
      { method: "DELETE", path },
      { method: "POST", path, body: { hostname: "new.example.com" } },
    ],
    outputs: () => ({ hostname: "new.example.com" }),
    held: () => ({ hostname: "new.example.com" }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: {
    change: (at) => ({
      op: "set",
      in: "customDomains",
      id: recordOn(at, at.other),
      fields: { hostname: "theirs.example.com" },
    }),
    property: "hostname",
    repair: () => [
      { method: "DELETE", path },
      { method: "POST", path, body: { hostname: "mq.example.com" } },
    ],
  },
  outsideDelete: (at) => ({ op: "set", in: "customDomains", id: recordOn(at, at.other), fields: { hostname: null } }),
  missingId: () => "999999/custom-domain",
  idIsName: true,
});
