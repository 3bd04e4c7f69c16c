// `provider/index.ts` exports them, and `plugin/functions.ts` loads this file for the plugin. A new function gets a
// line here; a line that goes takes its function away from programs.

/** The functions that belong to no kind of resource: a program imports them, and the plugin serves what is loaded. */
export * from "./getAuditLog";
export * from "./getAvailableVersions";
export * from "./getInvoices";
export * from "./getNextVersions";
export * from "./getNodes";
export * from "./getPlans";
export * from "./getRegions";
