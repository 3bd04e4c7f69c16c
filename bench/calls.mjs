import { measureByTests } from "./by-tests.mjs";

/** B1: the requests that a stack of 27 resources costs on the real engine, polls aside. */
export const measure = (context) => measureByTests(context, ["test/engine/measures.test.ts"]);
