import { z } from "zod";
import { base, collection } from "../server/collection";

/** The services of the specification's table, in its order. */
export const services = ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"] as const;

const rule = z.strictObject({
  ip: z.string(),
  ports: z.array(z.int()),
  services: z.array(z.enum(services)),
  description: z.string(),
});

/** One rule: the services and ports that an IP range may reach. */
export type FirewallRule = z.output<typeof rule>;

/** The rule of a new instance, which lets everybody in. */
const defaultRule: FirewallRule = { description: "Default", ip: "0.0.0.0/0", ports: [], services: [...services] };

/** One firewall for each instance. */
export const firewalls = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    /** The rules in force. */
    rules: z.array(rule),
    /** The change that is being applied. */
    change: z.strictObject({ rules: z.array(rule), endsAt: z.number() }).nullable(),
    /** The rules that a GET shows during a change: those in force, or those asked for. */
    shows: z.enum(["in force", "asked for"]),
    /** All sets of rules that were ever in force, each with the time at which it began, oldest first. */
    history: z.array(z.strictObject({ at: z.number(), rules: z.array(rule) })),
  }),
  firstId: 9001,
  ofInstance: true,
  make: (given, { now }) => {
    const rules = given.rules ?? [defaultRule];
    return {
      instance_id: given.instance_id ?? 1001,
      rules,
      change: given.change ?? null,
      shows: given.shows ?? "in force",
      history: given.history ?? [{ at: now, rules }],
    };
  },
  settle: (firewall, now) => {
    const { change, history } = firewall;
    // Rules that the state call has set belong to the history too.
    if (JSON.stringify(history.at(-1)?.rules) !== JSON.stringify(firewall.rules)) {
      history.push({ at: now, rules: firewall.rules });
    }
    if (change && change.endsAt <= now) {
      firewall.rules = change.rules;
      firewall.change = null;
      history.push({ at: change.endsAt, rules: change.rules });
    }
  },
});
