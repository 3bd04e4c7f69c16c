import { FirewallRuleSet, type FirewallRuleSetArgs } from "pulumi-broker";
import type { State } from "../../provider/emulator";
import { type At, row } from "./row";

const path = "/instance/api/security/firewall";
const office = { ip: "198.51.100.0/24", services: ["AMQPS" as const] };
const vpn = { ip: "203.0.113.0/24", ports: [5671] };

const firewallOn = (state: State, instance: string) =>
  state.firewalls.find((each) => each.instance_id === Number(instance));

const rulesOn = (at: At, instance: string) => firewallOn(at.state(), instance)?.rules ?? [];

/**
 * A set in `merge` mode, because rules of private connections and the instance's Default rule are on the same instance.
 */
export const firewallRuleSet = row<FirewallRuleSetArgs>({
  kind: "FirewallRuleSet",
  resource: FirewallRuleSet,
  args: ({ instance }) => ({ instance, rules: [office], mode: "merge" }),
  outputs: ({ instance }) => ({ instance, rules: [office], mode: "merge", unmanaged: [] }),
  records: (state, { id }) =>
    state.firewalls
      .filter((each) => `${each.instance_id}/firewall` === id)
      .flatMap(({ instance_id, rules }) => {
        const own = rules.filter(({ ip }) => ip === office.ip || ip === vpn.ip);
        return own.map(({ ip, services, ports }) => ({ instance_id, ip, services, ports }));
      }),
  held: ({ id }) => ({ instance_id: Number(id.split("/")[0]), ip: office.ip, services: ["AMQPS"], ports: [] }),
  // A resource read with `.get` has no declaration, so it shows all rules of the firewall.
  neverRead: ["mode", "unmanaged"],
  undeclared: { rules: expect.arrayContaining([office]) },
  create: () => `PATCH ${path}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: {
    args: () => ({ rules: [vpn] }),
    props: ["rules"],
    requests: () => [
      { method: "GET", path },
      {
        method: "PATCH",
        path,
        body: [
          { ip: vpn.ip, services: [], ports: [5671] },
          { ip: office.ip, services: [], ports: [] },
        ],
      },
    ],
    outputs: () => ({ rules: [vpn] }),
    held: () => ({ ip: vpn.ip, services: [], ports: [5671] }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: () => ({}),
  },
  outsideEdit: {
    change: (at) => ({
      op: "set",
      in: "firewalls",
      id: firewallOn(at.state(), at.other)?.id ?? 0,
      fields: {
        rules: rulesOn(at, at.other).map((rule) => (rule.ip === office.ip ? { ...rule, ports: [15671] } : rule)),
      },
    }),
    property: "rules",
    repair: () => [
      { method: "GET", path },
      { method: "PATCH", path, body: [{ ip: office.ip, services: ["AMQPS"], ports: [] }] },
    ],
  },
  outsideDelete: { doesNotApply: "an instance always has a firewall: a rule that goes is an edit" },
  missingId: () => "999999/firewall",
  idIsName: true,
});
