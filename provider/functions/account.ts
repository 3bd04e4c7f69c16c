// Programs import the functions, and `plugin/functions.ts` serves them. A new field goes into the interface, in camel
// case; names must stay. An id beside year and month must stay refused, because the answer would ignore the id.
import type * as pulumi from "@pulumi/pulumi";
import type { AuditEvent } from "../api";
import { ask, askOutput, inCamelCase } from "../ask/ask";
import type { Known } from "../ask/question";
import { parseNumericId } from "../resources/shared/ids";

/** An event of the audit log as {@link getAuditLog} lists it. */
export interface AuditEventResult {
  /** The time of the event, as the service writes it. */
  timestamp: string;
  /** The name of the event. */
  event: string;
  /** The source, such as the address from which the event was caused. */
  source: string;
  /** The user who caused the event. */
  user: string;
  /** Further details, in a form that the service chooses. */
  extras: string;
}

/** The arguments of {@link getAuditLog}. */
export interface GetAuditLogArgs {
  /** The month, as `YYYY-MM`. Default: the latest month. */
  month?: string;
}

/**
 * The events of the audit log of one month; a log of more than 64 MiB is refused. Export only what a stack needs of it,
 * because outputs are kept in the stack's state.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const logins = broker
 *   .getAuditLog({ month: "2026-02" })
 *   .then((events) => events.filter(({ event }) => event === "team.login").length);
 * ```
 *
 * @category The account and its team
 */
export const getAuditLog = ask<GetAuditLogArgs, AuditEventResult[]>({
  name: "getAuditLog",
  list: true,
  refuses: ({ month }) => refusesUnlessMonths({ month }),
  async answer(client, call, { month }) {
    const events: AuditEvent[] = [];
    for await (const event of client.operations.auditLog.events({ month }, call)) events.push(event);
    return events;
  },
});

/** {@link getAuditLog} as an output. */
export const getAuditLogOutput = askOutput<pulumi.Input<GetAuditLogArgs>, AuditEventResult[]>(getAuditLog);

/** An invoice as {@link getInvoices} lists it. */
export interface InvoiceListItem {
  /** The id, as {@link getInvoice} takes it. */
  id: string;
  /** The month, as `YYYY/M`. */
  period: string;
  /** The number of the invoice. */
  number?: string;
  /** True when the invoice has been paid. */
  paid?: boolean;
  /** The total. */
  total?: number;
  /** The currency of the total. */
  currency?: string;
  /** The name of the account. */
  accountName?: string;
}

/** A line of an invoice. */
export interface InvoiceLine {
  /** The id of the instance or VPC that the line is about. */
  subscriptionId?: string;
  /** The amount. */
  amount?: number;
  /** The beginning of the time that is billed, in ISO 8601. */
  from?: string;
  /** The end of the time that is billed, in ISO 8601. */
  to?: string;
  /** The name of the instance or VPC. */
  name?: string;
  /** The plan. */
  plan?: string;
  /** The tags of the instance or VPC. */
  tags: string[];
}

/** An invoice as {@link getInvoice} returns it. */
export interface InvoiceResult {
  /** The month, as `YYYY/M`. */
  period: string;
  /** The total. */
  total?: number;
  /** The currency of all amounts. */
  currency?: string;
  /** The lines. */
  lines: InvoiceLine[];
  /** The customer that is billed. */
  customer?: { company?: string; address?: string; country?: string; accountName?: string };
  /** The seller that bills. */
  seller?: { company?: string; address?: string; zipcode?: string; country?: string; vatid?: string };
}

/** The arguments of {@link getInvoices}. */
export interface GetInvoicesArgs {
  /** The first month, as `YYYY-MM`. Default: the first month that has an invoice. */
  from?: string;
  /** The last month, as `YYYY-MM`. Default: the last month that has an invoice. */
  to?: string;
}

/** Arguments that name an invoice by its id. */
export interface InvoiceById<Id> {
  /** The id, as {@link getInvoices} lists it. */
  id: Id;
  /** Not beside `id`. */
  year?: undefined;
  /** Not beside `id`. */
  month?: undefined;
}

/** Arguments that name an invoice by its month. */
export interface InvoiceByMonth<Part> {
  /** The year, such as 2026. */
  year: Part;
  /** The month, from 1 to 12. */
  month: Part;
  /** Not beside year and month. */
  id?: undefined;
}

/** The arguments of {@link getInvoice}: the id, or year and month. */
export type GetInvoiceArgs = InvoiceById<string | number> | InvoiceByMonth<number>;

/** {@link GetInvoiceArgs} that may be outputs. */
export type GetInvoiceOutputArgs = InvoiceById<pulumi.Input<string | number>> | InvoiceByMonth<pulumi.Input<number>>;

function refusesUnlessOneInvoice({ id, year, month }: Known<GetInvoiceArgs>): string | undefined {
  const isPeriod = year !== undefined && month !== undefined;
  const isPart = (year === undefined) !== (month === undefined);
  if (isPart || (id === undefined) !== isPeriod)
    return "the arguments must name the invoice in exactly one way: give either id, or year and month";
  const isReal = !isPeriod || (Number.isInteger(year) && Number.isInteger(month) && month >= 1 && month <= 12);
  return isReal ? undefined : "year must be a whole number such as 2026, and month must be a whole number from 1 to 12";
}

/**
 * The invoices of the account, without their lines. The account key must be that of a billing manager or an admin.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const unpaid = broker
 *   .getInvoices({ from: "2026-01", to: "2026-12" })
 *   .then((invoices) => invoices.filter((invoice) => !invoice.paid).map((invoice) => invoice.period));
 * ```
 */
export const getInvoices = ask<GetInvoicesArgs, InvoiceListItem[]>({
  name: "getInvoices",
  list: true,
  refuses: refusesUnlessMonths,
  answer: async (client, call, { from, to }) =>
    (await client.operations.invoices.list({ from, to }, call)).map(inCamelCase),
});

/** {@link getInvoices} as an output. */
export const getInvoicesOutput = askOutput<pulumi.Input<GetInvoicesArgs>, InvoiceListItem[]>(getInvoices);

/**
 * One invoice with its lines. The account key must be that of a billing manager or an admin.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const costs = broker
 *   .getInvoice({ year: 2026, month: 2 })
 *   .then((invoice) => invoice.lines.map((line) => `${line.name}: ${line.amount} ${invoice.currency}`));
 * ```
 *
 * @throws when the account has no such invoice.
 * @category The account and its team
 */
export const getInvoice = ask<GetInvoiceArgs, InvoiceResult>({
  name: "getInvoice",
  refuses: refusesUnlessOneInvoice,
  async answer(client, call, { id, year, month }) {
    const { invoices } = client.operations;
    const isById = year === undefined || month === undefined;
    const { lines, customer, ...invoice } = isById
      ? await invoices.get(parseNumericId("Invoice", String(id)), call)
      : await invoices.byPeriod({ year, month }, call);
    return { ...invoice, lines: lines.map(inCamelCase), customer: customer && inCamelCase(customer) };
  },
});

/** {@link getInvoice} for arguments that are outputs. */
export const getInvoiceOutput = askOutput<GetInvoiceOutputArgs, InvoiceResult>(getInvoice);

/** Explains which argument is not a month in the form `YYYY-MM`. The text quotes the names of the arguments. */
function refusesUnlessMonths(args: object): string | undefined {
  const wrong = Object.entries(args).find(([, month]) => month !== undefined && !isMonth(month));
  return wrong && `the argument ${wrong[0]} must be a month, such as 2026-02`;
}

const isMonth = (value: unknown) => typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
