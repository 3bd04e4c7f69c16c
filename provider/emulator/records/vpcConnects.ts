import { z } from "zod";
import { base, collection, moment } from "./collection";

/** Private connectivity of each instance; disabled at first. */
export const vpcConnects = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    enabled: z.boolean(),
    /** Who may connect. */
    allowed: z.array(z.string()),
    /** Being enabled or disabled. */
    change: z.strictObject({ enabled: z.boolean(), endsAt: z.number() }).nullable(),
    updatedAt: moment,
    /** What provider C calls the name to connect to. */
    name_field: z.enum(["server_name", "service_name"]),
  }),
  firstId: 16_001,
  ofInstance: true,
  make: (given, { now }) => ({
    instance_id: given.instance_id ?? 1001,
    enabled: given.enabled ?? false,
    allowed: given.allowed ?? [],
    change: given.change ?? null,
    updatedAt: given.updatedAt ?? now,
    name_field: given.name_field ?? "server_name",
  }),
  settle: (connect, now) => {
    const { change } = connect;
    if (change && change.endsAt <= now) {
      connect.enabled = change.enabled;
      connect.allowed = change.enabled ? connect.allowed : [];
      connect.updatedAt = change.endsAt;
      connect.change = null;
    }
  },
});
