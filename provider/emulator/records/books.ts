import { z } from "zod";
import { base, collection } from "../server/collection";

const line = z.strictObject({
  subscription_id: z.int(),
  amount: z.number(),
  from: z.string(),
  to: z.string(),
  name: z.string(),
  plan: z.string(),
  tags: z.array(z.string()),
});

/** Invoices, one for each month. Answers compute the total from the lines. */
export const invoices = collection({
  schema: z.strictObject({
    ...base,
    year: z.int(),
    month: z.int().min(1).max(12),
    paid: z.boolean(),
    lines: z.array(line),
  }),
  firstId: 17_001,
  make: (given) => ({
    year: given.year ?? 2026,
    month: given.month ?? 1,
    paid: given.paid ?? true,
    lines: given.lines ?? [],
  }),
});

/** Events of the audit log. */
export const auditEvents = collection({
  schema: z.strictObject({
    ...base,
    /** ISO 8601, UTC. */
    timestamp: z.string(),
    event: z.string(),
    source: z.string(),
    user: z.string(),
    extras: z.string(),
  }),
  firstId: 1,
  make: (given, { now }) => ({
    timestamp: given.timestamp ?? new Date(now).toISOString(),
    event: given.event ?? "instance.update",
    source: given.source ?? "192.0.2.10",
    user: given.user ?? "admin@example.com",
    extras: given.extras ?? "",
  }),
});
