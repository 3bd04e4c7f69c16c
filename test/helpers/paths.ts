import { dirname } from "node:path";

/** The repository's root: where `node_modules` lies, and so the folder in which the dynamic-provider host must run. */
export const repositoryRoot = dirname(dirname(__dirname));
