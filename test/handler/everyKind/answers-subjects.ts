import type { TestEmulator } from "../../helpers/emulator";
import type { HandlerStack } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { declare, rows } from "./rows";

/** How one definition's object comes into state, and which requests its refresh makes; a new definition adds itself. */
export interface Subject {
  type: string;
  /** Whether the service has a GET of one; without it a persistent empty list counts as gone. */
  getById: boolean;
  /** Answers of the table that this kind can read: they may show drift, and never an absence. */
  readable?: string[];
  /** The list with nothing in it, where that is not `[]`. */
  empty?: string;
  /** Whether there is only a GET of one, and no list. */
  onlySingle?: true;
  /** A change that is made in place; none where there is none. */
  changed?: Record<string, unknown>;
  /** Whether a delete leaves it on the service, and sends nothing. */
  staysWhenDeleted?: boolean;
  /** Puts one into state; answers the path of the collection, or nothing where there is only a GET of one. */
  prepare(stack: HandlerStack, emulator: TestEmulator): Promise<{ list?: string; one: string }>;
}

/** Puts what an instance has one of into state; answers the path of its GET. */
async function onInstance(
  stack: HandlerStack,
  emulator: TestEmulator,
  type: string,
  inputs: Record<string, unknown>,
  one: string,
): Promise<{ one: string }> {
  const declared = { type, name: "one", inputs: { instance: `${emulator.instances[0]?.id}`, ...inputs } };
  expect((await stack.up([declared])).errors).toEqual([]);
  return { one };
}

