// Pulumi's dynamic host loads the compiled file by the stub, the line of code in each resource's state. The names that
// `handlerName` gives must stay, because stubs in users' state call these names. A new kind needs no line here, because
// `resources/definitions.ts` lists every kind.

/**
 * The handlers that the stub in every resource's state loads, in the process that the Pulumi engine starts for dynamic
 * providers: `require("pulumi-broker/host").vpc` and so on, one handler for each definition.
 */
import { systemClock } from "./api";
import { connectHost } from "./config";
import { attachEngine, handlersOf, printErrorsOnce } from "./dynamic/handler";
import { createRun } from "./framework/run/run";
import { definitions } from "./resources/definitions";

printErrorsOnce();

const run = createRun(systemClock, attachEngine(), connectHost);

for (const [name, get] of handlersOf(definitions, run)) Object.defineProperty(exports, name, { enumerable: true, get });
