// `nouns/index.ts` lists `vpcConnectNoun`. The invented names in `platforms` may change. `enable` must check everything
// before it makes a VPC, because a refused POST must change nothing. The statuses must stay, because a live service
// showed them. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, moment, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { backendBusy, invalid, noContent, ok, type Reply, refused } from "../server/reply";
import { type Context, dedicatedInstanceOf, noun, route, singleOf } from "../server/route";
import { drawDuration } from "../service/timings";
import { changeableFirewallOf, letIn } from "./firewall";
import type { Instance } from "./instances/record";
import { assertIdle, providerOf, zonesOf } from "./instances/state";
import { assertMade, type Vpc, vpcReadyAt, vpcs } from "./vpcs";

const vpcConnects = collection({
  name: "vpcConnects",
  firstId: 16_001,
  single: true,
  ...recordOf({
    ...ofInstance,
    enabled: usually(z.boolean(), false),
    /** The accounts, subscriptions or projects that may connect. */
    allowed: usually(z.array(z.string()), []),
    /** The change that is under way. */
    change: orNull(z.strictObject({ enabled: z.boolean(), endsAt: moment })),
    updatedAt: usually(moment, ({ now }) => now),
    /** On provider C, the field of the answer with the name to which a client connects. */
    name_field: usually(z.enum(["server_name", "service_name"]), "server_name"),
  }),
  settle: (connect, now) => {
    const { change } = connect;
    if (change && change.endsAt <= now) {
      connect.enabled = change.enabled;
      connect.allowed = change.enabled ? connect.allowed : [];
      connect.updatedAt = change.endsAt;
      connect.change = null;
    }
  },
});

type Connect = RecordIn<typeof vpcConnects>;

const entries = z.array(z.string());

const body = z
  .strictObject({ allowed_principals: entries, approved_subscriptions: entries, allowed_projects: entries })
  .partial();

/**
 * For each cloud provider: the field that lists who may connect, the form of one entry, and the fields of the answer
 * with the names to which a client connects.
 */
const platforms: Record<
  string,
  { list: keyof z.output<typeof body>; element: RegExp; problem: string; names(instance: Instance, c: Connect): object }
> = {
  "provider-a": {
    list: "allowed_principals",
    element: /^arn:[\w-]+:iam::\d{12}:(root|user\/\S+|role\/\S+)$/,
    problem: "is not the ARN of an account's root, a user or a role",
    names: (instance) => ({
      service_name: `endpoint-service.${instance.host}`,
      active_zones: [...new Set(zonesOf(instance))],
    }),
  },
  "provider-b": {
    list: "approved_subscriptions",
    element: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    problem: "is not a GUID",
    names: ({ host }) => ({ server_name: `link-service.${host}`, alias: `${host}.alias.broker.example` }),
  },
  "provider-c": {
    list: "allowed_projects",
    element: /^([a-z0-9-]+(\.[a-z0-9-]+)+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    problem: "is not the id of a project",
    names: ({ host }, { name_field }) => ({ [name_field]: `attachment.${host}` }),
  },
};

function platformOf(instance: Instance) {
  const platform = platforms[providerOf(instance)];
  if (!platform) throw refused("VPC connect isn't available on this platform");
  return platform;
}

/** Reads the list of who may connect. Refuses malformed entries and the field of another provider. */
function readAllowed(context: Context<z.output<typeof body>>, instance: Instance): string[] {
  const { list, element, problem } = platformOf(instance);
  const wrong = [
    ...Object.keys(context.body)
      .filter((field) => field !== list)
      .map((field) => [field, "Unknown field"] as const),
    ...(context.body[list] === undefined ? [[list, "Field is required"] as const] : []),
    ...(context.body[list] ?? [])
      .filter((each) => !element.test(each))
      .map((each) => [list, `${each} ${problem}`] as const),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  return [...new Set(context.body[list])];
}

/** Finds the VPC of the instance, or makes one. */
function findOrMakeVpc(context: Context, instance: Instance): Vpc {
  const vpc =
    context.store.find(vpcs, instance.vpc_id) ??
    context.store.insert(vpcs, {
      name: instance.name,
      region: instance.region,
      readyAt: vpcReadyAt(context),
    });
  instance.vpc_id = vpc.id;
  return vpc;
}

function replaceList(context: Context, connect: Connect, allowed: string[]): Reply {
  connect.allowed = allowed;
  connect.updatedAt = context.now;
  return noContent();
}

function enable(context: Context<z.output<typeof body>>): Reply {
  const instance = dedicatedInstanceOf(context);
  const allowed = readAllowed(context, instance);
  const connect = singleOf(context.store, vpcConnects, instance);
  const own = context.store.find(vpcs, instance.vpc_id);
  if (own && !connect.change) assertMade(own, context.now);
  const firewall = changeableFirewallOf(context, instance);
  if (connect.change && !connect.change.enabled) throw backendBusy();
  if (!connect.enabled && !connect.change) {
    const vpc = findOrMakeVpc(context, instance);
    const endsAt = Math.max(context.now, vpc.readyAt) + drawDuration(context, "connecting");
    connect.change = { enabled: true, endsAt };
    letIn(context, firewall, { subnet: vpc.subnet, description: "VPC connect" });
  }
  return replaceList(context, connect, allowed);
}

/** Private connectivity of each instance; a new instance has it disabled. */
export const vpcConnectNoun = noun({
  name: "vpcConnect",
  api: "instance",
  collections: [vpcConnects],
  routes: {
    get: route("GET /api/vpc-connect", (context) => {
      const instance = dedicatedInstanceOf(context);
      const { list, names } = platformOf(instance);
      const connect = singleOf(context.store, vpcConnects, instance);
      const { enabled, allowed, change } = connect;
      const shown = {
        status: change ? "pending" : enabled ? "enabled" : "disabled",
        updated_at: new Date(connect.updatedAt).toISOString(),
        ...(enabled || change ? { [list]: allowed } : {}),
        ...(enabled ? names(instance, connect) : {}),
      };
      return { ...ok(shown), pending: change !== null };
    }),
    enable: route("POST /api/vpc-connect", { body }, enable),
    update: route("PUT /api/vpc-connect", { body }, (context) => {
      const instance = dedicatedInstanceOf(context);
      const allowed = readAllowed(context, instance);
      const connect = singleOf(context.store, vpcConnects, instance);
      changeableFirewallOf(context, instance);
      if (connect.change) throw backendBusy();
      if (!connect.enabled) throw refused("VPC connect isn't enabled");
      return replaceList(context, connect, allowed);
    }),
    disable: route("DELETE /api/vpc-connect", (context) => {
      const instance = dedicatedInstanceOf(context);
      platformOf(instance);
      const connect = singleOf(context.store, vpcConnects, instance);
      assertIdle(instance, context.now);
      if (connect.change?.enabled) throw backendBusy();
      if (connect.enabled && !connect.change) {
        connect.change = { enabled: false, endsAt: context.now + drawDuration(context, "disconnecting") };
      }
      return noContent();
    }),
  },
});
