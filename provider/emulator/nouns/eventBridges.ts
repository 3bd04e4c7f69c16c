import { z } from "zod";
import type { RecordOf } from "../records";
import { created, noContent, ok } from "../server/reply";
import { text } from "../server/request";
import { instanceOf, listOf, ownOf, type Route, route } from "../server/route";

const accountDigits = 12;

/** An account id as text or as a number; a number has lost its leading zeros, which are put back. */
const accountId = z
  .union([z.string(), z.int()])
  .transform((given) => `${given}`.padStart(typeof given === "number" ? accountDigits : 0, "0"))
  .refine((given) => /^\d{12}$/.test(given), `Must have ${accountDigits} digits`);

const show = ({ instance_id: _, hiddenUntil: __, ...bridge }: RecordOf<"eventBridges">) => bridge;

/** Operations of the instance API on event bridges. */
export const eventBridgeRoutes: Route[] = [
  route({
    operation: "eventBridges.list",
    method: "GET",
    path: "/api/eventbridges",
    auth: "instance",
    handle: (context) => ok(listOf(context, "eventBridges").map(show)),
  }),
  route({
    operation: "eventBridges.get",
    method: "GET",
    path: "/api/eventbridges/:id",
    auth: "instance",
    handle: (context) => ok(show(ownOf(context, "eventBridges"))),
  }),
  route({
    operation: "eventBridges.create",
    method: "POST",
    path: "/api/eventbridges",
    auth: "instance",
    body: z.strictObject({
      vhost: text,
      queue: text,
      cloud_region: text,
      cloud_account_id: accountId,
      with_headers: z.boolean().optional(),
      prefetch: z.int().min(1, "Must be at least 1").optional(),
    }),
    handle: (context) => {
      const instance_id = instanceOf(context).id;
      return created({ id: context.store.insert("eventBridges", { ...context.body, instance_id }).id });
    },
  }),
  route({
    operation: "eventBridges.delete",
    method: "DELETE",
    path: "/api/eventbridges/:id",
    auth: "instance",
    handle: (context) => {
      context.store.remove("eventBridges", ownOf(context, "eventBridges").id);
      return noContent();
    },
  }),
];
