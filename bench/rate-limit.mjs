import { measureByTests } from "./by-tests.mjs";

/** B2: what a limit of 5 requests a second, with bursts of 5, costs. */
export const measure = (context) => measureByTests(context, ["test/handler/measures.test.ts"]);
