import { z } from "zod";
import { base, collection } from "../server/collection";
import { backends } from "./catalogue";

/** Broker versions, each with the newest Erlang version for it; the alternative broker has no Erlang. */
export const versions = collection({
  schema: z.strictObject({
    ...base,
    backend: z.enum(backends),
    broker: z.string(),
    erlang: z.string().nullable(),
  }),
  firstId: 1,
  make: (given) => ({
    backend: given.backend ?? "clustered",
    broker: given.broker ?? "3.12.13",
    erlang: given.erlang ?? null,
  }),
});
