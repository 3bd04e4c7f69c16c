import type { Fault, State } from "../../../provider/emulator";
import { type Declared, type Handlers, withHandlers } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { expectNoErrors, minutes, progress } from "../../helpers/outcomes";
import { a, allowedBy, b, foreign } from "../firewallRuleSet/scene";
import { lasting } from "../instance/scene";
import { incoming, peer } from "../vpcPeering/scene";

/**
 * A service that is busy, or an instance that is stopped, while an operation runs: the operation waits with lines that
 * say so, and then changes once what it has to change.
 */

/** The answers of a service that is busy with something else. */
const busy: [string, Fault][] = [
  ["Timeout talking to backend", { status: 400, body: { error: "Timeout talking to backend" } }],
  ["code 40001", { status: 400, body: { error_code: 40001, message: "Your new firewall rules have not finished" } }],
  ["code 40099", { status: 400, body: { error_code: 40099, error: "Timeout talking to backend" } }],
  ["423", { status: 423, body: { error: "Locked" } }],
];

/** The refusals of peerings that recordings of the service show and that end by themselves. */
const passing: [string, Fault][] = [
  ["a failed list", { status: 400, body: { error: "Failed to list VPC peering connections" } }],
  [
    "a peering operation in progress",
    { status: 400, body: { error: "There is a peering operation in progress, please try again later" } },
  ],
  [
    "rules that are configuring",
    {
      status: 400,
      body: { message: "There are firewall rules that have not finished configuring yet, try again in a few minutes" },
    },
  ],
  ["409 with code 40099", { status: 409, body: { error_code: 40099, error: "The backend is busy" } }],
];

/** The requests that the service refuses: all of the kind, the GETs, or those that change something. */
type Refused = "every request" | "each GET" | "each write";

interface Kind {
  type: string;
  path: string;
  refusals: [answers: [string, Fault][], requests: Refused][];
  /** The part of the service's state that the operations change. */
  look(state: State): unknown;
}

const firewall: Kind = {
  type: "firewallRuleSet",
  path: "/instance/api/security/firewall",
  refusals: [[busy, "every request"]],
  look({ firewalls }) {
    const found = firewalls.find(({ instance_id }) => instance_id === 1001);
    return { ...allowedBy(...(found?.rules ?? [])), change: found?.change };
  },
};
const plugin: Kind = {
  type: "plugin",
  path: "/instance/api/plugins*",
  refusals: [
    [busy, "every request"],
    [busy, "each write"],
  ],
  look: ({ plugins }) => plugins.find(({ name }) => name === "broker_mqtt")?.enabled,
};
const domain: Kind = {
  ...plugin,
  type: "customDomain",
  path: "/instance/api/custom-domain",
  look: ({ customDomains: [first] }) => [first?.hostname, first?.change],
};
const settings: Kind = {
  ...plugin,
  type: "maintenanceSettings",
  path: "/instance/api/maintenance/settings",
  look: ({ maintenanceSettings: [first] }) => first?.preferred_maintenance_time,
};
const peering: Kind = {
  type: "vpcPeering",
  path: "/instance/api/vpc-peering*",
  refusals: [
    [busy, "each write"],
    [passing, "each GET"],
    [passing, "each write"],
  ],
  look: ({ peerings }) => peerings.flatMap(({ status }) => (status === "deleting" ? [] : [status])),
};
const connect: Kind = {
  type: "vpcConnect",
  path: "/instance/api/vpc-connect*",
  refusals: [[busy, "each write"]],
  look: ({ vpcConnects }) => vpcConnects.find(({ enabled }) => enabled)?.allowed,
};

