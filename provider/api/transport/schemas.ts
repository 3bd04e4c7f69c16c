// `schemas.ts` has zod schemas for fields that the service spells in several ways. The files of `nouns/` use them. A
// schema may accept more spellings; each result must keep its type, because state holds ids as texts.
import { z } from "zod";
import { isNumericId } from "./paths";

/** An id. Some answers write ids as numbers and some as strings; above this layer they are always strings. */
export const id = z.union([z.string().min(1), z.number().int().nonnegative()]).transform(String);

/** The id of an object of the service. Only a number passes, because a later run sends it to find the object. */
export const objectId = id.pipe(z.string().refine(isNumericId, "is not a number that can be an id"));

const spelled = (spelling: RegExp) => z.string().regex(spelling).transform(Number);

/** A number that some answers spell as a string. */
export const count = z.union([z.number().int(), spelled(/^-?\d+$/)]);

/** An amount of money, which some answers may spell as a string. */
export const amount = z.union([z.number(), spelled(/^-?\d+(\.\d+)?$/)]);

/** A field that may be missing or null; both are undefined above this layer. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

/** A field that the specification does not name: a value of another type than the observed one is left out. */
export const observed = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

/** A text that may be missing or null. */
export const text = optional(z.string());

/** A text that may be missing, null or empty; all three are undefined above this layer. */
export const said = text.transform((value) => value || undefined);

export const texts = z.array(z.string()).nullish();

/** An array of strings; a missing or null array is read as an empty one. */
export const strings = texts.transform((value) => value ?? []);

/** An object with its tags. `lacksTags` is true where no array of tags is shown: the object may still have some. */
export function withTags<Seen extends { tags?: string[] | null | undefined }>(seen: Seen) {
  const shown: { tags: string[]; lacksTags?: true | undefined } = { tags: seen.tags ?? [] };
  if (!seen.tags) shown.lacksTags = true;
  return { ...seen, ...shown };
}

/** A boolean that some answers spell as a string. */
export const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

/** A list of the service, in which each thing counts once: of rows for the same thing the last one stays. */
export const listOf = <Item>(item: z.ZodType<Item>, nameOf: (item: Item) => string): z.ZodType<Item[]> =>
  z.array(item).transform((items) => [...new Map(items.map((each) => [nameOf(each), each])).values()]);

/** An object as the service shows it. The schema is made when an answer first needs it, because each takes time. */
export const shown = <Shape extends z.ZodRawShape>(make: () => Shape) => z.lazy(() => z.object(make()));

/** The words with which the service confirms what it was told to do. */
export const messageSchema = z.object({ message: optional(z.string()) });
/** The service's words on what it will do. The specification does not say which words. */
export type Message = z.output<typeof messageSchema>;
/** The service's words on what it will do, if it says anything. */
export type Said = Message | undefined;

/** The answer of the account API to a POST that makes something. */
export const createdSchema = z.object({ id: objectId, apikey: optional(z.string()), url: optional(z.string()) });
/** The result of a create on the account API. */
export type Created = z.output<typeof createdSchema>;

/** The answer of the instance API to a POST that makes something. */
export const createdChildSchema = z.object({ id: objectId });
/** The id of a new object, as far as the answer tells it. */
export type MadeChild = z.output<typeof createdChildSchema>;
