// `resources/index.ts` exports the class and arguments; `MonitoredInstance` makes alarms. A new argument goes into
// `schema.ts` and `state.ts` too. Recipients must reach the definition as numbers: the service knows nothing else.
import * as pulumi from "@pulumi/pulumi";
import { CustomResource, idOf, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Recipient } from "../recipient/recipient";
import type { Agrees } from "../shared/agrees";
import { type ChildArgs, childSuper } from "../shared/child";
import { alarmDefinition, recipientNumber } from "./definition";
import type { alarmSchema } from "./schema";
import type { AlarmState } from "./state";

/** A recipient of an alarm: the resource, or its id, as `123/recipients/7` or only the number. */
export type RecipientInput = Recipient | pulumi.Input<string | number>;

/** What alarms of every type take. */
export interface AnyAlarmArgs extends ChildArgs {
  /** True when the alarm is on. Changed in place. Left out: true. */
  enabled?: pulumi.Input<boolean>;
  /**
   * Who is told: recipients of the same instance, which must exist. The order means nothing. Changed in place. Left
   * out: all recipients of the instance, those that are made later too.
   */
  recipients?: pulumi.Input<RecipientInput[]>;
  /** The seconds after which the recipients are told again while the alarm lasts. Changed in place. Left out: never. */
  reminderInterval?: pulumi.Input<number>;
}

/** The arguments of alarms of which a new instance has one already. */
export interface DefaultAlarmArgs extends AnyAlarmArgs {
  /**
   * Takes over the alarm of this type that the service made with the instance, instead of making a second one. The
   * resource takes the oldest alarm that still has the default's values, or the only one of its type, or one already as
   * declared. If there is no such alarm, an alarm is made. Removing the resource then gives a cpu, memory or disk alarm
   * its default values back, and leaves a notice alarm as it is. Only read when the resource is made. Left out: false.
   */
  adoptDefault?: boolean;
}

