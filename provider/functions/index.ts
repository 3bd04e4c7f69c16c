// `provider/index.ts` exports the functions to programs, and `plugin/functions.ts` loads this file for other languages.
// A new function gets a line here. No line may go, because programs would lose the function.

/** The functions that belong to no kind of resource: a program imports them, and the plugin serves what is loaded. */
export * from "./getAuditLog";
export * from "./getAvailableVersions";
export * from "./getInvoices";
export * from "./getNextVersions";
export * from "./getNodes";
export * from "./getPlans";
export * from "./getRegions";
