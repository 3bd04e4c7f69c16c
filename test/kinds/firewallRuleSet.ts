import type { FirewallRuleSetArgs } from "pulumi-broker";
import type { State } from "../../provider/emulator";
import { row } from "./kind";
import { type ModelKind, on, type Unit, type Values, type Variant } from "./things";

const path = "/instance/api/security/firewall";
const office = { ip: "198.51.100.0/24", services: ["AMQPS" as const] };
const vpn = { ip: "203.0.113.0/24", ports: [5671] };

const firewallOn = (state: State, instance: string) =>
  state.firewalls.find((each) => each.instance_id === Number(instance));

type WireRules = State["firewalls"][number]["rules"];

const strange = { ip: "192.0.2.0/24", services: ["HTTPS" as const], ports: [] as number[], description: "" };
const withoutStrange = (rules: WireRules) => rules.filter(({ ip }) => ip !== strange.ip);

const rulesOf = (rules: readonly Values[]) =>
  rules
    .map(({ ip, services = [], ports = [] }) => ({ ip, services, ports }))
    .sort((a, b) => String(a.ip).localeCompare(String(b.ip)));

const declaredRules = ({ changed }: Variant) =>
  changed
    ? [{ ip: vpn.ip, services: [], ports: [443, 5671] }]
    : [
        { ip: office.ip, services: ["AMQPS", "HTTPS"], ports: [] },
        { ip: vpn.ip, services: [], ports: [5671] },
      ];

/** What the model knows of a set in one of the two modes. */
const inMode = (mode: "exclusive" | "merge") => ({
  name: `${mode}Firewall`,
  type: "firewallRuleSet",
  group: "firewall",
  single: true as const,
  inputs: (variant: Variant, account: Parameters<typeof on>[1]) => ({
    instance: on(variant, account),
    rules: declaredRules(variant),
    mode,
    unmanaged: [],
    // An outsider may have edited a rule that a later declaration names.
    takeOver: true,
  }),
});

/** A set that owns the whole firewall of its instance. */
const exclusiveFirewall: ModelKind = {
  ...inMode("exclusive"),
  stays: true,
  units: (state, all) =>
    state.firewalls
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .map(({ id, instance_id, rules }) => ({
        key: `exclusiveFirewall ${instance_id}/firewall`,
        content: { rules: rulesOf(rules) },
        edit: { op: "set", in: "firewalls", id, fields: { rules: [...withoutStrange(rules), strange], change: null } },
      })),
  wants: ({ instance, rules }) => [
    { key: `exclusiveFirewall ${instance}/firewall`, content: { rules: rulesOf(rules as Values[]) } },
  ],
};

/** A set that owns the rules that it lists. */
const mergeFirewall: ModelKind = {
  ...inMode("merge"),
  units: (state, all) =>
    state.firewalls
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .flatMap(({ id, instance_id, rules, change }) =>
        (change?.rules ?? rules).map((rule): Unit => {
          const others = rules.filter(({ ip }) => ip !== rule.ip);
          const fields = (changed: WireRules) => ({ rules: changed, change: null });
          return {
            key: `mergeFirewall ${instance_id}/firewall ${rule.ip}`,
            content: { services: rule.services, ports: rule.ports },
            edit: { op: "set", in: "firewalls", id, fields: fields([...others, { ...rule, ports: [15671] }]) },
            ...(rule.ip !== "0.0.0.0/0" && { remove: { op: "set", in: "firewalls", id, fields: fields(others) } }),
          };
        }),
      ),
  wants: ({ instance, rules }) =>
    (rules as Values[]).map(({ ip, services, ports }) => ({
      key: `mergeFirewall ${instance}/firewall ${ip}`,
      content: { services, ports },
    })),
};

