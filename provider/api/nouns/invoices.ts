// `invoiceNoun` declares the invoices of an account. `nouns/index.ts` opens it; `functions/account.ts` and
// `cli/doctor/service.ts` send its requests. A new field goes into its schema as optional, because an answer may lack
// it. Method names must stay, because `pulumi-broker/client` shows them.
import { z } from "zod";
import type { Api, CallOptions } from "../transport/endpoint";
import { amount, flag, id, objectId, optional, shown, strings, text } from "../transport/schemas";
import { senderTo, withId, withQuery } from "../transport/send";

const invoiceItemSchema = shown(() => ({
  id: objectId,
  period: z.string(),
  number: optional(id),
  paid: optional(flag),
  total: optional(amount),
  currency: text,
  account_name: text,
}));
/** An invoice as the list shows it. The period has the form `YYYY/M`. */
export type InvoiceItem = z.output<typeof invoiceItemSchema>;

/** A line of an invoice: the cost of one instance or VPC. */
const lineSchema = shown(() => ({
  subscription_id: optional(id),
  amount: optional(amount),
  from: text,
  to: text,
  name: text,
  plan: text,
  tags: strings,
}));

const invoiceSchema = shown(() => ({
  period: z.string(),
  total: optional(amount),
  currency: text,
  lines: z.array(lineSchema),
  customer: optional(z.object({ company: text, address: text, country: text, account_name: text })),
  seller: optional(z.object({ company: text, address: text, zipcode: text, country: text, vatid: text })),
}));
/** An invoice with its lines. The period has the form `YYYY/M`. */
export type Invoice = z.output<typeof invoiceSchema>;

/** The operations on invoices. */
export interface InvoiceOperations {
  /** The invoices from one month to another (`YYYY-MM`, both included). */
  list(period?: { from?: string; to?: string }, options?: CallOptions): Promise<InvoiceItem[]>;
  /** The invoice of one month. */
  byPeriod(period: { year: number; month: number }, options?: CallOptions): Promise<Invoice>;
  /** One invoice. */
  get(id: string, options?: CallOptions): Promise<Invoice>;
}

const path = "/api/invoices";
const role = "billing manager";
const listSchema = z.lazy(() => z.array(invoiceItemSchema));

export function invoiceNoun(account: Api) {
  const send = senderTo(account);
  const invoices: InvoiceOperations = {
    list: send({ method: "GET", path, role, answer: listSchema }, withQuery),
    byPeriod: send({ method: "GET", path: `${path}/period`, role, answer: invoiceSchema }, withQuery),
    // The answer does not name the id of the invoice.
    get: send({ method: "GET", path: `${path}/{id}`, role, answer: invoiceSchema }, withId),
  };
  return { operations: { invoices }, shared: {} };
}
