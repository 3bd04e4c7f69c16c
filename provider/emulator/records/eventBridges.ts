import { z } from "zod";
import { base, collection } from "../server/collection";

/** Event bridges: queues whose messages are sent to an event bus. */
export const eventBridges = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    account_id: z.string(),
    cloud_region: z.string(),
    cloud_account_id: z.string(),
    vhost: z.string(),
    queue: z.string(),
    status: z.string().nullable(),
    with_headers: z.boolean(),
    exclusive_consumer: z.boolean(),
    prefetch: z.int(),
  }),
  firstId: 8001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    account_id: given.account_id ?? "emulated-account",
    cloud_region: given.cloud_region ?? "region-1",
    cloud_account_id: given.cloud_account_id ?? "000000000000",
    vhost: given.vhost ?? "/",
    queue: given.queue ?? "queue",
    status: given.status ?? null,
    with_headers: given.with_headers ?? false,
    exclusive_consumer: given.exclusive_consumer ?? false,
    prefetch: given.prefetch ?? 1000,
  }),
});
