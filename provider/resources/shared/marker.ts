// `instance/`, `vpc/`, `leftOver.ts` and `cli/` use markers: tags by which a later run finds an object that a cut-off
// run made. Texts may change; the form of the tag must stay, because existing objects carry it.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Call } from "../../api";
import type { Context, Sharing } from "../../framework/kind/context";
import { field } from "../../framework/kind/marks";
import { urnsOf } from "../../framework/kind/tokens";
import { objectClaim } from "../../framework/preview/adoption";
import { warnOfTwins } from "./twins";

/** The marker: a tag, made from the URN, that an instance or a VPC carries until its create has ended. */
export const markerOf = (urn: string): string => markersOf(urn)[0];

/** The markers of a resource: first its present marker, then the markers that an earlier version may have made. */
export function markersOf(urn: string): [string, ...string[]] {
  const made = (text: string) => `pulumi-broker-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  return urnsOf(urn).map(made) as [string, ...string[]];
}

const ownMarker = (run: Sharing, tags: readonly string[]): string | undefined =>
  markersOf(run.urn ?? "").find((marker) => tags.includes(marker));

/** True when a tag is the marker of an object, made by this program or by any other. */
export const isMarker = (tag: string): boolean => /^pulumi-broker-[0-9a-f]{16}$/.test(tag);

/** The field of the tags that a program gives an object: none of them may be a marker. */
export function tagsField(what: string) {
  const reserved = `has the form of the tags that this package uses to find ${what} after an interrupted run: choose another tag`;
  const tag = z.string().min(1, "must not be empty");
  return field(z.array(tag.refine((text) => !isMarker(text), reserved)).optional(), { set: true, default: [] });
}

/** The tags that the user gave: all tags but the markers. */
export const withoutMarkers = (tags: readonly string[]): string[] => tags.filter((tag) => !isMarker(tag));

/** Explains why an object with a marker is not to be taken over; undefined for an object that has none. */
export function explainMarker(tags: readonly string[]): string | undefined {
  const marker = tags.find(isMarker);
  if (marker === undefined) return undefined;
  return `the tag ${marker} marks an object that a run is making now, or that an interrupted run left behind. When the program that made the object runs again, that run continues with the object. If that program no longer exists, delete the object, or remove the tag from the object`;
}

/** An object that carries tags. */
export interface Tagged {
  id: string;
  name: string;
  region: string;
  tags: readonly string[];
  /** True where the service does not show the tags. */
  lacksTags?: true | undefined;
}

/** The kinds whose objects carry markers, by the word that messages have for them. */
type MarkedThing = "instance" | "VPC";
const typeOf = { instance: "Instance", VPC: "Vpc" } as const;

/** False for an object that a resource of the program has already: an import may have left the marker on it. */
const isFree = (run: Sharing, what: MarkedThing, id: string): boolean =>
  !run.predecessors().has(id) && run.holder(objectClaim(typeOf[what], id)) === undefined;

/** The spelling in which two names are compared, because the service may trim a name or change its case. */
const plain = (name: string) => name.trim().toLowerCase();

/**
 * Finds the object with the resource's marker, which an earlier run made and could not record. A warning names further
 * such objects. Where the list shows no tags, `get` reads the tags of an object of the declared name and region. Throws
 * where that answer shows no tags either, because a second object costs money.
 */
async function findMarked<Item extends Tagged>(
  ctx: Context<unknown>,
  what: MarkedThing,
  listed: readonly Item[],
  declared: { name: string; region: string },
  get: (id: string) => Promise<Pick<Tagged, "tags" | "lacksTags"> | undefined>,
): Promise<Item | undefined> {
  const all = listed.filter(({ id }) => isFree(ctx.run, what, id));
  const [found, ...others] = all.filter(({ tags }) => ownMarker(ctx.run, tags) !== undefined);
  for (const other of others) warnOfOther(ctx, what, other, found?.id);
  if (found !== undefined) return found;
  const mayBeMarked = (each: Item) =>
    each.lacksTags && plain(each.name) === plain(declared.name) && each.region === declared.region;
  for (const each of all.filter((one) => mayBeMarked(one) && !ctx.run.isOthers(one.id))) {
    const seen = await get(each.id);
    if (seen !== undefined && ownMarker(ctx.run, seen.tags) !== undefined) return each;
    if (seen?.lacksTags) {
      throw new Error(
        `${ctx.call.subject}: the existing ${what} ${each.id} has the name and region of this resource. Perhaps an interrupted run made the existing object, but the service hides the tags that would prove this. If the object is yours, import the object with { import: "${each.id}" }. Otherwise, declare another name`,
      );
    }
  }
  return undefined;
}

/** Warns of a second object with the resource's marker, because no resource would ever mention that object. */
function warnOfOther(ctx: Context<unknown>, what: MarkedThing, other: Tagged, kept: string | undefined): void {
  ctx.say.warn(
    `${what} ${other.id} is a duplicate: the tag ${ownMarker(ctx.run, other.tags)} says that an earlier request for the declared resource made the duplicate. The declared resource manages only ${what} ${kept}. If nothing uses ${what} ${other.id}, delete ${what} ${other.id}`,
  );
}

/** For how many milliseconds a create may ask for the list of objects that its repeated request made late. */
const lateListMs = 30_000;

/** Warns, after `rest` has ended, of objects that an earlier request of the create made, or of a failed list. */
export async function warnOfLate(
  ctx: Context<unknown>,
  what: MarkedThing,
  made: string,
  rest: Promise<unknown>,
  list: (call: Call) => Promise<readonly Tagged[]>,
): Promise<void> {
  await rest.catch(() => undefined);
  const all = await list({ ...ctx.call, deadline: ctx.call.clock.now() + lateListMs, busy: "throw" }).catch(() => {
    ctx.say.warn(
      `the request for ${what} ${made} was sent twice, and the list that would show a duplicate cannot be read: look in the control panel`,
    );
    return [];
  });
  const late = all.filter(({ id, tags }) => id !== made && ownMarker(ctx.run, tags) !== undefined);
  for (const each of late.filter(({ id }) => isFree(ctx.run, what, id))) warnOfOther(ctx, what, each, made);
}

/** Warns of the marker of another resource on an object that is imported or read by its id. */
export function warnOfMarker(ctx: Context<unknown>, what: string, tags: readonly string[]): void {
  const own = markersOf(ctx.run.urn ?? "");
  const why = explainMarker(tags.filter((tag) => !own.includes(tag)));
  if (why !== undefined && !ctx.kept.pending) ctx.say.warn(`${what}: ${why}`);
}

/** Throws when a new object has neither the marker nor the declared name and region: the answer had a foreign id. */
export function checkNew(
  ctx: Context<unknown>,
  what: MarkedThing,
  seen: Tagged,
  declared: Omit<Tagged, "id" | "tags">,
) {
  const isAlike = plain(seen.name) === plain(declared.name) && seen.region === declared.region;
  if (seen.lacksTags || isAlike || ownMarker(ctx.run, seen.tags) !== undefined) return;
  ctx.kept.letGo();
  throw new Error(
    `${ctx.call.subject}: the service answered the request for a new ${what} with the id ${seen.id}, but ${what} ${seen.id} has neither the tag that the request sent nor the declared name and region. This run leaves ${what} ${seen.id} alone. The service probably made the new ${what} under another id: run again`,
  );
}

/** How the objects of a kind are read, and compared with the declared one. */
interface Search<Item extends Tagged> {
  list(options?: { fresh: boolean }): Promise<Item[]>;
  get(id: string): Promise<Pick<Tagged, "tags" | "lacksTags"> | undefined>;
  /** True for an object of another origin that is like the declared one, which `twin` describes. */
  isTwin(item: Item): boolean;
  twin: string;
  /** The inputs from which an object was made, as the service shows them. Each must be equal in `declared`. */
  madeFrom(item: Item): Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** Finds the object of an earlier interrupted run. Throws if its inputs differ; without one, warns of twins. */
export async function findCutOff<Item extends Tagged>(
  ctx: Context<unknown>,
  what: MarkedThing,
  declared: { name: string; region: string },
  { list, get, isTwin, twin, madeFrom }: Search<Item>,
) {
  const shown = await list();
  // An empty list is read twice, because one wrong answer must not lead to a second object that costs money.
  const all = shown.length > 0 ? shown : await list({ fresh: true });
  const found = await findMarked(ctx, what, all, declared, get);
  if (found === undefined) {
    const isNew = ({ id }: Item) => !ctx.run.predecessors().has(id) && !ctx.run.isOthers(id);
    const ids = all.filter((each) => isTwin(each) && isNew(each)).map(({ id }) => id);
    warnOfTwins(ctx.say, twin, ids);
    return undefined;
  }
  const wanted: Record<string, unknown> = declared;
  const different = Object.entries(await madeFrom(found))
    .filter(([name, value]) => value !== wanted[name])
    .map(
      ([name, value]) =>
        `${name} is ${JSON.stringify(value)} on the service, but ${JSON.stringify(wanted[name])} in the program`,
    );
  if (different.length > 0) {
    throw new Error(
      `${ctx.call.subject}: an interrupted run made ${what} ${found.id} with other inputs (${different.join("; ")}). To keep the object, declare the inputs of the interrupted run. To make a new object, delete ${what} ${found.id} on the service, then run again`,
    );
  }
  ctx.say.note(`continues with ${what} ${found.id}, which an interrupted run had made`);
  return { id: found.id, first: {}, isRepeated: false };
}
