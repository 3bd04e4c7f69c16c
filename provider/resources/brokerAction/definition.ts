// `brokerAction.ts` passes `brokerActionDefinition`, which sends an action once for each value of `triggers`, to the
// class. The id with its digest of the URN must stay, because states hold it. Each action must go through
// `sendOncePerTriggers`, or it could be sent twice. Texts may change.
import { createHash } from "node:crypto";
import type { Failure } from "../../framework/kind/definition";
import { canonical, hasUnknown } from "../../framework/kind/values";
import { describeEarlier, forgetSent, sendOncePerTriggers } from "../../framework/sent/oncePerTriggers";
import { type ChildValues, childKeys, instanceApi, onInstance } from "../shared/child";
import { type Ctx, queueOf } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import { idsOf, partThat } from "../shared/ids";
import { readNodes } from "../shared/nodes";
import { throwIfRefused } from "../shared/refusals";
import { noteUnknownTriggers, triggersInForce, warnOfLostTriggers } from "../shared/triggers";
import { previewAction } from "./preview";
import { type BrokerActionValues, brokerActionSchema, describeAction, isActionName, takesNodes } from "./schema";
import { works } from "./works";

/** An action as state keeps it. */
export interface BrokerActionState extends ChildValues {
  action: string;
  /** The names of the nodes; not set when the program leaves them out, which means all nodes. */
  nodes?: string[];
  triggers?: unknown;
  /** The time at which the action was last sent, in ISO form. */
  sentAt: string;
  /** The service's words on what it does, if the answer had any. */
  message: string | null;
}

/** The ids of actions, which end with a digest of the resource's URN. */
const actionIds = idsOf("BrokerAction", "<instance>/actions/<action>/<digest>", {
  action: partThat(isActionName, "restart"),
  digest: partThat((text): text is string => /^[0-9a-f]{16}$/.test(text), "0a1b2c3d4e5f6071"),
});

export const brokerActionDefinition = defineKind<BrokerActionValues, BrokerActionState>({
  type: "BrokerAction",
  schema: brokerActionSchema,
  outputs: ["sentAt", "message"],
  alters: { triggers: ["sentAt", "message"] },
  rules: [
    {
      needs: ["nodes", "action"],
      refuses: ({ nodes, action }: BrokerActionValues) =>
        nodes === undefined || takesNodes(action)
          ? undefined
          : `cannot be given for the action ${action}, which acts on the whole instance: leave this input out`,
    },
  ],
  saysChanges: ["triggers", "nodes"],
  replaceLoses: "the action in the new declaration is carried out at once; the earlier action is not undone",

  ...childKeys,

  async offered(ctx, args, olds) {
    const isSent = olds.instance !== undefined && canonical(triggersInForce(args, olds)) === canonical(olds.triggers);
    if (isSent || hasUnknown(args.action)) return [];
    warnOfLostTriggers(ctx.say, args, olds);
    if (olds.instance !== undefined) noteUnknownTriggers(ctx.say, args);
    // Triggers that were not declared last may equal the state's triggers, which only the comparison sees.
    if (olds.instance !== undefined && olds.triggers === undefined) {
      ctx.run.tell(comparedTopic, ctx.run.urn ?? "", true);
      return [];
    }
    return previewSending(ctx, args);
  },

  async decide(ctx, _id, _state, args, found) {
    const isSent = found.replaced.length === 0 && found.changed.includes("triggers");
    if (!isSent || ctx.run.recall(comparedTopic).get(ctx.run.urn ?? "") !== true) return found;
    // The update that follows compares once more.
    ctx.run.tell(comparedTopic, ctx.run.urn ?? "", false);
    const [refusal] = await previewSending(ctx, args);
    throwIfRefused(ctx.call, refusal && `${refusal.property}: ${refusal.reason}`);
    return found;
  },

  async create(ctx, args) {
    const digest = createHash("sha256")
      .update(ctx.run.urn ?? "")
      .digest("hex")
      .slice(0, 16);
    const id = actionIds.make({ instance: args.instance, action: args.action, digest });
    return { id, state: await carryOut(ctx, id, args) };
  },

  // Nothing of an action stays on the service: the resource is there as long as its instance is.
  async read(ctx, id, state) {
    const { instance, action } = actionIds.parse(id);
    const api = instanceApi(ctx.call, instance, state);
    const nodes = await onInstance(ctx.call, instance, () => readNodes(ctx.call, api, instance));
    return nodes && { instance, action, triggers: state.triggers };
  },

  update: (ctx, id, state, args) =>
    carryOut(ctx, id, { ...args, triggers: triggersInForce(args, state) }, { triggers: state.triggers }),

  forgetRecords(ctx, id, saved) {
    forgetSent(ctx.kept, { what: describeAction(actionIds.parse(id)) }, saved);
  },

  async delete(ctx, id, state) {
    const what = describeAction(actionIds.parse(id));
    ctx.say.note(`nothing takes back ${what}${state.sentAt === undefined ? "" : `, sent at ${state.sentAt}`}`);
  },
});

/** The topic of resources, by URN, whose triggers only the comparison with the state can show to be new. */
const comparedTopic = "actions to be compared first";

/** Checks an action that the next run sends, and warns of it, unless an earlier run has sent it. */
async function previewSending(ctx: Ctx, args: BrokerActionValues): Promise<Failure[]> {
  // A run that was killed may have left the service in the middle of the action, which would refuse it anew.
  const what = describeAction(args);
  const earlier = describeEarlier(ctx.kept, { what, triggers: args.triggers });
  if (earlier === undefined) return previewAction(ctx, args);
  ctx.say.note(earlier);
  return [];
}

/** Sends the action, unless it was sent for these triggers already, and waits until it has ended. */
function carryOut(
  ctx: Ctx,
  id: string,
  { instance, action, nodes, triggers, instanceApiKey }: BrokerActionValues,
  doneFor?: { triggers: unknown },
): Promise<Partial<BrokerActionState>> {
  const what = describeAction({ action, instance });
  return ctx.inTurn(queueOf(instance), async (turn) => {
    const api = instanceApi(turn.call, instance, { instanceApiKey });
    const work = works[action]({ ctx: turn, api, instance, what, named: nodes });
    const operation = { ...work, id, what, triggers, doneFor, howToLook: howToLook(action, id) };
    const sent = await sendOncePerTriggers(turn, operation);
    if (sent.at === 0) return {};
    const state = { sentAt: new Date(sent.at).toISOString(), message: sent.answer?.message ?? null };
    turn.kept.hold(id, state);
    await work.wait(sent);
    return state;
  });
}

function howToLook(action: string, id: string): string {
  const where = action === "mgmt-restart" ? "" : ", and at the uptime and versions of the nodes";
  return `In the account's audit log (getAuditLog), look at the entries from the time of the request${where}. If the service carried out the action, remove this resource from the state (pulumi state delete) and import the resource with { import: "${id}" }`;
}
