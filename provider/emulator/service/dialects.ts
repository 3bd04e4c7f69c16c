import { z } from "zod";
import { base, collection } from "../server/collection";

const usual = {
  specified_only: false,
  plugin_jobs: false,
  offers_installed: false,
  shows_unset: true,
  hides_invited: false,
  keeps_left_out: false,
  newer_systems: false,
  broker_url: null,
};

/** How the emulator answers where live services differ from each other: one record, which the state call can change. */
export const dialects = collection({
  schema: z.strictObject({
    ...base,
    /**
     * True when answers have only the fields of the specification, not those that only a live service was seen to send.
     */
    specified_only: z.boolean(),
    /** True when every change of a plugin is answered with a job, which also tells of a refusal. */
    plugin_jobs: z.boolean(),
    /** True when the list of community plugins includes those that are installed. */
    offers_installed: z.boolean(),
    /** True when broker settings that were never set are shown with the values in force instead of null. */
    shows_unset: z.boolean(),
    /** True when the team does not show persons who were invited and have not accepted. */
    hides_invited: z.boolean(),
    /** True when a PUT of an integration keeps the parameters that it leaves out, instead of removing them. */
    keeps_left_out: z.boolean().default(false),
    /** True when integrations have systems and parameters that are newer than the specification. */
    newer_systems: z.boolean().default(false),
    /** The address of a broker to which the URLs of all instances lead; null where they lead nowhere. */
    broker_url: z.string().nullable(),
  }),
  firstId: 1,
  make: (given) => ({ ...usual, ...given }),
});

/** The dialect in use: the first of these records, completed with the usual values. */
export const dialectOf = ([first]: z.output<typeof dialects.schema>[]) => ({ ...usual, ...first });
