// `eventBridgeNoun` declares event bridges. `nouns/index.ts` opens it, and `resources/eventBridge.ts` uses its
// collection. A new field goes into `eventBridgeSchema` and, if it is sent, into `EventBridgeBody`. Account ids must
// keep their leading zeros, because state has all digits.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type CollectionSpec, collectionOperations, type ItemOperations } from "../lists/collectionOperations";
import type { Api } from "../transport/endpoint";
import { count, createdChildSchema, flag, id, type MadeChild, objectId, observed, shown } from "../transport/schemas";

/** The number of digits of a cloud account id, leading zeros included. */
const accountDigits = 12;

const eventBridgeSchema = shown(() => ({
  id: objectId,
  cloud_region: z.string(),
  // The account id arrives as an integer, as the specification says, and has then lost its leading zeros.
  cloud_account_id: id.transform((account) => account.padStart(accountDigits, "0")),
  vhost: z.string(),
  queue: z.string(),
  with_headers: flag,
  status: z.string().nullish(),
  /** The id of the account that owns the bridge. */
  account_id: observed(id),
  prefetch: observed(count),
  exclusive_consumer: observed(flag),
}));
/** An event bridge as the service shows it: messages of a queue go to an event bus. */
export type EventBridge = z.output<typeof eventBridgeSchema>;

/** The body of a POST. An event bridge cannot be changed afterwards. */
export type EventBridgeBody = Pick<
  EventBridge,
  "vhost" | "queue" | "cloud_region" | "cloud_account_id" | "with_headers"
>;

const eventBridgeSpec: CollectionSpec<EventBridge, EventBridgeBody, { id: string }> = {
  name: "event bridge",
  path: "/api/eventbridges",
  item: eventBridgeSchema,
  created: createdChildSchema,
  merge: (body, id, before) => ({ status: null, ...before, ...body, id }),
};

/** The operations on event bridges. */
export type EventBridgeOperations = ItemOperations<EventBridge, EventBridgeBody, MadeChild>;

/** Event bridges of one instance, which send the messages of a queue to an event bus. The service has no PUT for them. */
export function eventBridgeNoun(instance: Api) {
  const { update: _never, ...rest } = collectionOperations(instance, eventBridgeSpec, { answer: createdChildSchema });
  const { update: _neither, ...shared } = createCollection(instance, eventBridgeSpec);
  return { operations: { eventBridges: rest }, shared: { eventBridges: shared } };
}
