// `nouns/index.ts` lists `invoiceNoun`; `service/seed.ts` adds two invoices. The names and addresses on the invoices may
// change. `access` must stay, because only the roles `admin` and `billing manager` may read invoices. Keys and order of
// `routes` must stay, because tests compare them with the client and the specification.
import { z } from "zod";
import { collection, type RecordIn, recordOf, usually } from "../server/collection";
import { notFound, ok } from "../server/reply";
import { monthText } from "../server/request";
import { noun, route } from "../server/route";

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
  name: "invoices",
  firstId: 17_001,
  ...recordOf({
    year: usually(z.int(), 2026),
    month: usually(z.int().min(1).max(12), 1),
    paid: usually(z.boolean(), true),
    lines: usually(z.array(line), []),
  }),
});

type Invoice = RecordIn<typeof invoices>;

const accountName = "emulated-account";

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

/** The invoices of the account. */
export const invoiceNoun = noun({
  name: "invoices",
  api: "account",
  collections: [invoices],
  routes: {
    list: route(
      "GET /api/invoices",
      { access: "bills", query: z.strictObject({ from: monthText.optional(), to: monthText.optional() }) },
      ({ store, query: { from = "0000-01", to = "9999-12" } }) =>
        ok(
          store
            .list(invoices)
            .filter((invoice) => from <= monthOf(invoice) && monthOf(invoice) <= to)
            .map(showShort),
        ),
    ),
    byPeriod: route(
      "GET /api/invoices/period",
      {
        access: "bills",
        query: z.strictObject({ year: z.int(), month: z.int().min(1, "Must be 1 to 12").max(12, "Must be 1 to 12") }),
      },
      ({ store, query }) => {
        const found = store.list(invoices).find(({ year, month }) => year === query.year && month === query.month);
        if (!found) throw notFound();
        return ok(showInFull(found));
      },
    ),
    get: route("GET /api/invoices/:id", { access: "bills" }, ({ store, params }) =>
      ok(showInFull(store.get(invoices, params["id"] ?? ""))),
    ),
  },
});