/** A set in `merge` mode: the instance also has rules of private connections and the Default rule. */
export const firewallRuleSet = row<FirewallRuleSetArgs>({
  kind: "FirewallRuleSet",
  id: "123/firewall",
  operations: ["firewall.list", "firewall.patch"],
  functions: { "firewall.list": ["getFirewallRules"] },
  look: {
    path,
    inputs: { rules: [{ ...office, ports: [] }], mode: "exclusive", unmanaged: [] },
    changed: { rules: [{ ip: office.ip, services: ["AMQPS", "HTTPS"], ports: [] }] },
    staysWhenDeleted: true,
    // Rules have neither field, and there may be none of them.
    readable: ["a wrong type", "[]"],
  },
  modelled: [mergeFirewall, exclusiveFirewall],
  // biome-ignore format: one row for each input
  refused: [
    [{ unmanaged: ["fe80::%eth0"] }, "is not a network: write"],
    [{ rules: [{ ip: "fe80::%eth0/64", services: ["AMQPS"] }] }, "is not a network: write"],
    [{ rules: [{ ip: "10.0.0.1/8", services: ["AMQPS"] }] }, "is not the first address of its network: write 10.0.0.0/8 instead"],
    [{ rules: [{ ip: "everybody", services: ["AMQPS"] }] }, "is not a network: write"],
    [{ rules: [{ ip: "2001:db8::1/64", services: ["AMQPS"] }] }, "write 2001:db8::/64 instead"],
    [{ rules: [{ ip: "1.2.3.4", services: ["AMQPS"] }] }, '"1.2.3.4" has no prefix length: write 1.2.3.4/32'],
    [{ unmanaged: ["2001:db8::1"] }, "write 2001:db8::1/128"],
    [{ rules: [{ ip: office.ip, ports: [65536] }] }, "must be 65535 or less"],
    [{ rules: [{ ip: office.ip, services: ["FTP"] }] }, "must be one of the values AMQP"],
    [{ rules: [office, { ...office, services: ["AMQP"] }] }, "has several rules for the network 198.51.100.0/24"],
    [{ rules: [{ ip: office.ip }] }, "has an empty rule for the network 198.51.100.0/24"],
    [{ rules: [{ ...office, description: "" }] }, "must not be empty: give a text, or leave this input out"],
    [{ mode: "merge", unmanaged: [vpn.ip] }, 'this property works only with the mode "exclusive"'],
    [{ mode: "merge", onDelete: "open" }, 'this property works only with the mode "exclusive"'],
    [{ mode: "exclusive", unmanaged: [office.ip] }, "but also has a rule in the input \"rules\""],
  ],
  args: ({ instance }) => ({ instance, rules: [office], mode: "merge" }),
  outputs: () => ({ unmanaged: [] }),
  records: (state, { id }) =>
    state.firewalls
      .filter((each) => `${each.instance_id}/firewall` === id)
      .flatMap(({ instance_id, rules }) => {
        const own = rules.filter(({ ip }) => ip === office.ip || ip === vpn.ip);
        return own.map(({ ip, services, ports }) => ({ instance_id, ip, services, ports }));
      }),
  held: ({ id }, { rules }) => ({
    instance_id: Number(id.split("/")[0]),
    ...{ services: [], ports: [] },
    ...(rules as Values[])[0],
  }),
  // A resource read with `.get` has no declaration, so it shows all rules of the firewall.
  neverRead: ["mode", "unmanaged"],
  undeclared: () => ({ rules: expect.arrayContaining([office]) }),
  create: () => `PATCH ${path}`,
  inPlace: {
    args: () => ({ rules: [vpn] }),
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
  },
  outsideEdit: {
    change: ({ state, other }) => {
      const { id = 0, rules = [] } = firewallOn(state(), other) ?? {};
      const edited = rules.map((rule) => (rule.ip === office.ip ? { ...rule, ports: [15671] } : rule));
      return { op: "set", in: "firewalls", id, fields: { rules: edited } };
    },
    property: "rules",
    repair: () => [
      { method: "GET", path },
      { method: "PATCH", path, body: [{ ip: office.ip, services: ["AMQPS"], ports: [] }] },
    ],
  },
  outsideDelete: { doesNotApply: "an instance always has a firewall: a rule that goes is an edit" },
  idIsName: true,
});
