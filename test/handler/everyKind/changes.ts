import type { State } from "../../../provider/emulator";
import { makeInstanceVpcs } from "../../helpers/emulator";
import { type Declared, type Handlers, resource, withHandlers } from "../../helpers/handlers";
import { a, allowedBy, b, foreign } from "../firewallRuleSet/scene";
import { lasting } from "../instance/scene";
import { incoming, peer } from "../vpcPeering/scene";

/** Operations that the service goes on with after its answer, and what each leaves on the service. */

/** A kind of thing that the service changes in the background. */
export interface Kind {
  type: string;
  path: string;
  /** The provider of the instance, where it matters. */
  platform?: string;
  /** The part of the service's state that the operations change. */
  look(state: State): unknown;
}

const kind = (type: string, path: string, look: Kind["look"]): Kind => ({ type, path: `/instance/api/${path}`, look });

export const firewall = kind("firewallRuleSet", "security/firewall", ({ firewalls }) => {
  const found = firewalls.find(({ instance_id }) => instance_id === 1001);
  return { ...allowedBy(...(found?.rules ?? [])), change: found?.change };
});
export const plugin = kind("plugin", "plugins*", ({ plugins }) => {
  return plugins.find(({ name }) => name === "broker_mqtt")?.enabled;
});
export const domain = kind("customDomain", "custom-domain", ({ customDomains: [first] }) => {
  return [first?.hostname, first?.change];
});
export const settings = kind("maintenanceSettings", "maintenance/settings", ({ maintenanceSettings: [first] }) => {
  return first?.preferred_maintenance_time;
});
export const peering = kind("vpcPeering", "vpc-peering*", ({ peerings }) =>
  peerings.flatMap(({ status }) => (status === "deleting" ? [] : [status])),
);
export const connect = kind("vpcConnect", "vpc-connect*", ({ vpcConnects }) => {
  return vpcConnects.find(({ enabled }) => enabled)?.allowed;
});

export interface Operation {
  what: string;
  kind: Kind;
  method: string;
  /** The inputs of the resource that is there before, if any. */
  before?: object;
  /** The inputs that are declared then; without them the resource is removed. */
  now?: object;
  /** The part of the service's state that is looked at, after the operation. */
  left: unknown;
  /** True where the service does the work although the instance is stopped. */
  needsNoBroker?: true;
}

const rules = (...declared: object[]) => ({ rules: declared, mode: "merge" });
const mqtt = { name: "broker_mqtt", community: false };
export const named = { hostname: "mq.example.com" };
const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };
export const acceptance = { acceptRequest: "pcx-theirs" };
const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;
const allowing = (user: string) => ({ allowedPrincipals: [arn(user)] });
/** The status of the other side's request, which is there before every operation. */
const asked = "pending-acceptance";
const inForce = (...open: Parameters<typeof allowedBy>) => ({ ...allowedBy(foreign, ...open), change: null });

// biome-ignore format: one row for each operation
export const operations: Operation[] = [
  { what: "rules", kind: firewall, method: "PATCH", now: rules(a), left: inForce(a) },
  { what: "other rules", kind: firewall, method: "PATCH", before: rules(a), now: rules(b), left: inForce(b) },
  { what: "removed rules", kind: firewall, method: "PATCH", before: rules(a), left: inForce() },
  { what: "a plugin", kind: plugin, method: "POST", now: mqtt, left: true },
  { what: "a removed plugin", kind: plugin, method: "DELETE", before: mqtt, left: false },
  { what: "a custom domain", kind: domain, method: "POST", now: named, left: [named.hostname, null] },
  { what: "a removed custom domain", kind: domain, method: "DELETE", before: named, left: [null, null] },
  // The settings are the account's, not the broker's.
  { what: "settings", kind: settings, method: "POST", now: sunday, left: "03:30", needsNoBroker: true },
  { what: "other settings", kind: settings, method: "POST", before: sunday, now: { ...sunday, preferredMaintenanceTime: "04:00" }, left: "04:00", needsNoBroker: true },
  // The VPC's peerings are the account's, too, but an accepted one gets a rule in the firewall.
  { what: "a peering", kind: peering, method: "POST", now: peer, left: [asked, asked], needsNoBroker: true },
  { what: "an accepted peering", kind: peering, method: "PUT", now: acceptance, left: ["active"] },
  { what: "a removed peering", kind: peering, method: "DELETE", before: peer, left: [asked], needsNoBroker: true },
  { what: "VPC connect", kind: connect, method: "POST", now: allowing("root"), left: [arn("root")] },
  { what: "another list of VPC connect", kind: connect, method: "PUT", before: allowing("root"), now: allowing("user/ops"), left: [arn("user/ops")] },
  { what: "removed VPC connect", kind: connect, method: "DELETE", before: allowing("root"), left: undefined },
];

/** The service before an operation, and a stack. */
interface Scene extends Handlers {
  /** The operation's program with these inputs; without inputs, an empty one. */
  declare(inputs?: object): Declared[];
}

/** Runs `work` with a service on which all changes are quick, a rule of a stranger's and a peering that is asked for. */
export function withOperation<T>({ kind }: Operation, work: (scene: Scene) => Promise<T>): Promise<T> {
  return withHandlers((handlers) => {
    const { emulator } = handlers;
    const ms = 3_000;
    lasting(emulator, { configuringFirewall: ms, changingPlugin: ms, certifying: ms, removingDomain: ms });
    lasting(emulator, { acceptingPeering: ms, removingPeering: ms, connecting: ms, disconnecting: ms });
    const rules = [{ services: [], ports: [], description: "", ...foreign }];
    incoming(emulator, makeInstanceVpcs(emulator, kind.platform)[0]);
    const { firewalls, peerings } = emulator.state();
    emulator.patch(
      { op: "set", in: "firewalls", id: firewalls[0]?.id ?? 0, fields: { rules } },
      { op: "set", in: "peerings", id: peerings[0]?.id ?? 0, fields: { connection_id: acceptance.acceptRequest } },
    );
    const declare = (inputs: object) => resource(kind.type, "one", { instance: "1001", ...inputs });
    return work({ ...handlers, declare: (inputs) => (inputs ? [declare(inputs)] : []) });
  });
}
