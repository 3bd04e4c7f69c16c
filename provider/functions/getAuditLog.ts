// Programs import `getAuditLog` and its `Output` form; `plugin/functions.ts` answers the function for other languages.
// Argument and result may get new fields; names must stay, because the schema and users' programs have them.
import type * as pulumi from "@pulumi/pulumi";
import type { AuditEvent } from "../api";
import { ask, askOutput } from "../ask/ask";
import { refusesUnlessMonths } from "./months";

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
