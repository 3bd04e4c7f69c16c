// `definition.ts` calls `previewAction` in check and diff, before an action is sent. Each request must be a GET,
// because a preview changes nothing. An unknown value must refuse nothing: `up` may accept it. Texts may change.
import type { InstanceClient, Node } from "../../api";
import type { Saying } from "../../framework/kind/context";
import type { Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";
import { isSharedPlan } from "../instance/state";
import { fromCatalogue } from "../shared/catalogue";
import { instanceApi } from "../shared/child";
import type { Ctx } from "../shared/ctx";
import { explainUnknownNodes } from "../shared/nodes";
import { choose, describeMaintenance, explainNone, plannedAtPreview } from "../shared/planned";
import { failuresOf } from "../shared/refusals";
import type { BrokerActionName, BrokerActionValues } from "./schema";

/** The effect of each action on clients; `on` names the broker or its nodes. Absent for an action without effect. */
const outages: Partial<Record<BrokerActionName, (on: string) => string>> = {
  restart: (on) => `this action restarts the broker on ${on}: the broker there is down during the action`,
  "cluster-restart": (on) => `this action restarts the whole cluster on ${on}: the broker is down during the action`,
  stop: (on) => `this action stops the broker on ${on}: the broker there is down until something starts it`,
  reboot: (on) => `this action reboots ${on}: the broker there is down during the action`,
  "upgrade-erlang": (on) =>
    `this action upgrades Erlang on ${on}: the broker restarts, and no upgrade can be taken back`,
  "upgrade-broker-erlang": (on) =>
    `this action upgrades broker and Erlang on ${on}: the broker restarts, and no upgrade can be taken back`,
  "run-maintenance": (on) =>
    `this action runs the next maintenance of ${on} now: the broker may be down during the action`,
};

/** Checks an action against what the service shows, and warns of what it means for clients of the broker. */
export async function previewAction(ctx: Ctx, args: BrokerActionValues): Promise<Failure[]> {
  const { action, instance, nodes } = args;
  const { backend, plan } = ctx.run.facts;
  const lacksErlang = action === "upgrade-erlang" && backend === "alternative";
  const ofPlan = lacksErlang ? explainNoErlang(action) : await explainShared(ctx, plan);
  if (ofPlan !== undefined) return failuresOf("action", ofPlan);
  if (hasUnknown(instance)) {
    warn(ctx.say, action, nodesInWords(nodes, "the new instance"));
    return [];
  }
  const api = instanceApi(ctx.call, instance, args);
  const seen = await fromCatalogue(ctx, `nodes of instance ${instance}`, (call) => api.nodes(call, { shared: true }));
  const refusals = seen === undefined ? [] : await refusalsBy(ctx, args, seen);
  if (refusals.length > 0) return refusals;
  const on = nodesInWords(nodes, `instance ${instance}`);
  if (action === "run-maintenance") return warnOfMaintenance(ctx, api, instance);
  if (action === "upgrade-broker-erlang") await warnOfUpgrade(ctx, api, on, seen);
  else warn(ctx.say, action, on);
  return [];
}

async function refusalsBy(ctx: Ctx, { action, instance, nodes }: BrokerActionValues, seen: Node[]): Promise<Failure[]> {
  if (seen.length === 0) return failuresOf("action", await explainShared(ctx, await planOf(ctx, instance)));
  const unknown = hasUnknown(nodes) ? undefined : explainUnknownNodes(instance, nodes, seen);
  if (unknown !== undefined) return failuresOf("nodes", unknown);
  const hasErlang = seen.some(({ erlang_version }) => erlang_version !== undefined);
  return action === "upgrade-erlang" && !hasErlang ? failuresOf("action", explainNoErlang(action)) : [];
}

const explainNoErlang = (action: BrokerActionName) =>
  `the action ${action} is only for a broker that runs on Erlang: choose another action`;

/** Explains that a plan is shared: the broker of a shared plan is not the customer's to restart. */
async function explainShared(ctx: Ctx, plan: unknown): Promise<string | undefined> {
  if (typeof plan !== "string" || hasUnknown(plan) || !(await isSharedPlan(ctx, plan))) return undefined;
  return `needs an instance with a dedicated plan, but the plan ${plan} is shared: remove this resource, or choose a dedicated plan`;
}

/** The plan of an instance; undefined where the account cannot be asked. */
async function planOf(ctx: Ctx, instance: string): Promise<string | undefined> {
  if (ctx.call.client.lacksKey() !== undefined) return undefined;
  return (await fromCatalogue(ctx, `plan of instance ${instance}`, (call) => call.client.instances.get(instance, call)))
    ?.plan;
}

const nodesInWords = (nodes: readonly string[] | undefined, instance: string): string =>
  nodes === undefined || hasUnknown(nodes) ? instance : `${nodes.join(", ")} of ${instance}`;

function warn(say: Saying, action: BrokerActionName, on: string): void {
  const text = outages[action]?.(on);
  if (text !== undefined) say.warn(text);
}

/** Warns of an upgrade, with the versions to which it leads. */
async function warnOfUpgrade(ctx: Ctx, api: InstanceClient, on: string, seen: Node[] = []): Promise<void> {
  const to = await fromCatalogue(ctx, `next versions of ${on}`, (call) =>
    api.operations.actions.newBrokerErlangVersions(call),
  );
  if (to === undefined) return warn(ctx.say, "upgrade-broker-erlang", on);
  const steps = [
    describeStep("broker", seen[0]?.broker_version, to.new_broker_version),
    describeStep("Erlang", seen[0]?.erlang_version, to.new_erlang_version),
  ].filter((text) => text !== undefined);
  if (steps.length === 0) ctx.say.note(`this action upgrades nothing on ${on}: the service offers no newer versions`);
  else
    ctx.say.warn(
      `this action upgrades ${steps.join(" and ")} on ${on}: the broker restarts, and no upgrade can be taken back`,
    );
}

const describeStep = (what: string, from: string | undefined, to: string | undefined): string | undefined =>
  to === undefined || to === from ? undefined : `${what} ${from ?? "of an unknown version"} → ${to}`;

/** Warns of a maintenance that would be run; refuses where none is planned. */
async function warnOfMaintenance(ctx: Ctx, api: InstanceClient, instance: string): Promise<Failure[]> {
  const all = await plannedAtPreview(ctx, api, instance);
  const next = all && choose(all, "next");
  if (all !== undefined && next === undefined) return failuresOf("action", explainNone(instance, "next", all));
  const about = [next?.description, next?.duration].filter((text) => text !== undefined).join(", ");
  if (next === undefined) warn(ctx.say, "run-maintenance", `instance ${instance}`);
  else {
    ctx.say.warn(
      `this action runs ${describeMaintenance(instance, next.id)} now${about && ` (${about})`}, instead of at the planned time ${next.scheduled_by}: the broker may be down during the action`,
    );
  }
  return [];
}
