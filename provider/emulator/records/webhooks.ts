import { z } from "zod";
import { base, collection } from "../server/collection";

/** Webhooks of instances. */
export const webhooks = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    webhook_uri: z.string(),
    vhost: z.string(),
    queue: z.string(),
    concurrency: z.int().positive(),
    last_status: z.union([z.string(), z.number()]).nullable(),
  }),
  firstId: 21,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    webhook_uri: given.webhook_uri ?? "https://example.com/hook",
    vhost: given.vhost ?? "/",
    queue: given.queue ?? "queue",
    concurrency: given.concurrency ?? 1,
    last_status: given.last_status ?? null,
  }),
});
