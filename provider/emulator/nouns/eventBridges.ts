// `nouns/index.ts` lists `eventBridgeNoun`. Default values may change. `accountId`, the schema of `cloud_account_id`,
// must put back leading zeros, because such an id has twelve digits. With `specified_only`, `show` must send a number
// as `cloud_account_id`, because the specification has a number. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { created, noContent, ok } from "../server/reply";
import { text } from "../server/request";
import { type Context, instanceOf, listOf, noun, ownOf, route } from "../server/route";
import { dialectOf } from "../service/dialects";

const eventBridges = collection({
  name: "eventBridges",
  firstId: 8001,
  ...recordOf({
    ...ofInstance,
    account_id: usually(z.string(), "emulated-account"),
    cloud_region: usually(z.string(), "region-1"),
    cloud_account_id: usually(z.string(), "000000000000"),
    vhost: usually(z.string(), "/"),
    queue: usually(z.string(), "queue"),
    status: orNull(z.string()),
    with_headers: usually(z.boolean(), false),
    exclusive_consumer: usually(z.boolean(), false),
    prefetch: usually(z.int(), 1000),
  }),
});

const accountDigits = 12;

/** An account id as text or as a number. A number has lost its leading zeros, so the schema adds zeros in front. */
const accountId = z
  .union([z.string(), z.int()])
  .transform((given) => `${given}`.padStart(typeof given === "number" ? accountDigits : 0, "0"))
  .refine((given) => /^\d{12}$/.test(given), `Must have ${accountDigits} digits`);

const show = ({ store }: Context, { instance_id: _, hiddenUntil: __, ...bridge }: RecordIn<typeof eventBridges>) =>
  dialectOf(store).specified_only ? { ...bridge, cloud_account_id: Number(bridge.cloud_account_id) } : bridge;

const unspecified = ["exclusive_consumer", "prefetch"];

/** Event bridges: queues whose messages are sent to an event bus. */
export const eventBridgeNoun = noun({
  name: "eventBridges",
  api: "instance",
  collections: [eventBridges],
  routes: {
    list: route("GET /api/eventbridges", { unspecified }, (context) =>
      ok(listOf(context, eventBridges).map((each) => show(context, each))),
    ),
    get: route("GET /api/eventbridges/:id", { unspecified }, (context) =>
      ok(show(context, ownOf(context, eventBridges))),
    ),
    create: route(
      "POST /api/eventbridges",
      {
        body: z.strictObject({
          vhost: text,
          queue: text,
          cloud_region: text,
          cloud_account_id: accountId,
          with_headers: z.boolean().optional(),
          prefetch: z.int().min(1, "Must be at least 1").optional(),
        }),
        unspecified: [],
      },
      (context) => {
        const instance_id = instanceOf(context).id;
        return created({ id: context.store.insert(eventBridges, { ...context.body, instance_id }).id });
      },
    ),
    delete: route("DELETE /api/eventbridges/:id", (context) => {
      context.store.remove(eventBridges, ownOf(context, eventBridges).id);
      return noContent();
    }),
  },
});
