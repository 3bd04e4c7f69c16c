import { brokerConfig } from "./brokerConfig";
import { instance } from "./instance";
import type { Row } from "./row";
import { vpc } from "./vpc";
import { webhook } from "./webhook";

/** Every kind of resource, one line each: whoever is listed gets the whole lifecycle suite. */
export const rows: readonly Row[] = [brokerConfig, instance, vpc, webhook];
