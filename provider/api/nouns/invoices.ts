import { z } from "zod";
import type { Endpoint } from "../transport/endpoint";
import { amount, flag, id, objectId, optional } from "../transport/schemas";

/** An item of `GET /api/invoices`. */
const invoiceItemSchema = z.object({
  id: objectId,
  period: z.string(),
  number: optional(id),
  paid: optional(flag),
  total: optional(amount),
  currency: optional(z.string()),
  account_name: optional(z.string()),
});
/** An invoice as the list shows it. The period has the form `YYYY/M`. */
export type InvoiceItem = z.output<typeof invoiceItemSchema>;

const text = optional(z.string());

/** A line of an invoice: the cost of one instance or VPC. */
const lineSchema = z.object({
  subscription_id: optional(id),
  amount: optional(amount),
  from: text,
  to: text,
  name: text,
  plan: text,
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
});

/** The answer of `GET /api/invoices/<id>` and `GET /api/invoices/period`. */
const invoiceSchema = z.object({
  period: z.string(),
  total: optional(amount),
  currency: text,
  lines: z.array(lineSchema),
  customer: optional(z.object({ company: text, address: text, country: text, account_name: text })),
  seller: optional(z.object({ company: text, address: text, zipcode: text, country: text, vatid: text })),
});
/** An invoice with its lines. The period has the form `YYYY/M`. */
export type Invoice = z.output<typeof invoiceSchema>;

/** The role that a key needs to see the bills. */
const role = "billing manager";

/** Lists the invoices. */
export const listInvoices: Endpoint<InvoiceItem[]> = {
  method: "GET",
  path: "/api/invoices",
  role,
  answer: z.array(invoiceItemSchema),
};

/** Reads the invoice of one month. */
export const getInvoiceByPeriod: Endpoint<Invoice> = {
  method: "GET",
  path: "/api/invoices/period",
  role,
  answer: invoiceSchema,
};

/** Reads one invoice. The answer does not name the id of the invoice. */
export const getInvoice: Endpoint<Invoice> = {
  method: "GET",
  path: "/api/invoices/{id}",
  role,
  answer: invoiceSchema,
};
