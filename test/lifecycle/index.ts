import type { Row } from "./row";
import { vpc } from "./vpc";
import { webhook } from "./webhook";

/** Every kind of resource, one line each: whoever is listed gets the whole lifecycle suite. */
export const rows: readonly Row[] = [vpc, webhook];
