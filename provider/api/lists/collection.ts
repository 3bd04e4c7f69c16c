// A collection reads and writes the objects of one kind. Files of `nouns/` make collections;
// `resources/shared/childKind.ts`, `resources/instance/` and `resources/vpc/` use them. `lagMs` may change. A list must
// confirm each absence, and no failure may pass for an empty list, because a refresh drops absent objects.
import { isDeepStrictEqual } from "node:util";
import type { Api, Call } from "../transport/endpoint";
import { canonical } from "../transport/equality";
import { ApiError, isApiError, isNotFound, isUnreadable } from "../transport/errors";
import { buildPath } from "../transport/paths";
import { type CollectionSpec, collectionOperations } from "./collectionOperations";
import { type CreateResult, createOnce, type Making } from "./reconcile";
import { createShared } from "./sharedList";
import { waitFor } from "./waiter";

/** The service's lists may lag behind its writes. For this long after a create, a missing object proves nothing. */
const lagMs = 10_000;

/** The objects of one kind under one path: read through a shared list, written through methods that keep the list right. */
export type Collection<Item extends { id: string }, Body extends object> = ReturnType<
  typeof createCollection<Item, Body, { id: string }>
>;

export function createCollection<Item extends { id: string }, Body extends object, Answer extends { id: string }>(
  to: Api,
  spec: CollectionSpec<Item, Body, Answer>,
) {
  const { same: isSame = hasAllOf } = spec;
  const { clock } = to.transport;
  // A proxy may have written the body of a DELETE's answer: where nobody waits for the end, a body does not prove it.
  const operations = collectionOperations(to, spec, { answer: spec.created }, !spec.goesSlowly);

  const { get: list, change, last } = createShared(clock, operations.list);
  const madeAt = new Map<string, number>();
  /** The ids whose DELETE was answered with a success: a later 404 is expected, and no list has to confirm it. */
  const deleted = new Set<string>();
  const claimed = new Set<string>();
  /** The creates that are under way. */
  const underWay = new Set<Making<Item, Answer>>();

  /** Runs creates of equal bodies one after another: two at the same time could not tell whose object is whose. */
  const inTurn = createTurns();

  function put(id: string, build: (before: Item | undefined) => Item): void {
    change((items) => {
      const at = items.findIndex((item) => item.id === id);
      return at < 0 ? [...items, build(undefined)] : items.with(at, build(items[at]));
    });
  }

  const drop = (id: string) => change((items) => items.filter((item) => item.id !== id));

  const withId = (items: Item[], id: string) => items.find((item) => item.id === id);
  const findInFreshList = async (id: string, call: Call) => withId(await list(call, { fresh: true }), id);

  /** Looks for an object once. `unlisted` is true when a list has just shown that the object is missing. */
  async function lookFor(id: string, call: Call, unlisted = false): Promise<Item | undefined> {
    if (spec.isListOnly) return findInFreshList(id, call);
    try {
      const item = await operations.get(id, call);
      put(id, () => item);
      return item;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (!unlisted) await confirmAbsence(id, call, error);
      return undefined;
    }
  }

  /** Confirms a 404 by a list that does not show the object, unless a DELETE of this client explains the 404. */
  async function confirmAbsence(id: string, call: Call, error: ApiError): Promise<void> {
    if (deleted.has(id)) return;
    const isListed = withId(await list(call), id) !== undefined && (await findInFreshList(id, call)) !== undefined;
    if (isListed) throw contradiction(error, id);
  }

  /** Notes that an object is gone. A key that the user gave must first show that it opens the right account. */
  async function noteAbsence(id: string, call: Call): Promise<void> {
    if (!deleted.has(id) && !to.credentials.lookedUp) await call.confirmAccount?.();
    drop(id);
  }

  function contradiction({ fields }: ApiError, id: string): ApiError {
    const problem = `${fields.problem}, although the list shows ${spec.name} ${id}`;
    return new ApiError({ ...fields, connection: undefined, common: undefined, kind: "server", problem });
  }

  /** A wait that shows no line, because it is part of a look. */
  const quietly = ({ deadline, signal }: Call) => ({ clock, deadline, signal });

  /** Waits until the list no longer shows an object whose DELETE was answered with a 404; the list may lag behind. */
  async function seeGone(id: string, call: Call, error: ApiError): Promise<void> {
    const until = Math.min(clock.now() + lagMs, call.deadline);
    await waitFor<void>(quietly(call), `${spec.name} ${id} to be gone`, async () => {
      if ((await findInFreshList(id, call)) === undefined) return { done: undefined };
      if (clock.now() >= until) throw contradiction(error, id);
      return { waiting: "DELETE was answered with 404, but the list still shows the object" };
    });
    await noteAbsence(id, call);
  }

  /** Gets an object. The service may not show yet what this client made a moment ago, so the client asks again. */
  async function get(id: string, call: Call, unlisted = false): Promise<Item | undefined> {
    const shownBy = (madeAt.get(id) ?? Number.NEGATIVE_INFINITY) + lagMs;
    const isYoung = clock.now() < Math.min(shownBy, call.deadline);
    const found = await lookFor(id, call, unlisted || isYoung);
    if (found !== undefined) return found;
    if (!isYoung) {
      await noteAbsence(id, call);
      return undefined;
    }
    return waitFor<Item | undefined>(quietly(call), `${spec.name} ${id}`, async () => {
      const isLate = clock.now() >= shownBy;
      const item = await lookFor(id, call, !isLate);
      return item !== undefined || isLate ? { done: item } : { waiting: "created, but not shown yet" };
    });
  }

  /** Tells whether an item has a tag, by the list or by the item's own answer; undefined where neither shows tags. */
  async function hasTag(item: Item, tag: string, call: Call): Promise<boolean | undefined> {
    const listed = spec.tagsOf?.(item);
    if (listed !== undefined) return listed.includes(tag);
    const seen = await lookFor(item.id, call, true).catch((error: unknown) => {
      if (isApiError(error)) return undefined;
      throw error;
    });
    return seen && spec.tagsOf?.(seen)?.includes(tag);
  }

  return {
    same(item: Item, body: Body): boolean {
      return isSame(item, body);
    },
    /** All items, shared by every caller for 30 s unless `fresh`. A failure is never shown as an empty list. */
    list,
    /** The items of the last list, however old. Where no list was read before, the list is read now. */
    listOnce: async (call: Call): Promise<Item[]> => last() ?? list(call),
    /** The item from the shared list; `undefined` when the item is gone, which other requests confirm first. */
    async find(id: string, call: Call): Promise<Item | undefined> {
      return withId(await list(call), id) ?? (await get(id, call, true));
    },
    /** The item as the service has it now; `undefined` when the item is gone. */
    get: (id: string, call: Call): Promise<Item | undefined> => get(id, call),
    /** Throws when the list still shows an object whose GET was answered with a 404. */
    async confirmGone(id: string, call: Call, error: ApiError): Promise<void> {
      await confirmAbsence(id, call, error);
      await noteAbsence(id, call);
    },
    /** Makes an item. After an unclear failure the list is searched for the tag `mark`, or else for an equal item. */
    async create(body: Body, call: Call, { mark }: { mark?: string } = {}): Promise<CreateResult<Answer>> {
      const making: Making<Item, Answer> = {
        clock,
        name: spec.name,
        call,
        claimed,
        isWanted: (item) => isSame(item, body),
        isMade: mark === undefined ? undefined : (item) => hasTag(item, mark, call),
        list: (fresh, within) => list({ ...call, ...within }, { fresh }),
        post: () => operations.create(body, call),
      };
      underWay.add(making);
      const made = await inTurn(canonical(body), () => createOnce(making)).finally(() => underWay.delete(making));
      madeAt.set(made.id, clock.now());
      put(made.id, (before) => spec.merge(body, made.id, before));
      // Another create under way may have made the other new objects.
      return underWay.size > 0 ? { ...made, unlike: [] } : made;
    },
    /** Waits for the creates under way that may have made the item. False if there is no such create. */
    async waitForMaker(item: Item, call: Call): Promise<boolean> {
      const makers = [...underWay].filter(({ known, isWanted }) => known?.has(item.id) === false && isWanted(item));
      return waitFor<boolean>({ ...call, clock }, `the create that may have made ${spec.name} ${item.id}`, async () =>
        makers.some((each) => underWay.has(each)) ? { waiting: "under way" } : { done: makers.length > 0 },
      );
    },
    /** Changes an item by PUT. Returns the item as the service then has it, for kinds whose PUT answers with the item. */
    async update(id: string, body: Body, call: Call): Promise<Item | undefined> {
      const shown = operations.update(id, body, call).then((item) => (spec.echoes ? item : undefined));
      const answer = await shown.catch(async (error: unknown) => {
        if (!isUnreadable(error)) throw error;
        // A proxy's page does not tell whether the service made the change, so the object itself is read.
        const item = await lookFor(id, call);
        if (item === undefined || !isSame(item, body)) throw error;
        return item;
      });
      // An answer that does not show the object is a success too: the object is read to see what was accepted.
      const after = answer ?? (spec.echoes ? await lookFor(id, call) : undefined);
      if (spec.echoes && after === undefined) {
        const path = buildPath(`${spec.path}/{id}`, { id });
        const problem = `was answered with a success, but ${spec.name} ${id} does not exist`;
        throw new ApiError({ kind: "notFound", subject: call.subject, method: "PUT", path, problem });
      }
      put(id, (before) => after ?? spec.merge(body, id, before));
      return after;
    },
    /** Deletes an item; an item that is gone already is a success. */
    async delete(id: string, call: Call): Promise<void> {
      try {
        await operations.delete(id, call);
        deleted.add(id);
      } catch (error) {
        if (isNotFound(error)) {
          await seeGone(id, call, error);
        } else if (!isUnreadable(error) || (await get(id, call)) !== undefined) {
          throw error;
        }
      }
      drop(id);
      madeAt.delete(id);
    },
  };
}

/** Makes a function that runs tasks with the same key one after another, and those with different keys at once. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    return turn.finally(() => last.get(key) === turn && last.delete(key));
  };
}

const hasAllOf = (item: object, body: object) => isDeepStrictEqual({ ...item, ...body }, item);
