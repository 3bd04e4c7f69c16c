import { z } from "zod";
import type { RecordOf } from "../records";
import { notFound, ok } from "../server/reply";
import { type Route, route } from "../server/route";

const accountName = "emulated-account";

type Invoice = RecordOf<"invoices">;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Must have the form YYYY-MM");

const monthOf = (invoice: Invoice) => `${invoice.year}-${`${invoice.month}`.padStart(2, "0")}`;

// The amounts are added in cents, so that no error of floating-point numbers shows.
const totalOf = ({ lines }: Invoice) => lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

const showShort = (invoice: Invoice) => ({
  id: invoice.id,
  period: `${invoice.year}/${invoice.month}`,
  number: invoice.id,
  paid: invoice.paid,
  total: totalOf(invoice),
  currency: "USD",
  account_name: accountName,
});

const showInFull = (invoice: Invoice) => ({
  period: `${invoice.year}/${invoice.month}`,
  total: totalOf(invoice),
  currency: "USD",
  lines: invoice.lines,
  customer: { company: "Example Inc", address: "1 Example Street", country: "SE", account_name: accountName },
  seller: { company: "Broker Service", address: "2 Example Street", zipcode: "12345", country: "SE", vatid: "SE1" },
});

const csvHeader = ["Timestamp", "Event", "Source", "User", "Extras"];

const csvField = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** Operations of the account API on invoices and the audit log. */
export const bookRoutes: Route[] = [
  route({
    operation: "invoices.list",
    method: "GET",
    path: "/api/invoices",
    auth: "account",
    access: "bills",
    query: z.strictObject({ from: month.optional(), to: month.optional() }),
    handle: ({ store, query: { from = "0000-01", to = "9999-12" } }) =>
      ok(
        store
          .list("invoices")
          .filter((invoice) => from <= monthOf(invoice) && monthOf(invoice) <= to)
          .map(showShort),
      ),
  }),
  route({
    operation: "invoices.byPeriod",
    method: "GET",
    path: "/api/invoices/period",
    auth: "account",
    access: "bills",
    query: z.strictObject({ year: z.int(), month: z.int().min(1, "Must be 1 to 12").max(12, "Must be 1 to 12") }),
    handle: ({ store, query }) => {
      const found = store.list("invoices").find(({ year, month }) => year === query.year && month === query.month);
      if (!found) throw notFound();
      return ok(showInFull(found));
    },
  }),
  route({
    operation: "invoices.get",
    method: "GET",
    path: "/api/invoices/:id",
    auth: "account",
    access: "bills",
    handle: ({ store, params }) => ok(showInFull(store.get("invoices", params["id"] ?? ""))),
  }),
  route({
    operation: "auditLog.events",
    method: "GET",
    path: "/api/auditlog/csv",
    auth: "account",
    access: "admin",
    query: z.strictObject({ timestamp: month.optional() }),
    handle: ({ store, query }) => {
      const events = store.list("auditEvents").sort((a, b) => a.timestamp.localeCompare(b.timestamp));
      const wanted = query.timestamp ?? events.at(-1)?.timestamp.slice(0, 7) ?? "";
      const rows = events
        .filter(({ timestamp }) => timestamp.startsWith(wanted))
        .map(({ timestamp, event, source, user, extras }) => [timestamp, event, source, user, extras]);
      const text = [csvHeader, ...rows].map((row) => `${row.map(csvField).join(",")}\n`).join("");
      return { status: 200, text, headers: { "content-type": "text/csv; charset=utf-8" } };
    },
  }),
];
