import { z } from "zod";
import { base, collection } from "./collection";

const usual = { specified_only: false };

/** Which of the answers that are known of it the service gives: one record, for whoever wants others. */
export const dialects = collection({
  schema: z.strictObject({
    ...base,
    /** Answers have the fields of the specification, and nothing that was observed besides. */
    specified_only: z.boolean(),
  }),
  firstId: 1,
  make: (given) => ({ ...usual, ...given }),
});

/** The dialect of the service, given the records of it. */
export const dialectOf = ([first]: z.output<typeof dialects.schema>[]) => ({ ...usual, ...first });
