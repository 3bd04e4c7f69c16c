import { z } from "zod";
import { base, collection } from "../server/collection";

/** Makes the collection of one kind of integration. `config` keeps the parameters as sent, secrets included. */
const integrationsOf = (firstId: number, usual: string) =>
  collection({
    schema: z.strictObject({
      ...base,
      instance_id: z.int(),
      type: z.string(),
      config: z.record(z.string(), z.union([z.string(), z.boolean()])),
      error: z.string().nullable(),
      account_id: z.string(),
    }),
    firstId,
    ofInstance: true,
    make: (given, { random }) => ({
      instance_id: given.instance_id ?? 1001,
      type: given.type ?? usual,
      config: given.config ?? { token: random.word(24) },
      error: given.error ?? null,
      account_id: given.account_id ?? "emulated-account",
    }),
  });

/** Integrations that logs are sent to. */
export const logs = integrationsOf(6001, "log_vendor_e");

/** Integrations that metrics are sent to. */
export const metrics = integrationsOf(7001, "metric_vendor_c_v3");