/** Every kind, once. */
export const subjects: readonly Subject[] = [
  ...rows.map((row) => ({
    type: row.type,
    getById: row.getById,
    changed: row.change,
    prepare: async (stack: HandlerStack, emulator: TestEmulator) => {
      expect((await stack.up([declare(row, emulator)])).errors).toEqual([]);
      return { list: row.path, one: `${row.path}/${stack.entry("one").id.split("/").at(-1)}` };
    },
  })),
  {
    type: "instance",
    getById: true,
    onlySingle: true,
    changed: { name: "other" },
    prepare: async (stack, emulator) => {
      const { id, name, plan, region, tags } = emulator.state().instances[0]!;
      const declared = { type: "instance", name: "one", inputs: { name, plan, region, tags }, import: `${id}` };
      expect((await stack.up([declared])).errors).toEqual([]);
      return { one: `/customer/api/instances/${id}` };
    },
  },
  {
    type: "brokerAction",
    getById: true,
    onlySingle: true,
    staysWhenDeleted: true,
    prepare: (stack, emulator) =>
      onInstance(stack, emulator, "brokerAction", { action: "mgmt-restart" }, "/instance/api/nodes"),
  },
  {
    type: "brokerConfig",
    getById: true,
    onlySingle: true,
    changed: { config: { heartbeat: 90 } },
    staysWhenDeleted: true,
    prepare: async (stack, emulator) => {
      const instance = `${emulator.instances[0]?.id}`;
      const declared = { type: "brokerConfig", name: "one", inputs: { instance, config: { heartbeat: 60 } } };
      expect((await stack.up([declared])).errors).toEqual([]);
      return { one: "/instance/api/config" };
    },
  },
  {
    // Without `changed`: a change of the triggers whose answer tells nothing is never sent again for them, which
    // test/handler/credentialRotation/cut.test.ts shows.
    type: "credentialRotation",
    getById: true,
    onlySingle: true,
    staysWhenDeleted: true,
    prepare: (stack, emulator) =>
      onInstance(
        stack,
        emulator,
        "credentialRotation",
        { credential: "password", triggers: ["a"] },
        `/customer/api/instances/${emulator.instances[0]?.id}`,
      ),
  },
  {
    type: "hipe",
    getById: true,
    onlySingle: true,
    changed: { enabled: false },
    prepare: (stack, emulator) => onInstance(stack, emulator, "hipe", {}, "/instance/api/nodes"),
  },
  {
    type: "firehose",
    getById: true,
    onlySingle: true,
    prepare: (stack, emulator) => onInstance(stack, emulator, "firehose", { vhost: "/" }, "/instance/api/nodes"),
  },
  {
    type: "teamMember",
    getById: false,
    changed: { role: "monitor" },
    empty: JSON.stringify([{ id: "u-1", email: "admin@example.com", roles: ["admin"] }]),
    prepare: async (stack) => {
      const declared = { type: "teamMember", name: "one", inputs: { email: "night@example.com" } };
      expect((await stack.up([declared])).errors).toEqual([]);
      return { list: "/customer/api/team", one: "/customer/api/team" };
    },
  },
  {
    type: "plugin",
    getById: false,
    prepare: (stack, emulator) =>
      onInstance(stack, emulator, "plugin", { name: "broker_mqtt", community: false }, "/instance/api/plugins").then(
        ({ one }) => ({ list: one, one }),
      ),
  },
  {
    type: "customDomain",
    getById: true,
    onlySingle: true,
    changed: { hostname: "other.example.com" },
    // None of its fields is wrong in it.
    readable: ["a wrong type"],
    prepare: (stack, emulator) =>
      onInstance(stack, emulator, "customDomain", { hostname: "mq.example.com" }, "/instance/api/custom-domain"),
  },
  {
    type: "firewallRuleSet",
    getById: true,
    onlySingle: true,
    changed: { rules: [{ ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"], ports: [] }] },
    staysWhenDeleted: true,
    // Rules have neither field, and there may be none of them.
    readable: ["a wrong type", "[]"],
    prepare: (stack, emulator) => {
      const rules = [{ ip: "198.51.100.0/24", services: ["AMQPS"], ports: [] }];
      const inputs = { rules, mode: "exclusive", unmanaged: [] };
      return onInstance(stack, emulator, "firewallRuleSet", inputs, "/instance/api/security/firewall");
    },
  },
  {
    type: "maintenanceDate",
    getById: false,
    changed: { scheduledBy: "2030-01-21T22:30:00Z" },
    staysWhenDeleted: true,
    // A maintenance that is not planned any more was carried out: the resource stays.
    readable: ["[]"],
    prepare: async (stack, emulator) => {
      const inputs = { maintenance: "12001", scheduledBy: "2030-01-20T22:30:00Z" };
      const { one } = await onInstance(stack, emulator, "maintenanceDate", inputs, "/instance/api/maintenance");
      return { list: one, one };
    },
  },
  {
    type: "maintenanceSettings",
    getById: true,
    onlySingle: true,
    changed: { preferredMaintenanceDay: "Monday" },
    staysWhenDeleted: true,
    // Brokers leave fields of it out: what is not said stays as it was.
    readable: ["{}", "an error with 200", "a list in a wrapper", "a wrong type"],
    prepare: (stack, emulator) =>
      onInstance(
        stack,
        emulator,
        "maintenanceSettings",
        { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" },
        "/instance/api/maintenance/settings",
      ),
  },
  {
    type: "vpcConnect",
    getById: true,
    onlySingle: true,
    changed: { allowedPrincipals: ["arn:cloud:iam::200000000003:root"] },
    // None of its fields is wrong in it.
    readable: ["a wrong type"],
    prepare: (stack, emulator) =>
      onInstance(
        stack,
        emulator,
        "vpcConnect",
        { allowedPrincipals: ["arn:cloud:iam::200000000002:root"] },
        "/instance/api/vpc-connect",
      ),
  },
  {
    type: "vpcPeering",
    getById: false,
    empty: '{"rows":[]}',
    prepare: async (stack, emulator) => {
      makeInstanceVpcs(emulator);
      const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.90.0.0/24" };
      const { one } = await onInstance(stack, emulator, "vpcPeering", peer, "/instance/api/vpc-peering");
      return { list: one, one };
    },
  },
];
