import type * as pulumi from "@pulumi/pulumi";
import type { Recipient } from "../recipient";
import type { ChildArgs } from "../shared/child";

/** Who is told of an alarm: the recipient itself, or its id, as `123/recipients/7` or only the number. */
export type RecipientInput = Recipient | pulumi.Input<string | number>;

/** What alarms of every type take. */
export interface AnyAlarmArgs extends ChildArgs {
  /** Whether the alarm is on. Changed in place. Default: true. */
  enabled?: pulumi.Input<boolean>;
  /** Who is told: recipients of the same instance. The order means nothing. Changed in place. Default: all of them. */
  recipients?: pulumi.Input<RecipientInput[]>;
  /** After how many seconds those told are told again while the alarm lasts. Changed in place. Default: never. */
  reminderInterval?: pulumi.Input<number>;
}

/** What alarms take of which a new instance has one already. */
export interface DefaultAlarmArgs extends AnyAlarmArgs {
  /**
   * Takes over the alarm of this type that the service made with the instance, in place of a second one beside it: the
   * oldest that still has the default's values, or the only one of its type; where there is none, one is made. Removing
   * the resource then gives a cpu, memory or disk alarm its default values back, and leaves a notice alarm as it is. Only
   * read when the resource is made. Default: false.
   */
  adoptDefault?: boolean;
}

/** An alarm on the CPU's usage; for dedicated plans. */
export interface CpuAlarmArgs extends DefaultAlarmArgs {
  /** `cpu`. Changing the type replaces the alarm. */
  type: "cpu";
  /** The usage above which it goes off, in percent. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the usage must be above it. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on the memory's usage; for dedicated plans. */
export interface MemoryAlarmArgs extends DefaultAlarmArgs {
  /** `memory`. Changing the type replaces the alarm. */
  type: "memory";
  /** The usage above which it goes off, in percent. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the usage must be above it. Changed in place. */
  timeThreshold: pulumi.Input<number>;
}

/** An alarm on the disk; for dedicated plans. */
export interface DiskAlarmArgs extends DefaultAlarmArgs {
  /** `disk`. Changing the type replaces the alarm. */
  type: "disk";
  /** The level at which it goes off, in gigabytes or percent as `valueCalculation` says. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds the level must be crossed. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** What `valueThreshold` counts: `fixed` gigabytes, or a `percentage`. Changed in place. Default: `fixed`. */
  valueCalculation?: pulumi.Input<"fixed" | "percentage">;
}

/** An alarm on long queues. */
export interface QueueAlarmArgs extends AnyAlarmArgs {
  /** `queue`. Changing the type replaces the alarm. */
  type: "queue";
  /** The number of messages above which it goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds a queue must be longer. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** Which queues count, as a regular expression. Changed in place. Default: all. */
  queueRegex?: pulumi.Input<string>;
  /** The queues of which vhosts count, as a regular expression. Changed in place. Default: all. */
  vhostRegex?: pulumi.Input<string>;
  /** Which messages count. Changed in place. Default: `total`. */
  messageType?: pulumi.Input<"total" | "unacked" | "ready">;
}

/** An alarm on the number of connections. */
export interface ConnectionAlarmArgs extends AnyAlarmArgs {
  /** `connection`. Changing the type replaces the alarm. */
  type: "connection";
  /** The number of connections above which it goes off. Changed in place. */
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
  /** The number of consumers below which it goes off. Changed in place. */
  valueThreshold: pulumi.Input<number>;
  /** For how many seconds there must be fewer. Changed in place. */
  timeThreshold: pulumi.Input<number>;
  /** Which queues count, as a regular expression. Changed in place. Default: all. */
  queueRegex?: pulumi.Input<string>;
  /** The queues of which vhosts count, as a regular expression. Changed in place. Default: all. */
  vhostRegex?: pulumi.Input<string>;
}

/** An alarm on the number of channels. */
export interface ChannelAlarmArgs extends AnyAlarmArgs {
  /** `channel`. Changing the type replaces the alarm. */
  type: "channel";
  /** The number of channels above which it goes off. Changed in place. */
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
