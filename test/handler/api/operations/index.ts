import { accountRows } from "./account";
import { brokerRows } from "./broker";
import { childRows } from "./children";
import type { Rows } from "./row";

/** Every operation of the specification; an operation without a row does not compile. */
export const rows: Rows = { ...accountRows, ...brokerRows, ...childRows };
