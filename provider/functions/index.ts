// `provider/index.ts` exports the functions to programs, and `plugin/functions.ts` loads this file for other languages.
// A new file gets a line here. No line may go, because programs would lose its functions.

/** The functions that belong to no kind of resource: a program imports them, and the plugin serves what is loaded. */
export * from "./account";
export * from "./catalogue";
export * from "./instance";
