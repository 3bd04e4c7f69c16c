// `getAuditLog.ts` and `getInvoices.ts` refuse arguments with `refusesUnlessMonths`. The keys of `args` must be the
// names of the arguments, because the text quotes the key. A new text also goes into `tools/troubleshooting.json`,
// because a page lists it.

/** Explains which argument is not a month in the form `YYYY-MM`; undefined when all arguments are. */
export function refusesUnlessMonths(args: object): string | undefined {
  const wrong = Object.entries(args).find(([, month]) => month !== undefined && !isMonth(month));
  return wrong && `the argument ${wrong[0]} must be a month, such as 2026-02`;
}

const isMonth = (value: unknown) => typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
