// `instances.ts` takes `newInstance` as the schema of POST, and calls `createInstance`. A new check goes into
// `checkOrder`; texts may change together with `refusals.test.ts`. All checks must come before the first `insert`,
// because a refused order must leave neither VPC nor instance.
import { z } from "zod";
import { invalid } from "../../server/reply";
import { commaList, text } from "../../server/request";
import { type Context, childrenOf, singleOf } from "../../server/route";
import type { Store } from "../../server/store";
import { explainCidrProblem, overlap } from "../../service/cidr";
import { drawDuration } from "../../service/timings";
import { versionsOf } from "../../service/versions";
import { alarms, recipients } from "../alarms";
import { firewalls } from "../firewall";
import { logs, metrics } from "../integrations";
import { checkQuota, findPlan } from "../plans";
import { plugins } from "../plugins/plugins";
import { findRegion } from "../regions";
import { assertUsable, vpcs } from "../vpcs";
import { type Instance, instances } from "./record";

/** The parts of an instance that can be copied to a new one. */
const copyable = ["alarms", "definitions", "metrics", "logs", "firewall", "plugins", "config"] as const;

/** The body that makes an instance. A form cannot hold `copy_settings`, because `copy_settings` is an object. */
export const newInstance = z.strictObject({
  name: text,
  plan: text,
  region: text,
  tags: commaList.optional(),
  vpc_subnet: text.optional(),
  vpc_id: z.int().optional(),
  nodes: z.int().optional(),
  rmq_version: text.optional(),
  copy_settings: z.strictObject({ subscription_id: z.int(), settings: z.array(z.enum(copyable)) }).optional(),
  preferred_az: commaList.optional(),
  no_default_alarms: z.boolean().optional(),
});

type Order = z.output<typeof newInstance>;
/** Checks the order, makes the instance and the VPC that it asks for, and copies the settings of another instance. */
export function createInstance(context: Context<Order>): Instance {
  const { body, store, now } = context;
  const { plan, version, source, vpc } = checkOrder(body, store);
  if (vpc) assertUsable(vpc, now);
  checkQuota(store, plan);
  const readyAt = plan.shared ? now : now + drawDuration(context, "creating");
  const vpc_id =
    body.vpc_subnet === undefined
      ? (body.vpc_id ?? null)
      : store.insert(vpcs, { name: body.name, region: body.region, subnet: body.vpc_subnet, readyAt }).id;
  const instance = store.insert(instances, {
    name: body.name,
    plan: plan.name,
    region: body.region,
    tags: body.tags ?? [],
    vpc_id,
    backend: plan.backend,
    shared: plan.shared,
    nodes: body.nodes ?? plan.nodes,
    zones: body.preferred_az ?? [],
    rmq_version: version.broker,
    erlang_version: version.erlang,
    readyAt,
  });
  if (body.no_default_alarms) removeAlarms(store, instance.id);
  if (source) copy(context, source, instance, body.copy_settings?.settings ?? []);
  return instance;
}

/** Returns the plan, version, source and VPC that an order names; refuses an order with a list of all its problems. */
function checkOrder(body: Order, store: Store) {
  const plan = findPlan(store, body.plan);
  const region = findRegion(store, body.region);
  const nodes = body.nodes ?? plan?.nodes;
  const known = plan ? versionsOf(store, plan.backend) : [];
  const version =
    body.rmq_version === undefined ? known.at(-1) : known.find((each) => each.broker === body.rmq_version);
  const source = store.find(instances, body.copy_settings?.subscription_id);
  const vpc = store.find(vpcs, body.vpc_id);
  const inVpc = body.vpc_id !== undefined || body.vpc_subnet !== undefined;
  const subnetProblem = body.vpc_subnet === undefined ? undefined : explainCidrProblem(body.vpc_subnet);
  const taken = store
    .list(vpcs)
    .find(
      ({ region, subnet, goneAt }) =>
        region === body.region && goneAt === null && body.vpc_subnet !== undefined && overlap(subnet, body.vpc_subnet),
    );

  const problems: [string, string | false | undefined][] = [
    ["plan", !plan && "Unknown plan"],
    ["region", !region && "Unknown region"],
    ["region", plan?.shared && region && !region.has_shared_plans && "Has no shared plans"],
    ["nodes", plan && nodes !== undefined && !plan.node_choices.includes(nodes) && "Not possible with this plan"],
    ["rmq_version", plan && !version && "Unknown version"],
    ["vpc_subnet", subnetProblem],
    ["vpc_subnet", taken && `Overlaps the subnet of VPC ${taken.id}`],
    ["vpc_subnet", body.vpc_id !== undefined && body.vpc_subnet !== undefined && "Can't be given together with vpc_id"],
    ["vpc_id", body.vpc_id !== undefined && !vpc && "Unknown VPC"],
    ["vpc_id", vpc && vpc.region !== body.region && "Is in another region"],
    ["plan", plan?.shared && inVpc && "A shared plan can't be in a VPC"],
    [
      "preferred_az",
      body.preferred_az && plan && body.preferred_az.length !== nodes && "Must have one zone for each node",
    ],
    ["copy_settings.subscription_id", body.copy_settings && !source && "Unknown instance"],
  ];
  const wrong = problems.filter((each): each is [string, string] => typeof each[1] === "string");
  if (wrong.length > 0 || !plan || !version) throw invalid(wrong);
  return { plan, version, source, vpc };
}

/** Copies the settings that the order asks for, as far as the emulator has them. */
function copy(
  { store, now }: Context,
  source: Instance,
  target: Instance,
  settings: readonly (typeof copyable)[number][],
): void {
  if (settings.includes("definitions")) {
    target.username = source.username;
    target.password = source.password;
  }
  if (settings.includes("config")) target.config = { ...source.config };
  if (settings.includes("firewall")) {
    const { rules } = singleOf(store, firewalls, source);
    Object.assign(singleOf(store, firewalls, target), { rules, history: [{ at: now, rules }] });
  }
  if (settings.includes("plugins")) {
    const ofSource = childrenOf(store, plugins, source.id).filter(({ enabled }) => enabled);
    for (const plugin of childrenOf(store, plugins, target.id)) {
      plugin.enabled ||= ofSource.some(({ name }) => name === plugin.name);
    }
  }
  for (const kind of [logs, metrics]) {
    if (settings.includes(kind.name)) {
      for (const { id: _, ...integration } of childrenOf(store, kind, source.id)) {
        store.insert(kind, { ...integration, instance_id: target.id });
      }
    }
  }
  if (settings.includes("alarms")) copyAlarms(store, source.id, target.id);
}

function removeAlarms(store: Store, from: number): void {
  for (const { id } of childrenOf(store, alarms, from)) store.remove(alarms, id);
}

function copyAlarms(store: Store, from: number, to: number): void {
  removeAlarms(store, to);
  for (const { id } of childrenOf(store, recipients, to)) store.remove(recipients, id);
  const copied = new Map(
    childrenOf(store, recipients, from).map(({ id, ...recipient }) => [
      id,
      store.insert(recipients, { ...recipient, id: undefined, instance_id: to }).id,
    ]),
  );
  for (const { id: _, ...alarm } of childrenOf(store, alarms, from)) {
    const recipients = alarm.recipients.flatMap((id) => copied.get(id) ?? []);
    store.insert(alarms, { ...alarm, instance_id: to, recipients });
  }
}
