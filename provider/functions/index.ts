export * from "./getAuditLog";
export * from "./getAvailableVersions";
export * from "./getInvoices";
export * from "./getNextVersions";
export * from "./getNodes";
export * from "./getPlans";
export * from "./getRegions";
