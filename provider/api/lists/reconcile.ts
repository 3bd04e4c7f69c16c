// `createOnce` makes exactly one object, also after a lost answer. `lists/collection.ts` and `nouns/peerings.ts` call
// it. Numbers of looks and pauses may change. No POST may follow an accepted one, because it could make a second
// object. Looks must use fresh lists, because an old list lacks the object.
import type { Clock } from "../transport/clock";
import type { Call } from "../transport/endpoint";
import { ApiError, isApiError, withSubject } from "../transport/errors";

export interface CreateResult<Answer> {
  id: string;
  /** The service's answer; undefined when the answer was lost and the object was found in the list instead. */
  answer?: Answer;
  /** The ids of equal objects that existed before and that this client did not make. */
  twins: string[];
  /** The ids of other new objects, which an earlier one of several POSTs may have made with other values. */
  unlike: string[];
  /** True when the object was asked for more than once, so that an earlier request may still make another one. */
  isRepeated: boolean;
}

export interface Making<Item extends { id: string }, Answer extends { id: string } = { id: string }> {
  clock: Clock;
  name: string;
  call: Call;
  /** The ids that creates of this client have returned; the id of the new object is added. */
  claimed: Set<string>;
  /** The ids of the objects that existed before the first POST; undefined before that. */
  known?: ReadonlySet<string>;
  isWanted: (item: Item) => boolean;
  /** Tells whether the POST made a new object; undefined where nothing shows it. Default: `isWanted` decides. */
  isMade?: ((item: Item) => Promise<boolean | undefined>) | undefined;
  list: (fresh: boolean, within?: Partial<Call>) => Promise<Item[]>;
  post: () => Promise<Answer>;
}

/** The most tries of a POST that meets network trouble. A busy service is asked until the deadline. */
const mostPosts = 8;
/** The pause after the list did not show the object and before a busy service is asked again. */
const busyPauseMs = 5_000;
/** A list may lack a new object for some seconds. Three looks over five seconds show that it was not made. */
const mostLooks = 3;
/** How many milliseconds the list is asked for an object that the first of several POSTs has made late. */
const lateListMs = 10_000;
/** Half a minute of looks, where the service says that it has made the object: then no second request follows. */
const mostLooksForAccepted = 13;
const looksApartMs = 2_500;

/**
 * Makes exactly one object. When a failure leaves it unclear whether the POST made the object, the list is compared with
 * the list from before. A new object counts if it equals the wanted object, or has its mark (a tag of this create),
 * and if no other create of this client has returned it:
 * - one such object is the result;
 * - without such an object, the POST is sent again, unless a new object does not show whether it has the mark, or the
 *   service has answered the POST with a success: with the id of an older object, or without any id;
 * - several such objects are an error that names them.
 */
export async function createOnce<Item extends { id: string }, Answer extends { id: string }>(
  making: Making<Item, Answer>,
): Promise<CreateResult<Answer>> {
  const { claimed, name } = making;
  const before = await making.list(false);
  const known = new Set(before.map(({ id }) => id));
  making.known = known;
  const twins = before.filter((item) => making.isWanted(item) && !claimed.has(item.id)).map(({ id }) => id);
  for (let posts = 1; ; posts += 1) {
    let isAccepted = false;
    const isRepeated = posts > 1;
    try {
      const answer = await making.post();
      isAccepted = true;
      // An older id belongs to another object. A resource that took this id would change and remove that other object.
      if (known.has(answer.id) || claimed.has(answer.id)) {
        const problem = `the request for a new ${name} was answered with ${name} ${answer.id}, which existed before`;
        throw new ApiError({ kind: "badResponse", subject: making.call.subject, problem, ambiguous: true });
      }
      claimed.add(answer.id);
      const late = isRepeated ? await findLate(making, known) : [];
      const idsOf = (is: (item: Item) => boolean | undefined) => late.filter(is).map(({ id }) => id);
      const unlike = idsOf((item) => !making.isWanted(item));
      return { id: answer.id, answer, twins: [...twins, ...idsOf(making.isWanted)], unlike, isRepeated };
    } catch (error) {
      // A run that is being stopped cannot search any more: its error says that the outcome is unclear. From the second
      // POST on, the list is searched after every failure: the object that the first POST made may be why the second
      // POST was refused.
      if (!isApiError(error) || error.kind === "stopped" || (!error.ambiguous && posts === 1)) throw error;
      const saysNoId = error.fields.isAccepted === true;
      const id = await search(making, known, error, saysNoId ? mostLooksForAccepted : mostLooks);
      if (id !== undefined) {
        claimed.add(id);
        return { id, twins, unlike: [], isRepeated };
      }
      if (saysNoId) {
        // The service says that it has acted, so that each further POST could make one more.
        const what = `the service has accepted the request and perhaps made the ${name}, but shows no new object`;
        const advice =
          "look at the account before the next pulumi up. If the object exists, import the object with the import option";
        throw mayBeMade(error, `${what}: ${advice}`);
      }
      if (isAccepted || !error.ambiguous || (error.kind !== "busy" && posts >= mostPosts)) throw error;
      if (error.kind === "busy") {
        await sleepUnlessStopped(making.clock, busyPauseMs, making.call, error);
        if (making.clock.now() >= making.call.deadline) throw error;
      }
    }
  }
}

