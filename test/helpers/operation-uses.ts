import { operations, type SpecifiedName } from "../../provider/emulator/nouns";
import { kinds } from "../kinds";

/** What uses an operation that belongs to no kind; `client` where the client alone offers it on purpose. */
const others: Partial<Record<SpecifiedName, readonly string[]>> = {
  "invoices.list": ["getInvoices"],
  "invoices.byPeriod": ["getInvoice"],
  "invoices.get": ["getInvoice"],
  "auditLog.events": ["getAuditLog"],
  "regions.list": ["getRegions"],
  "accountKey.rotate": ["pulumi-broker rotate-key"],
  "plans.list": ["getPlans"],
  "firewall.post": ["client"],
};

const usesOf = (operation: SpecifiedName): readonly string[] => {
  const classes = kinds.filter((kind) => kind.operations.includes(operation)).map(({ className }) => className);
  const functions = kinds.flatMap((kind) => kind.functions?.[operation] ?? []);
  return [...new Set([...classes, ...functions, ...(others[operation] ?? [])])];
};

/** What of the package uses each operation; nothing where nothing uses it yet. */
export const operationUses = Object.fromEntries(
  operations.map(({ operation }) => [operation, usesOf(operation)]),
) as Record<SpecifiedName, readonly string[]>;
