import { z } from "zod";
import { base, collection } from "./collection";

const usual = { specified_only: false, plugin_jobs: false, offers_installed: false, shows_unset: true };

/** Which of the answers that are known of it the service gives: one record, for whoever wants others. */
export const dialects = collection({
  schema: z.strictObject({
    ...base,
    /** Answers have the fields of the specification, and nothing that was observed besides. */
    specified_only: z.boolean(),
    /** Every write of a plugin answers with a job, and tells in the job what becomes of it. */
    plugin_jobs: z.boolean(),
    /** The list of community plugins has those that are installed too. */
    offers_installed: z.boolean(),
    /** Settings of the broker that were never set are shown with the values that they have. */
    shows_unset: z.boolean(),
  }),
  firstId: 1,
  make: (given) => ({ ...usual, ...given }),
});

/** The dialect of the service, given the records of it. */
export const dialectOf = ([first]: z.output<typeof dialects.schema>[]) => ({ ...usual, ...first });
