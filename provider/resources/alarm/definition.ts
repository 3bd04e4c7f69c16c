import { type AlarmBody, type Alarm as AlarmWire, type Client, isApiError, isNotFound, untakenFields } from "../../api";
import type { Context, Definition } from "../../framework/definition";
import { hasUnknown } from "../../framework/unknowns";
import { plansOnOffer } from "../shared/catalogue";
import { type ChildValues, childKeys, deleteChild, findChild, instanceApi, onInstance } from "../shared/child";
import { childId, parseChildId } from "../shared/ids";
import { failuresOf, nameOf, throwIfRefused } from "../shared/refusals";
import { warnOfTwins } from "../shared/twins";
import { withRecipientIds, withRecipientNumbers } from "./recipients";
import {
  type AlarmType,
  type AlarmValues,
  alarmRules,
  alarmSchema,
  alarmTypes,
  defaultAlarms,
  fieldsOf,
  isAlarmType,
} from "./schema";

/** An alarm as state keeps it. */
export interface AlarmState extends ChildValues {
  type: string;
  enabled: boolean;
  recipients: number[];
  reminderInterval: number | null;
  valueThreshold: number | null;
  timeThreshold: number | null;
  valueCalculation: string | null;
  queueRegex: string | null;
  vhostRegex: string | null;
  messageType: string | null;
  adoptDefault?: boolean;
}

type Ctx = Context<Client>;
type Body = Omit<AlarmValues, "instance" | "instanceApiKey">;

export const alarmDefinition: Definition<AlarmValues, AlarmState, Client> = {
  type: "Alarm",
  handler: "alarm",
  schema: alarmSchema,
  rules: alarmRules,
  arrange: (inputs) => withRecipientNumbers(inputs),
  written: (inputs) => withRecipientIds(inputs),
  outputs: [],

  ...childKeys,

  async offered(ctx, args, olds) {
    const failures = failuresOf("adoptDefault", explainTaken(ctx, args));
    // The preview tells only what is certain: it would take a request to know the alarms of an instance, and a new
    // instance has none yet.
    if (olds.type === undefined && defaultAlarms[args.type] !== undefined && args.adoptDefault !== true) {
      ctx.note(
        `makes a ${args.type} alarm beside the service's default one, where the instance has it: both notify; set adoptDefault to manage the default instead`,
      );
      if (ctx.urn !== undefined) ctx.tell(toldTopic, ctx.urn);
    }
    const { plan } = ctx.facts;
    const isNew = args.type !== olds.type || args.instance !== olds.instance;
    if (!isNew || !isDedicated(args.type) || typeof plan !== "string" || hasUnknown(plan)) return failures;
    if (await isShared(ctx, plan)) failures.push({ property: "type", reason: explainSharedPlan(args.type, plan) });
    return failures;
  },

  async create(ctx, args) {
    const taken = args.adoptDefault ? await takeDefault(ctx, args) : undefined;
    if (taken !== undefined) return taken;
    const { alarms } = instanceApi(ctx.client, args.instance, args);
    const made = await alarms.create(wireOf(args), ctx).catch((error: unknown) => throwWithPlan(ctx, args, error));
    const id = childId(args.instance, "alarms", made.id);
    ctx.hold(id, {});
    const twins = made.twins.map((twin) => childId(args.instance, "alarms", twin));
    warnOfTwins(ctx, "an identical alarm", twins, "both notify");
    await noteDefaultBeside(ctx, args, [made.id, ...made.twins]);
    return { id, state: {} };
  },

  async read(ctx, id, state) {
    const place = parseChildId("Alarm", "alarms", id);
    const alarm = await findChild(ctx, place, state, (api) => api.alarms);
    return alarm && { instance: place.instance, ...toState(alarm) };
  },

  async update(ctx, id, state, args) {
    await put(ctx, id, args, args, state);
    return {};
  },

  async delete(ctx, id, state) {
    const place = parseChildId("Alarm", "alarms", id);
    if (!state.adoptDefault) return deleteChild(ctx, place, state, (api) => api.alarms);
    const usual = isAlarmType(state.type) && state.type !== "notice" ? defaultAlarms[state.type] : undefined;
    if (usual !== undefined) {
      const isThere = await onInstance(ctx.client, place.instance, ctx, () => putUnlessGone(ctx, id, usual, state));
      if (!isThere) return;
    }
    // The delete cannot know whether the same run deletes the instance afterwards.
    const values = usual === undefined ? "" : ", with the default's values again";
    ctx.note(`alarm ${id} goes only with its instance: it is the instance's default one${values}`);
  },
};

