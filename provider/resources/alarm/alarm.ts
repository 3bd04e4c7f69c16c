import * as pulumi from "@pulumi/pulumi";
import { idOf, isInstanceOf, remember, superArguments } from "../../framework/resource";
import { childArguments } from "../shared/child";
import { isNumericId } from "../shared/ids";
import { alarmDefinition } from "./definition";
import type { AlarmArgs, RecipientInput } from "./schema";

/** The arguments with numbers in place of recipients. */
function alarmArguments(args: AlarmArgs) {
  const { instance, recipients } = args;
  const on = idOf(instance);
  const numberOf = (recipient: RecipientInput): pulumi.Input<string | number> =>
    typeof recipient === "number"
      ? recipient
      : pulumi.all([on, idOf(recipient)]).apply(([ofInstance, id]) => recipientNumber(ofInstance, id));
  return {
    ...args,
    recipients: recipients && numbersOf(recipients, numberOf),
  };
}

/** Each element by itself where there is a list: one that is not known yet leaves the others known. */
function numbersOf(
  recipients: pulumi.Input<RecipientInput[]>,
  numberOf: (recipient: RecipientInput) => pulumi.Input<string | number>,
): pulumi.Input<pulumi.Input<string | number>[]> {
  if (Array.isArray(recipients)) return recipients.map(numberOf);
  return pulumi
    .output(recipients)
    .apply((all) => pulumi.all(Array.isArray(all) ? (all as RecipientInput[]).map(numberOf) : all));
}

/** The number of a recipient; what is none of this instance stays as it is, for the preview to refuse. */
function recipientNumber(instance: string, id: string): string | number {
  const [on, kind, item = "", ...rest] = id.split("/");
  const ours = on === instance && kind === "recipients" && rest.length === 0 ? item : id;
  return isNumericId(ours) ? Number(ours) : id;
}

/**
 * An alarm of an instance: what is watched, from where on it goes off, and who is told.
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
 * Which arguments there are depends on `type`: an argument that a type does not take, and a missing one that it needs, are
 * refused. Changing the type or the instance replaces the alarm; everything else is changed in place, and what is taken
 * out goes back to the service's default. A new instance has a cpu, a memory, a disk and a notice alarm already (on a
 * shared plan only the last): `adoptDefault` manages those, where otherwise a second one stands beside them. An existing
 * alarm is taken over with `{ import: "<instance>/alarms/<number>" }`.
 */
export class Alarm extends pulumi.CustomResource {
  /** The id of the instance. */
  declare readonly instance: pulumi.Output<string>;
  /** The instance's own API key, where it was given. Secret. */
  declare readonly instanceApiKey: pulumi.Output<string | undefined>;
  /** What is watched. */
  declare readonly type: pulumi.Output<AlarmArgs["type"]>;
  /** Whether the alarm is on. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** The numbers of the recipients; none of their own means all. */
  declare readonly recipients: pulumi.Output<number[]>;
  /** After how many seconds those told are told again; none for never. */
  declare readonly reminderInterval: pulumi.Output<number | undefined>;
  /** From which value on it goes off. */
  declare readonly valueThreshold: pulumi.Output<number | undefined>;
  /** After how many seconds it goes off. */
  declare readonly timeThreshold: pulumi.Output<number | undefined>;
  /** What the threshold of a disk alarm counts. */
  declare readonly valueCalculation: pulumi.Output<"fixed" | "percentage" | undefined>;
  /** Which queues count; none for all. */
  declare readonly queueRegex: pulumi.Output<string | undefined>;
  /** The queues of which vhosts count; none for all. */
  declare readonly vhostRegex: pulumi.Output<string | undefined>;
  /** Which messages of a queue count. */
  declare readonly messageType: pulumi.Output<"total" | "unacked" | "ready" | undefined>;
  /** Whether the resource stands for the default alarm of this type. */
  declare readonly adoptDefault: pulumi.Output<boolean | undefined>;

  /** @throws at preview: what the type does not take or lacks, a type that the instance's plan does not have, no key for the instance. */
  constructor(name: string, args: AlarmArgs, opts?: pulumi.CustomResourceOptions) {
    const given =
      opts?.id === undefined ? childArguments(alarmArguments(args), opts) : { args: undefined, options: opts };
    super(...superArguments(alarmDefinition, name, given.args, given.options));
    remember(this, opts);
  }

  /** Reads an alarm that something else manages, by its id `<instance>/alarms/<number>`. An error when there is none. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Alarm {
    return new Alarm(name, {} as AlarmArgs, { ...opts, id });
  }

  /** Whether a value is an Alarm, whichever copy of this package made it. */
  static override isInstance(value: unknown): value is Alarm {
    return isInstanceOf(alarmDefinition, value);
  }
}
