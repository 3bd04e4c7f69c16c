// `nouns/index.ts` lists `auditLogNoun`; `service/seed.ts` adds the first events. Default values may change. The
// columns of `csvHeader` must stay, because the specification names them, and the client looks for them. Keys and order
// of `routes` must stay, because tests compare them with the client and the specification.
import { z } from "zod";
import { collection, recordOf, usually } from "../server/collection";
import { monthText } from "../server/request";
import { noun, route } from "../server/route";

/** Events of the audit log. */
export const auditEvents = collection({
  name: "auditEvents",
  ...recordOf({
    /** ISO 8601, UTC. */
    timestamp: usually(z.string(), ({ now }) => new Date(now).toISOString()),
    event: usually(z.string(), "instance.update"),
    source: usually(z.string(), "192.0.2.10"),
    user: usually(z.string(), "admin@example.com"),
    extras: usually(z.string(), ""),
  }),
});

const csvHeader = ["Timestamp", "Event", "Source", "User", "Extras"];

const csvField = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** The audit log of the account. */
export const auditLogNoun = noun({
  name: "auditLog",
  api: "account",
  collections: [auditEvents],
  routes: {
    events: route(
      "GET /api/auditlog/csv",
      { access: "admin", query: z.strictObject({ timestamp: monthText.optional() }) },
      ({ store, query }) => {
        const events = store.list(auditEvents).sort((a, b) => a.timestamp.localeCompare(b.timestamp));
        const wanted = query.timestamp ?? events.at(-1)?.timestamp.slice(0, 7) ?? "";
        const rows = events
          .filter(({ timestamp }) => timestamp.startsWith(wanted))
          .map(({ timestamp, event, source, user, extras }) => [timestamp, event, source, user, extras]);
        const text = [csvHeader, ...rows].map((row) => `${row.map(csvField).join(",")}\n`).join("");
        return { status: 200, text, headers: { "content-type": "text/csv; charset=utf-8" } };
      },
    ),
  },
});