/**
 * Turns an alarm of the service into state; no other function does. A field that the type of alarm does not have is
 * null, whatever the service shows there.
 */
export function toState(alarm: AlarmWire): Partial<AlarmState> {
  const seen = {
    valueThreshold: alarm.value_threshold,
    timeThreshold: alarm.time_threshold,
    valueCalculation: alarm.value_calculation,
    // The service shows an interval or expression that is not set as null, 0 or an empty text.
    queueRegex: alarm.queue_regex === "" ? null : alarm.queue_regex,
    vhostRegex: alarm.vhost_regex === "" ? null : alarm.vhost_regex,
    messageType: alarm.message_type,
  };
  const taken: readonly string[] = isAlarmType(alarm.type) ? fieldsOf(alarm.type) : Object.keys(seen);
  return {
    type: alarm.type,
    enabled: alarm.enabled ?? undefined,
    recipients: alarm.recipients === null ? [] : alarm.recipients,
    reminderInterval: alarm.reminder_interval === 0 ? null : alarm.reminder_interval,
    ...Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, taken.includes(name) ? value : null])),
  };
}

/**
 * The body of a POST or PUT, with every field that the type takes. The service may keep a field that a PUT leaves out,
 * so a field that is no longer declared is cleared: an interval by null, an expression by an empty text, which matches
 * everything.
 */
