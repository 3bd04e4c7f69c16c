// The folder's files read the inputs of each type of alarm here; `adopt` reads `isAlarmType` and the default alarms. A
// new type gets a line in `rows`, and an interface in `alarm.ts`. States hold the names of inputs, which must stay.
import { z } from "zod";
import type { Rule } from "../../framework/kind/definition";
import { field, inputsOf } from "../../framework/kind/marks";
import { childShape } from "../shared/child";
import { textWithout } from "../shared/texts";
import { explainBadRegex } from "./regex";

/** The inputs that only some types take. */
type TypedField =
  | "valueThreshold"
  | "timeThreshold"
  | "valueCalculation"
  | "queueRegex"
  | "vhostRegex"
  | "messageType"
  | "adoptDefault";

interface TypeRow {
  needs: readonly TypedField[];
  takes?: readonly TypedField[];
  /** True for a type that exists only on plans with servers of their own. */
  dedicated?: true;
}

const both = ["valueThreshold", "timeThreshold"] as const;

const rows = {
  cpu: { needs: both, takes: ["adoptDefault"], dedicated: true },
  memory: { needs: both, takes: ["adoptDefault"], dedicated: true },
  disk: { needs: both, takes: ["valueCalculation", "adoptDefault"], dedicated: true },
  queue: { needs: both, takes: ["queueRegex", "vhostRegex", "messageType"] },
  connection: { needs: both },
  flow: { needs: ["timeThreshold"] },
  consumer: { needs: both, takes: ["queueRegex", "vhostRegex"] },
  channel: { needs: both },
  netsplit: { needs: ["timeThreshold"], dedicated: true },
  server_unreachable: { needs: [], dedicated: true },
  notice: { needs: [], takes: ["adoptDefault"] },
} satisfies Record<string, TypeRow>;

export type AlarmType = keyof typeof rows;

/** The inputs that each type of alarm needs or takes beside the common inputs. */
export const alarmTypes: Readonly<Record<AlarmType, TypeRow>> = rows;

const typeNames = Object.keys(alarmTypes) as [AlarmType, ...AlarmType[]];

/** True when this version of the package knows the type. */
export const isAlarmType = (type: unknown): type is AlarmType => typeNames.some((name) => name === type);

/** The inputs that a type needs or takes beside the common inputs. */
export function fieldsOf(type: AlarmType): readonly TypedField[] {
  const { needs, takes = [] } = alarmTypes[type];
  return [...needs, ...takes];
}

const forAll = { enabled: true, recipients: [] };

/** The values that the service gives to the alarms it makes with an instance. */
export const defaultAlarms: Partial<Record<AlarmType, Omit<AlarmValues, "instance">>> = {
  cpu: { type: "cpu", ...forAll, valueThreshold: 90, timeThreshold: 600 },
  memory: { type: "memory", ...forAll, valueThreshold: 90, timeThreshold: 600 },
  disk: { type: "disk", ...forAll, valueThreshold: 5, timeThreshold: 600, valueCalculation: "fixed" },
  notice: { type: "notice", ...forAll },
};

const whole = z.number().int("must be a whole number").min(0, "must be 0 or more").optional();
const regex = textWithout(explainBadRegex)
  .min(1, "must not be empty: to match all names, leave this input out")
  .optional();
const number = z.custom<number>((value) => Number.isInteger(value) && (value as number) > 0, {
  message: "must be the id of a recipient on the same instance, such as 7 or 123/recipients/7",
});
const onlyFor = (type: AlarmType, value: unknown) => (inputs: Record<string, unknown>) =>
  inputs["type"] === type ? value : undefined;

/** The schema of the inputs, with their marks. */
export const alarmSchema = inputsOf(() => ({
  ...childShape,
  type: field(z.enum(typeNames), { replace: true }),
  enabled: field(z.boolean().optional(), { default: true }),
  recipients: field(z.array(number).optional(), { set: true, default: [] }),
  // An interval of 0 seconds means that no interval is set, and the service shows it so.
  reminderInterval: field(whole, { normal: (value) => (value === 0 ? null : value) }),
  valueThreshold: whole,
  timeThreshold: whole,
  valueCalculation: field(z.enum(["fixed", "percentage"]).optional(), { default: onlyFor("disk", "fixed") }),
  queueRegex: regex,
  vhostRegex: regex,
  messageType: field(z.enum(["total", "unacked", "ready"]).optional(), { default: onlyFor("queue", "total") }),
  adoptDefault: field(z.boolean().optional(), {
    createOnly: true,
    normal: (value) => (value === true ? true : null),
  }),
}));

/** An alarm's inputs as the definition sees them. */
export type AlarmValues = z.output<typeof alarmSchema> & { enabled: boolean; recipients: number[] };

const typedFields = [...new Set(typeNames.flatMap(fieldsOf))];

/** Refuses an input that the type does not take, and the lack of an input that the type needs. */
const fieldRules = typedFields.map(
  (name): Rule<AlarmValues> => ({
    needs: [name, "type"],
    refuses(args) {
      const { needs } = alarmTypes[args.type];
      if (args[name] === undefined)
        return needs.includes(name) ? `must be given for an alarm of the type ${args.type}` : undefined;
      const takes = fieldsOf(args.type);
      if (takes.includes(name)) return undefined;
      return `cannot be given for an alarm of the type ${args.type}: such an alarm takes ${takes.length > 0 ? takes.join(", ") : "no thresholds"}. Leave this input out`;
    },
  }),
);

const percentRule: Rule<AlarmValues> = {
  needs: ["valueThreshold", "type", "valueCalculation"],
  refuses({ type, valueThreshold = 0, valueCalculation }) {
    const isPercent = type === "cpu" || type === "memory" || (type === "disk" && valueCalculation === "percentage");
    return isPercent && valueThreshold > 100 ? "must be at most 100, because this threshold is in percent" : undefined;
  },
};

/** The rules that need more than one input, which the schema cannot express. */
export const alarmRules: readonly Rule<AlarmValues>[] = [...fieldRules, percentRule];
