import { dirname, join } from "node:path";

/** The repository's root: where `node_modules` lies, and so the folder in which the dynamic-provider host must run. */
export const repositoryRoot = dirname(dirname(__dirname));

/** What a Node process of the SDK loads first, so that it starts faster. */
export const lazySdk = join(__dirname, "lazy-sdk.cjs");

/** The folder of the CLI's language host for tests, which belongs on PATH. */
export const languageHost = join(repositoryRoot, "tools", "language-host");

/** What a Node process loads first whose memory is measured. */
export const peakMemory = join(__dirname, "peak-memory.cjs");

/** The folder with the executable of the provider plugin. */
export const pluginFolder = join(repositoryRoot, "dist", "plugin");
