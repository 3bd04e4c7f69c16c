// `monitoredInstance.ts` and `plugin/construct.ts` call `clashOf`, then `assemble`. A new standard alarm goes into
// `alarmsFor`, into `StandardAlarms` and into the `schema` of `plugin/construct.ts`. Names of parts must stay, because
// URNs hold these names; standard values must stay, because alarms in use would change.
import type { MonitoredInstanceArgs, StandardAlarms, Threshold } from "./args";

type PartKind = "Alarm" | "Instance" | "Integration" | "Recipient";

/** The arguments of a part. For a reference to another part, the value is what `make` returned for that part. */
type PartArgs = Record<string, unknown>;

/** Explains why an alarm of `moreAlarms` cannot have its name: it would silently replace a standard alarm. */
export function clashOf(component: string, args: Pick<MonitoredInstanceArgs, "alarms" | "moreAlarms">) {
  const more = Object.keys(args.moreAlarms ?? {});
  const both = Object.keys(alarmsFor(args.alarms ?? {})).filter((name) => more.includes(name));
  if (both.length === 0) return undefined;
  return `MonitoredInstance "${component}": an alarm in moreAlarms has the name of a standard alarm (${both.join(", ")}). Choose another name in moreAlarms, or use the input "alarms" to change the standard alarm. To leave out the standard alarm, set the standard alarm to false in the input "alarms"`;
}

/** Makes the parts of a `MonitoredInstance`, by the names that the program gave them, each by a call of `make`. */
export function assemble<P>(
  component: string,
  args: MonitoredInstanceArgs,
  make: (kind: PartKind, name: string, args: PartArgs) => P,
) {
  const instance = make("Instance", component, { ...args.instance });
  const each = (kind: PartKind, described: Record<string, object> = {}, common: PartArgs = {}): Record<string, P> => {
    const part = (key: string, own: object) => make(kind, `${component}-${key}`, { ...common, ...own, instance });
    return Object.fromEntries(Object.entries(described).map(([key, own]) => [key, part(key, own)]));
  };
  const recipients = each("Recipient", args.recipients);
  const told = Object.values(recipients);
  const alarms = { ...alarmsFor(args.alarms ?? {}), ...args.moreAlarms };
  return {
    instance,
    recipients,
    alarms: each("Alarm", alarms, told.length > 0 ? { recipients: told } : {}),
    integrations: each("Integration", args.integrations),
  };
}

/** The standard alarms. With `adoptDefault`, the service's own alarm is taken over; the two other alarms are made. */
function alarmsFor({ cpu = {}, memory = {}, disk = {}, netsplit = {}, serverUnreachable, notice }: StandardAlarms) {
  const level = (type: string, threshold: Threshold | false, usual: number) =>
    threshold !== false && {
      type,
      adoptDefault: true,
      valueThreshold: threshold.value ?? usual,
      timeThreshold: threshold.seconds ?? standardSeconds,
    };
  const all = {
    cpu: level("cpu", cpu, 90),
    memory: level("memory", memory, 90),
    disk: level("disk", disk, 5),
    netsplit: netsplit !== false && { type: "netsplit", timeThreshold: netsplit.seconds ?? standardSeconds },
    "server-unreachable": serverUnreachable !== false && { type: "server_unreachable" },
    notice: notice !== false && { type: "notice", adoptDefault: true },
  };
  return Object.fromEntries(Object.entries(all).filter(([, alarm]) => alarm !== false)) as Record<string, object>;
}

/** How long a value must stay crossed for the service's own alarms: ten minutes. */
const standardSeconds = 600;
