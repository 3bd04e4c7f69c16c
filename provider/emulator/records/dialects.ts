import { z } from "zod";
import { base, collection } from "./collection";

const usual = { specified_only: false, plugin_jobs: false, offers_installed: false, shows_unset: true };

/** The ways of answering in which live services differ: one record, which the state call can change. */
export const dialects = collection({
  schema: z.strictObject({
    ...base,
    /** Answers have the fields of the specification only, without those that only a live service was seen to send. */
    specified_only: z.boolean(),
    /** Every change of a plugin answers with a job, and a refusal is found in the job. */
    plugin_jobs: z.boolean(),
    /** The list of community plugins includes those that are installed. */
    offers_installed: z.boolean(),
    /** Settings of the broker that were never set are shown with their values instead of null. */
    shows_unset: z.boolean(),
  }),
  firstId: 1,
  make: (given) => ({ ...usual, ...given }),
});

/** The dialect in use: the first of these records, or the usual one. */
export const dialectOf = ([first]: z.output<typeof dialects.schema>[]) => ({ ...usual, ...first });
