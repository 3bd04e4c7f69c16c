import { measureByTests } from "./by-tests.mjs";

const files = ["test/engine/measures.test.ts"];

/** The requests that a stack of 27 resources costs on the real engine, polls aside, through one of the two doors. */
export const measureCalls = (context, door) => measureByTests(context, files, `through the ${door} door`);

/** B1: the requests of dynamic resources. */
export const measure = (context) => measureCalls(context, "dynamic");
