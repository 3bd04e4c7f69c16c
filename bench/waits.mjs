import { measureByTests } from "./by-tests.mjs";

/** B7: how much longer a wait takes than what it waits for, on a virtual clock. */
export const measure = (context) => measureByTests(context, ["test/unit/api/waiter.test.ts"]);
