// `alarm.ts` passes `alarmDefinition` to the class, and calls `recipientNumber`; `defineKind` makes the definition
// known to `host.ts` and the plugin. A check at preview may be added. A delete with `adoptDefault` must not delete the
// alarm, because it belongs to the instance and not to the program.
import { type Alarm as AlarmWire, isApiError, isNumericId } from "../../api";
import { hasUnknown } from "../../framework/kind/values";
import { isSharedPlan } from "../instance/state";
import { onInstance } from "../shared/child";
import { childKind } from "../shared/childKind";
import type { Ctx } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import type { AlarmType, AlarmValues } from "./schema";
import { alarmRules, alarmSchema, alarmTypes, defaultAlarms, isAlarmType } from "./schema";
import { type AlarmState, alarmIds, toState, wireOf } from "./state";
import { noteDefaultBeside, put, putUnlessGone, takeDefault } from "./steps";

/** The number of a recipient. An id of another instance stays as it is, so that the preview refuses it. */
export function recipientNumber(instance: string, id: string): string | number {
  const [on, kind, item = "", ...rest] = id.split("/");
  const ours = on === instance && kind === "recipients" && rest.length === 0 ? item : id;
  return isNumericId(ours) ? Number(ours) : id;
}

/** Makes a function that writes each recipient of the inputs in another form. */
const rewriting = (write: (instance: string, recipient: unknown) => unknown) => (inputs: Record<string, unknown>) => {
  const { instance, recipients } = inputs;
  if (!Array.isArray(recipients)) return inputs;
  return { ...inputs, recipients: recipients.map((each) => write(String(instance), each)) };
};

const child = childKind({
  type: "Alarm",
  ids: alarmIds,
  schema: alarmSchema,
  rules: alarmRules,
  arrange: rewriting((instance, each) => (typeof each === "string" ? recipientNumber(instance, each) : each)),
  written: rewriting((instance, each) => (typeof each === "number" ? `${instance}/recipients/${each}` : each)),
  twins: ["alarm", "both notify"],
  collection: (api) => api.alarms,
  toState: (alarm: AlarmWire): Partial<AlarmState> => toState(alarm),
  toWire: (args: AlarmValues) => wireOf(args),

  claims: ({ instance, type, adoptDefault }) =>
    adoptDefault === true
      ? [{ property: "adoptDefault", what: `the default ${type} alarm of instance ${instance}` }]
      : [],

  async offered(ctx, args, olds) {
    // The preview tells only what is certain: it sends no request for the alarms, and a new instance has none yet.
    if (olds.type === undefined) noteDefaultBeside(ctx.say, args);
    const { plan } = ctx.run.facts;
    const isNew = args.type !== olds.type || args.instance !== olds.instance;
    if (!isNew || !isDedicated(args.type) || typeof plan !== "string" || hasUnknown(plan)) return [];
    return (await isSharedPlan(ctx, plan)) ? [{ property: "type", reason: explainSharedPlan(args.type, plan) }] : [];
  },
});

export const alarmDefinition = defineKind({
  ...child,

  async create(ctx, args) {
    const taken = args.adoptDefault ? await takeDefault(ctx, args) : undefined;
    return taken ?? child.create(ctx, args).catch((error: unknown) => throwWithPlan(ctx, args, error));
  },

  async update(ctx, id, state, args) {
    await put(ctx, id, args, args, state);
    return {};
  },

  async delete(ctx, id, state) {
    if (!state.adoptDefault) return child.delete(ctx, id, state);
    const { instance } = alarmIds.parse(id);
    const usual = isAlarmType(state.type) && state.type !== "notice" ? defaultAlarms[state.type] : undefined;
    if (usual !== undefined) {
      if (!(await onInstance(ctx.call, instance, () => putUnlessGone(ctx, id, usual, state)))) return;
    }
    // The delete cannot know whether the same run deletes the instance afterwards.
    const values = usual === undefined ? "" : "has its default values again, and ";
    ctx.say.note(
      `alarm ${id} ${values}stays until its instance is deleted, because it is the default alarm of the instance`,
    );
  },
});

/** True when a type needs a dedicated plan; false also when the type is not known before `up`. */
const isDedicated = (type: AlarmType) => isAlarmType(type) && alarmTypes[type].dedicated === true;

const explainSharedPlan = (type: AlarmType, plan: string): string =>
  `an alarm of the type ${type} needs a dedicated plan, but the plan ${plan} is shared: remove the alarm, or choose a dedicated plan`;

/** Throws the service's refusal of an alarm. The error names the instance's plan when the plan is the reason. */
async function throwWithPlan(ctx: Ctx, args: AlarmValues, error: unknown): Promise<never> {
  const refused = isApiError(error) && (error.kind === "invalid" || error.kind === "conflict");
  if (refused && isDedicated(args.type) && ctx.call.client.lacksKey() === undefined) {
    const detail = await ctx.call.client.instances.get(args.instance, ctx.call).catch(() => undefined);
    if (detail !== undefined && (await isSharedPlan(ctx, detail.plan).catch(() => false)))
      throw new Error(`${ctx.call.subject}: ${explainSharedPlan(args.type, detail.plan)}`);
  }
  throw error;
}
