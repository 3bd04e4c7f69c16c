// `server/server.ts` and nouns ask `dialectOf` how to answer where live services differ. `seed.ts` inserts the record.
// A new dialect goes into `usual` and the schema, with `.default()`, because older state files lack the field. Present
// names must stay, because users' tests set them.
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
     * True when answers have only the fields of the specification. Otherwise answers also have the fields that only a
     * live service sends.
     */
    specified_only: usually(z.boolean(), usual.specified_only),
    /** True when the answer to every change of a plugin names a job. A refused change is then a failed job. */
    plugin_jobs: usually(z.boolean(), usual.plugin_jobs),
    /** True when the list of community plugins includes those that are installed. */
    offers_installed: usually(z.boolean(), usual.offers_installed),
    /** True when answers show the value in force of a broker setting that nobody ever set. Else they show null. */
    shows_unset: usually(z.boolean(), usual.shows_unset),
    /** True when the team does not show persons who were invited and have not accepted. */
    hides_invited: usually(z.boolean(), usual.hides_invited),
    /** True when PUT of an integration keeps a parameter that the request leaves out. Else PUT removes it. */
    keeps_left_out: usually(z.boolean().default(false), usual.keeps_left_out),
    /** True when integrations have systems and parameters that are newer than the specification. */
    newer_systems: usually(z.boolean().default(false), usual.newer_systems),
    /** The address of a broker to which the URLs of all instances lead. With null, the URLs lead nowhere. */
    broker_url: orNull(z.string()),
  }),
});

/** The dialect in use: the first of these records, completed with the usual values. */
export const dialectOf = (store: Store) => ({ ...usual, ...store.list(dialects)[0] });