function wireOf(args: Body, before: Partial<AlarmState> = {}): AlarmBody {
  const { type, enabled, recipients } = args;
  const reminder = args.reminderInterval ?? (before.reminderInterval ? null : undefined);
  const all = {
    value_threshold: args.valueThreshold,
    time_threshold: args.timeThreshold,
    value_calculation: args.valueCalculation,
    queue_regex: args.queueRegex ?? (before.queueRegex ? "" : undefined),
    vhost_regex: args.vhostRegex ?? (before.vhostRegex ? "" : undefined),
    message_type: args.messageType,
    reminder_interval: reminder,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return { type, enabled, recipients, ...Object.fromEntries(given) };
}

/** The name of each input in a program, by the name of its field in the body. */
const inputNames: Partial<Record<keyof AlarmBody, string>> = {
  value_threshold: "valueThreshold",
  time_threshold: "timeThreshold",
  value_calculation: "valueCalculation",
  queue_regex: "queueRegex",
  vhost_regex: "vhostRegex",
  message_type: "messageType",
  reminder_interval: "reminderInterval",
};

/**
 * Changes an alarm, and checks that the service took the whole change: the service takes more fields than its
 * specification promises.
 */
async function put(
  ctx: Ctx,
  id: string,
  args: Body,
  key: { instanceApiKey?: string },
  before: Partial<AlarmState>,
): Promise<void> {
  const { instance, item } = parseChildId("Alarm", "alarms", id);
  const body = wireOf(args, before);
  const after = await instanceApi(ctx.client, instance, key).alarms.update(item, body, ctx);
  const untaken = after === undefined ? [] : untakenFields(after, body);
  if (after === undefined || untaken.length === 0) return;
  ctx.hold(id, toState(after));
  const names = untaken.map((name) => inputNames[name] ?? name).join(", ");
  throw new Error(
    `${ctx.subject}: the service accepted the change of alarm ${id} but did not take ${names}: declare what is there (pulumi refresh shows it), or replace the alarm with --replace`,
  );
}

/**
 * Changes an alarm; undefined when the alarm is gone. A 404 counts only when the list confirms that the alarm is gone.
 */
async function putUnlessGone(ctx: Ctx, id: string, args: Body, state: Partial<AlarmState>): Promise<true | undefined> {
  try {
    await put(ctx, id, args, state, state);
    return true;
  } catch (error) {
    const { instance, item } = parseChildId("Alarm", "alarms", id);
    if (!isNotFound(error) || (await instanceApi(ctx.client, instance, state).alarms.get(item, ctx)) !== undefined) {
      throw error;
    }
    return undefined;
  }
}

/** True when a type needs a dedicated plan; false also when the type is not known before `up`. */
const isDedicated = (type: AlarmType) => isAlarmType(type) && alarmTypes[type].dedicated === true;

async function isShared(ctx: Ctx, plan: string): Promise<boolean> {
  return (await plansOnOffer(ctx))?.find(({ name }) => name === plan)?.shared === true;
}

function explainSharedPlan(type: AlarmType, plan: string): string {
  return `a ${type} alarm is only for dedicated plans, and ${plan} is shared`;
}

/** Throws the service's refusal of an alarm. The error names the instance's plan when the plan is the reason. */
async function throwWithPlan(ctx: Ctx, args: AlarmValues, error: unknown): Promise<never> {
  const refused = isApiError(error) && (error.kind === "invalid" || error.kind === "conflict");
  if (refused && isDedicated(args.type) && ctx.client.lacksKey() === undefined) {
    const detail = await ctx.client.instances.get(args.instance, ctx).catch(() => undefined);
    if (detail !== undefined && (await isShared(ctx, detail.plan).catch(() => false))) {
      throw new Error(`${ctx.subject}: ${explainSharedPlan(args.type, detail.plan)}: the service refused it`);
    }
  }
  throw error;
}

/** True when an alarm still has the values that the service gives to the default alarm of its type. */
function isDefault(alarm: AlarmWire): boolean {
  const usual = isAlarmType(alarm.type) ? defaultAlarms[alarm.type] : undefined;
  return usual !== undefined && untakenFields(alarm, wireOf(usual)).length === 0;
}

/** The topic under which a run keeps the alarms whose check has told of the service's default one, by URN. */
const toldTopic = "told of the default alarm";

/**
 * Prints which default alarm of the service stays beside the new alarm, because `adoptDefault` is not set. A run whose
 * check has told of a default one does not tell twice: this line is for an alarm that is made in place of another one.
 */
async function noteDefaultBeside(ctx: Ctx, args: AlarmValues, named: readonly string[]): Promise<void> {
  if (ctx.recall(toldTopic).has(ctx.urn ?? "")) return;
  const all = await instanceApi(ctx.client, args.instance, args).alarms.list(ctx);
  const beside = all
    .filter((each) => each.type === args.type && !named.includes(each.id) && isDefault(each))
    .map((each) => childId(args.instance, "alarms", each.id))
    .filter((id) => !ctx.isOthers(id));
  if (beside.length === 0) return;
  ctx.note(
    `the service's default ${args.type} alarm exists too, and notifies as well: ${beside.join(", ")}; set adoptDefault to manage that alarm instead`,
  );
}

/**
 * Claims the default alarm for this resource. If another resource has claimed it, the reason against taking it over is
 * returned.
 */
function explainTaken(ctx: Ctx, { instance, type, adoptDefault }: AlarmValues): string | undefined {
  if (adoptDefault !== true || hasUnknown(instance) || hasUnknown(type)) return undefined;
  const what = `the default ${type} alarm of instance ${instance}`;
  const holder = ctx.claim(what);
  return holder && `${nameOf(holder)} already takes over ${what}`;
}

/**
 * The alarm of a type that the service made with the instance: the oldest that still has the default's values, or the
 * only one of its type.
 */
export function findDefault(
  all: readonly AlarmWire[],
  type: AlarmType,
  isFree: (alarm: AlarmWire) => boolean = () => true,
): AlarmWire | undefined {
  const ofType = all.filter((each) => each.type === type);
  const free = ofType.filter(isFree).sort((a, b) => Number(a.id) - Number(b.id));
  return free.find(isDefault) ?? (ofType.length === 1 ? free[0] : undefined);
}

/** Takes over the alarm that the service made; undefined when there is no such alarm to take over. */
async function takeDefault(
  ctx: Ctx,
  args: AlarmValues,
): Promise<{ id: string; state: Partial<AlarmState> } | undefined> {
  throwIfRefused(ctx, explainTaken(ctx, args));
  const { alarms } = instanceApi(ctx.client, args.instance, args);
  const all = await alarms.list(ctx);
  const found = findDefault(all, args.type, ({ id }) => !ctx.isOthers(childId(args.instance, "alarms", id)));
  if (found === undefined) return undefined;
  const id = childId(args.instance, "alarms", found.id);
  // State marks the alarm as taken over before anything else happens, because an alarm without this mark would be
  // deleted with the resource.
  const state = { type: args.type, adoptDefault: true };
  ctx.hold(id, { ...toState(found), ...state });
  const before = toState(found);
  if (untakenFields(found, wireOf(args, before)).length > 0) await put(ctx, id, args, args, before);
  ctx.note(`took over alarm ${id}, the instance's default ${args.type} one`);
  return { id, state };
}
