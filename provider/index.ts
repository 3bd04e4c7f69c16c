// `package.json` names the compiled file as the package's entry, and `tools/schema.mjs` reads the source. Exports may
// be added. No export may go or change its name, because users' programs import it.

/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export type { InvokeOptions } from "./ask/ask";
export * from "./components/args";
export * from "./components/monitoredInstance";
export * from "./functions";
export { Provider, type ProviderArgs } from "./provider";
export * from "./resources";
