import { z } from "zod";
import { base, collection, moment } from "../server/collection";

/** Private connectivity of each instance; a new instance has it disabled. */
export const vpcConnects = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    enabled: z.boolean(),
    /** The accounts, subscriptions or projects that may connect. */
    allowed: z.array(z.string()),
    /** The change that is under way. */
    change: z.strictObject({ enabled: z.boolean(), endsAt: z.number() }).nullable(),
    updatedAt: moment,
    /** The field of the answer that has the name to connect to, on provider C. */
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