/** An alarm on the CPU's usage; for dedicated plans. */
export interface CpuAlarmArgs extends DefaultAlarmArgs {
  /** `cpu`. Changing the type replaces the alarm. */
  type: "cpu";
  /** The usage above which the alarm goes off, in percent. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the usage must be above `valueThreshold`. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on the memory's usage; for dedicated plans. */
export interface MemoryAlarmArgs extends DefaultAlarmArgs {
  /** `memory`. Changing the type replaces the alarm. */
  type: "memory";
  /** The usage above which the alarm goes off, in percent. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the usage must be above `valueThreshold`. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on the disk; for dedicated plans. */
export interface DiskAlarmArgs extends DefaultAlarmArgs {
  /** `disk`. Changing the type replaces the alarm. */
  type: "disk";
  /** The level at which the alarm goes off, in gigabytes or percent as `valueCalculation` says. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the level must be crossed. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** The unit of `valueThreshold`: `fixed` for gigabytes, or `percentage`. Changed in place. Left out: `fixed`. */
  valueCalculation?: pulumi.Input<"fixed" | "percentage">;
}

/** An alarm on long queues. */
export interface QueueAlarmArgs extends AnyAlarmArgs {
  /** `queue`. Changing the type replaces the alarm. */
  type: "queue";
  /** The number of messages above which the alarm goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds a queue must be longer. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** A regular expression: only queues that match it count. Changed in place. Left out: all. */
  queueRegex?: pulumi.Input<string>;
  /** A regular expression: only queues in vhosts that match it count. Changed in place. Left out: all. */
  vhostRegex?: pulumi.Input<string>;
  /** Which messages count. Changed in place. Left out: `total`. */
  messageType?: pulumi.Input<"total" | "unacked" | "ready">;
}

/** An alarm on the number of connections. */
export interface ConnectionAlarmArgs extends AnyAlarmArgs {
  /** `connection`. Changing the type replaces the alarm. */
  type: "connection";
  /** The number of connections above which the alarm goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds there must be more. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on connections that the broker slows down. */
export interface FlowAlarmArgs extends AnyAlarmArgs {
  /** `flow`. Changing the type replaces the alarm. */
  type: "flow";
  /** For how many seconds a connection must be in flow state. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on queues with too few consumers. */
export interface ConsumerAlarmArgs extends AnyAlarmArgs {
  /** `consumer`. Changing the type replaces the alarm. */
  type: "consumer";
  /** The number of consumers below which the alarm goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds there must be fewer. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** A regular expression: only queues that match it count. Changed in place. Left out: all. */
  queueRegex?: pulumi.Input<string>;
  /** A regular expression: only queues in vhosts that match it count. Changed in place. Left out: all. */
  vhostRegex?: pulumi.Input<string>;
}

/** An alarm on the number of channels. */
export interface ChannelAlarmArgs extends AnyAlarmArgs {
  /** `channel`. Changing the type replaces the alarm. */
  type: "channel";
  /** The number of channels above which the alarm goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds there must be more. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on nodes that do not see each other; for dedicated plans. */
export interface NetsplitAlarmArgs extends AnyAlarmArgs {
  /** `netsplit`. Changing the type replaces the alarm. */
  type: "netsplit";
  /** For how many seconds the split must last. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on a server that cannot be reached; for dedicated plans. */
export interface ServerUnreachableAlarmArgs extends AnyAlarmArgs {
  /** `server_unreachable`. Changing the type replaces the alarm. */
  type: "server_unreachable";
}

/** Notices of events such as planned or emergency maintenance. */
export interface NoticeAlarmArgs extends DefaultAlarmArgs {
  /** `notice`. Changing the type replaces the alarm. */
  type: "notice";
}

/** What an `Alarm` is made from. Which arguments there are depends on `type`. */
export type AlarmArgs =
  | CpuAlarmArgs
  | MemoryAlarmArgs
  | DiskAlarmArgs
  | QueueAlarmArgs
  | ConnectionAlarmArgs
  | FlowAlarmArgs
  | ConsumerAlarmArgs
  | ChannelAlarmArgs
  | NetsplitAlarmArgs
  | ServerUnreachableAlarmArgs
  | NoticeAlarmArgs;

/** All arguments of a union's members in one type. */
type Flat<U> = {
  [K in U extends unknown ? keyof U : never]?: U extends unknown ? (K extends keyof U ? U[K] : never) : never;
};

/** Compares the schema with the interfaces that users see. Recipients are numbers in the schema. */
type Agree = Agrees<Flat<AlarmArgs>, typeof alarmSchema, keyof Flat<AlarmArgs>, "recipients">;

/** The arguments with numbers in place of recipients. An unknown recipient leaves the others known. */
function alarmArguments(args: AlarmArgs) {
  const { instance, recipients } = args;
  const on = idOf(instance);
  const numberOf = (recipient: RecipientInput): pulumi.Input<string | number> =>
    typeof recipient === "number"
      ? recipient
      : pulumi.all([on, idOf(recipient)]).apply(([ofInstance, id]) => recipientNumber(ofInstance, id));
  if (!recipients) return args;
  if (Array.isArray(recipients)) return { ...args, recipients: recipients.map(numberOf) };
  const numbers = pulumi
    .output(recipients)
    .apply((all) => pulumi.all(Array.isArray(all) ? (all as RecipientInput[]).map(numberOf) : all));
  return { ...args, recipients: numbers };
}

/**
 * An alarm of an instance: what is watched, when the alarm goes off, and who is told.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const ops = new broker.Recipient("ops", { instance: 123, type: "email", value: "ops@example.com" });
 *
 * new broker.Alarm("cpu", {
 *   instance: 123,
 *   type: "cpu",
 *   valueThreshold: 80,
 *   timeThreshold: 300,
 *   recipients: [ops],
 *   adoptDefault: true,
 * });
 * new broker.Alarm("orders", {
 *   instance: 123,
 *   type: "queue",
 *   queueRegex: "^orders",
 *   valueThreshold: 10_000,
 *   timeThreshold: 300,
 *   messageType: "ready",
 * });
 * ```
 *
 * The arguments depend on `type`: an argument that a type does not take, and a missing one that it needs, are refused.
 * Changing the type or the instance replaces the alarm; everything else changes in place. An argument that you take out
 * goes back to the service's default. A new instance has a cpu, a memory, a disk and a notice alarm already (on a
 * shared plan only the last). With `adoptDefault` the resource manages that alarm instead of making a second one. Take
 * over an existing alarm with `{ import: "<instance>/alarms/<number>" }`.
 *
 * @category What is watched, and who is told
 */
export class Alarm extends CustomResource {
  /** The type of the alarm, which says what is watched. */
  declare readonly type: pulumi.Output<AlarmArgs["type"]>;

  /**
   * @throws at preview: an argument that the type does not take, or one that it lacks. Also: a type that the instance's
   * plan does not have, no key for the instance.
   */
  constructor(name: string, args: AlarmArgs, opts?: pulumi.CustomResourceOptions) {
    super(...childSuper<Agree>(alarmDefinition, name, alarmArguments(args), opts));
  }

  /** Reads an alarm that something else manages, by its id `<instance>/alarms/<number>`. Fails for an unknown id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Alarm {
    return new Alarm(name, {} as AlarmArgs, { ...opts, id });
  }

  /** True when a value is an Alarm, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Alarm {
    return isInstanceOf(alarmDefinition, value);
  }
}

export interface Alarm extends Outputs<AlarmState> {}
