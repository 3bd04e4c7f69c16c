import { z } from "zod";
import { collection, orNull, recordOf, usually } from "../server/collection";
import type { Store } from "../server/store";

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
  name: "dialects",
  ...recordOf({
    /**
     * True when answers have only the fields of the specification, not those that only a live service was seen to send.
     */
    specified_only: usually(z.boolean(), usual.specified_only),
    /** True when every change of a plugin is answered with a job, which also tells of a refusal. */
    plugin_jobs: usually(z.boolean(), usual.plugin_jobs),
    /** True when the list of community plugins includes those that are installed. */
    offers_installed: usually(z.boolean(), usual.offers_installed),
    /** True when broker settings that were never set are shown with the values in force instead of null. */
    shows_unset: usually(z.boolean(), usual.shows_unset),
    /** True when the team does not show persons who were invited and have not accepted. */
    hides_invited: usually(z.boolean(), usual.hides_invited),
    /** True when a PUT of an integration keeps the parameters that it leaves out, instead of removing them. */
    keeps_left_out: usually(z.boolean().default(false), usual.keeps_left_out),
    /** True when integrations have systems and parameters that are newer than the specification. */
    newer_systems: usually(z.boolean().default(false), usual.newer_systems),
    /** The address of a broker to which the URLs of all instances lead; null where they lead nowhere. */
    broker_url: orNull(z.string()),
  }),
});

/** The dialect in use: the first of these records, completed with the usual values. */
export const dialectOf = (store: Store) => ({ ...usual, ...store.list(dialects)[0] });
