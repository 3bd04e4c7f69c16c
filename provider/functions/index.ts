/** The functions that belong to no kind of resource: a program imports them, and the plugin serves what is loaded. */
export * from "./getAuditLog";
export * from "./getAvailableVersions";
export * from "./getInvoices";
export * from "./getNextVersions";
export * from "./getNodes";
export * from "./getPlans";
export * from "./getRegions";