interface Operation {
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
const named = { hostname: "mq.example.com" };
const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" };
const acceptance = { acceptRequest: "pcx-theirs" };
const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;
const allowing = (user: string) => ({ allowedPrincipals: [arn(user)] });
/** The status of the other side's request, which is there before every operation. */
const asked = "pending-acceptance";
const inForce = (...open: Parameters<typeof allowedBy>) => ({ ...allowedBy(foreign, ...open), change: null });

// biome-ignore format: one row for each operation
const operations: Operation[] = [
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

type Act = (handlers: Handlers) => Promise<void>;

/** Runs the operation during an outage of so many minutes; without minutes, the outage must not be noticed. */
function meets({ kind, method, before, now, left }: Operation, begin: Act, end: Act, lasts?: number): Promise<void> {
  return withHandlers(async (handlers) => {
    const { clock, emulator, stack } = handlers;
    lasting(emulator, { changingPlugin: 20_000, certifying: minutes(1), removingDomain: 20_000 });
    const open = { services: [], ports: [], description: "", ...foreign };
    emulator.patch({
      op: "set",
      in: "firewalls",
      id: emulator.state().firewalls[0]?.id ?? 0,
      fields: { rules: [open] },
    });
    incoming(emulator, makeInstanceVpcs(emulator)[0]);
    const id = emulator.state().peerings[0]?.id ?? 0;
    emulator.patch({ op: "set", in: "peerings", id, fields: { connection_id: acceptance.acceptRequest } });

    const one = stack();
    const declare = (inputs?: object): Declared[] =>
      inputs === undefined ? [] : [{ type: kind.type, name: "one", inputs: { instance: "1001", ...inputs } }];
    if (before) expectNoErrors(await one.up(declare(before)));
    await begin(handlers);
    emulator.clearRequests();
    const outage = minutes(lasts ?? 3);
    const ended = clock.sleep(outage).then(() => end(handlers));
    const run = expectNoErrors(await one.up(declare(now)));
    expect(kind.look(emulator.state())).toEqual(left);
    const done = emulator.requests().filter((each) => each.method === method && each.status < 300);
    // `end` sends a request of its own.
    expect(done.filter(({ path }) => !path.includes("/actions/"))).toHaveLength(1);
    if (lasts === undefined) {
      expect(run.ms).toBeLessThan(minutes(3));
      expect(progress(run).filter((text) => text.startsWith("waiting for the service"))).toEqual([]);
    } else {
      expect(run.ms).toBeGreaterThanOrEqual(outage);
      expect(run.ms).toBeLessThan(outage + minutes(4));
      const told = progress(run).filter((text) => /^waiting for .* \(\d+s\): \S|^the create was not conf/.test(text));
      expect(told.length).toBeGreaterThan(3 * lasts);
    }
    await ended;
    expect(expectNoErrors(await one.up(declare(now)))).toMatchObject({ changes: [], requests: 0 });
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
    expect(one.state).toHaveLength(now ? 1 : 0);
  });
}

/** Stops the first instance or starts it, as somebody else does. */
const act =
  (action: "start" | "stop"): Act =>
  async ({ clock, emulator }) => {
    expect(await emulator.call("POST", `/instance/api/actions/${action}`, { body: {} })).toMatchObject({ status: 200 });
    // What is stopped is down a moment later.
    if (action === "stop") await clock.advance(30_000);
  };

describe.each(operations)("$what", (operation) => {
  const { kind, method, needsNoBroker } = operation;
  // One outage of each operation is long. A call without a time limit of its own would be given up after two minutes.
  const answers = kind.refusals
    .flatMap(([all, requests]) => all.map(([what, fault]) => ({ what, fault, requests })))
    .map((each, i) => ({ ...each, lasts: needsNoBroker && i === 0 ? 11 : 3 }));
  const methods = { "every request": undefined, "each GET": "GET", "each write": method };

  test.each(answers)("answered $what to $requests for $lasts minutes", ({ fault, requests, lasts }) =>
    meets(
      operation,
      async ({ emulator }) => {
        emulator.fault({ match: { path: kind.path, method: methods[requests] }, times: "always", fault });
      },
      async ({ emulator }) => emulator.clearFaults(),
      lasts,
    ),
  );

  test(needsNoBroker ? "needs no broker that runs" : "while the instance is stopped for 11 minutes", () =>
    meets(operation, act("stop"), act("start"), needsNoBroker ? undefined : 11),
  );
});
