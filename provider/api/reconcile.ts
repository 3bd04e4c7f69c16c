import type { Call } from "./call";
import type { Clock } from "./clock";
import { ApiError, isApiError } from "./errors";

/** What a create gives back. */
export interface CreateResult<Answer> {
  /** The id of the new object. */
  id: string;
  /** What the service answered; absent where the object was found in the list after an answer was lost. */
  answer?: Answer;
  /** Ids of objects that stood there before, equal to the declared one and not made by this client. */
  twins: string[];
}

/** What a create that may have to find its own result needs. */
export interface Making<Item, Answer extends { id: string }> {
  clock: Clock;
  name: string;
  call: Call;
  /** Ids that creates of this client returned; the new one is added. */
  claimed: Set<string>;
  idOf: (item: Item) => string;
  isWanted: (item: Item) => boolean;
  list: (fresh: boolean) => Promise<Item[]>;
  post: () => Promise<Answer>;
}

/** As many tries as any request that meets network trouble gets; a busy service is asked on until the deadline. */
const mostPosts = 8;
/** How long after the looks that found nothing a service that was busy is asked again. */
const busyPauseMs = 5_000;
/** An object that was made may be missing from the list for some seconds: three looks over at least five say it was not. */
const mostLooks = 3;
const looksApartMs = 2_500;

/**
 * Makes exactly one object. When it is open whether a POST made it, the list is compared with the one taken before: one new
 * object that equals the declared one, and that no other create of this client returned, is it; none means send again; more
 * than one is an error that names them.
 */
export async function createOnce<Item, Answer extends { id: string }>(
  making: Making<Item, Answer>,
): Promise<CreateResult<Answer>> {
  const { claimed, idOf } = making;
  const before = await making.list(false);
  const known = new Set(before.map(idOf));
  const twins = before.filter((item) => making.isWanted(item) && !claimed.has(idOf(item))).map(idOf);
  for (let posts = 1; ; posts += 1) {
    try {
      const answer = await making.post();
      // Whoever took that object for the new one would change and remove what belongs to another.
      if (known.has(answer.id) || claimed.has(answer.id)) throw answersAnother(making, answer.id);
      claimed.add(answer.id);
      return { id: answer.id, answer, twins };
    } catch (error) {
      // Without time or with the run ending there is nothing left to find out with: the error says that it is open.
      // What a POST that was sent again is refused for may be what the first one has made in the meantime.
      if (!isApiError(error) || error.kind === "stopped" || (!error.ambiguous && posts === 1)) throw error;
      const id = await search(making, known, error);
      if (id !== undefined) {
        claimed.add(id);
        return { id, twins };
      }
      if (!error.ambiguous || (error.kind !== "busy" && posts >= mostPosts)) throw error;
      if (error.kind === "busy") {
        await sleepUnlessStopped(making.clock, busyPauseMs, making.call, error);
        if (making.clock.now() >= making.call.deadline) throw error;
      }
    }
  }
}

/** An answer with the id of an object that was there before leaves it open whether a new one was made. */
function answersAnother({ name, call }: Pick<Making<unknown, never>, "name" | "call">, id: string): ApiError {
  return new ApiError({
    kind: "badResponse",
    subject: call.subject,
    problem: `the request for a new ${name} was answered with ${name} ${id}, which was there before`,
    ambiguous: true,
  });
}

/** The id of what the POST made, if it made it. */
async function search<Item, Answer extends { id: string }>(
  { clock, name, call, claimed, idOf, isWanted: isDeclared, list }: Making<Item, Answer>,
  known: Set<string>,
  cause: ApiError,
): Promise<string | undefined> {
  for (let look = 1; ; look += 1) {
    if (clock.now() >= call.deadline) throw cause;
    const items = await list(true);
    const ours = items
      .filter((item) => isDeclared(item) && !known.has(idOf(item)) && !claimed.has(idOf(item)))
      .map(idOf);
    if (ours.length > 1) {
      throw new ApiError({
        kind: "conflict",
        subject: call.subject,
        method: cause.method,
        path: cause.path,
        problem: `it is open which of several new ${name}s is the one declared: ${ours.join(", ")}. Import one and delete the others`,
        cause,
      });
    }
    if (ours.length === 1 || look >= mostLooks) return ours[0];
    call.progress?.(`no answer to the create: looking whether the ${name} was made`);
    await sleepUnlessStopped(clock, looksApartMs, call, cause);
  }
}

async function sleepUnlessStopped(clock: Clock, ms: number, call: Call, cause: ApiError): Promise<void> {
  try {
    await clock.sleep(Math.max(0, Math.min(ms, call.deadline - clock.now())), call.signal);
  } catch {
    throw cause;
  }
}