/** Searches the list for the object that the POST may have made; undefined when there is no such object. */
async function search<Item extends { id: string }>(
  making: Making<Item>,
  known: Set<string>,
  cause: ApiError,
  looks: number,
): Promise<string | undefined> {
  const { clock, name, call, claimed, list } = making;
  const isMade = making.isMade ?? (async (item: Item) => making.isWanted(item));
  for (let look = 1; ; look += 1) {
    if (clock.now() >= call.deadline) throw cause;
    const items = await list(true).catch((failure: unknown) => {
      if (!isApiError(failure)) throw failure;
      // The error of the look alone would not tell that the object may exist, and the next run would make a second one.
      const what = `perhaps the service has made the ${name} despite this error: look for the ${name} in the account before the next pulumi up. If the ${name} exists, import the ${name}. This run could not look for the ${name}`;
      throw mayBeMade(cause, `${what}: ${withSubject(failure, undefined).message}`, failure);
    });
    const fresh = items.filter((item) => !known.has(item.id) && !claimed.has(item.id));
    const made = await Promise.all(fresh.map(isMade));
    const idsOf = (wanted: boolean | undefined) => fresh.filter((_, i) => made[i] === wanted).map(({ id }) => id);
    const [ours, unclear] = [idsOf(true), idsOf(undefined)];
    if (ours.length > 1) {
      const what = `several ${name}s that were not there before are equal to the declared one, so it is unclear which of them this run made`;
      const problem = `${what}: ${ours.join(", ")}`;
      const hint = { conflict: "import one of these objects with the import option, and delete the others" };
      const { method, path } = cause;
      throw new ApiError({ kind: "conflict", subject: call.subject, method, path, problem, hint, cause });
    }
    if (ours.length === 1) return ours[0];
    if (look >= looks && unclear.length > 0) {
      const what = `perhaps the service has made the ${name} despite this error. The object with the id ${unclear.join(" or ")} may be the new ${name}. This is not certain, because the service hides the tags of this object`;
      throw mayBeMade(
        cause,
        `${what}: run again later. If the tags stay hidden, import the object with the import option`,
      );
    }
    if (look >= looks) return undefined;
    call.progress?.(`the service did not confirm that it made the ${name}: checking whether the ${name} was made`);
    await sleepUnlessStopped(clock, looksApartMs, call, cause);
  }
}

/** The new objects, which an earlier POST may have made; none where the list cannot be read soon. */
async function findLate<Item extends { id: string }>(making: Making<Item>, known: Set<string>): Promise<Item[]> {
  const { call, clock, claimed, list } = making;
  const within = { busy: "throw", deadline: Math.min(call.deadline, clock.now() + lateListMs) } as const;
  const items = await list(true, within).catch(() => []);
  return items.filter((item) => !known.has(item.id) && !claimed.has(item.id));
}

/** Makes the error for a POST that is not sent again, because the object may exist. */
function mayBeMade(error: ApiError, ambiguous: string, cause = error): ApiError {
  const own = { ...error.fields, connection: undefined, common: undefined };
  return new ApiError({ ...own, ambiguous: true, hint: { ambiguous }, cause });
}

const sleepUnlessStopped = (clock: Clock, ms: number, call: Call, cause: ApiError): Promise<void> =>
  clock.sleep(Math.max(0, Math.min(ms, call.deadline - clock.now())), call.signal).catch(() => Promise.reject(cause));
