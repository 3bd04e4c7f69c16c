/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export type { InvokeOptions } from "./ask/ask";
export * from "./components/args";
export * from "./components/monitoredInstance";
export * from "./functions";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
