import { z } from "zod";
import type { Call } from "./call";
import { canonical } from "./equality";
import { ApiError, isNotFound, isUnreadable } from "./errors";
import { buildPath } from "./paths";
import { type CreateResult, createOnce } from "./reconcile";
import { type Api, type Endpoint, request } from "./request";
import { createShared } from "./sharedList";
import { waitFor } from "./waiter";

/** One kind of object under one path: read through a shared list, written through methods that keep the list right. */
export interface Collection<Item, Body, Answer extends { id: string } = { id: string }> {
  /** Whether an item is what `body` declares. */
  same(item: Item, body: Body): boolean;
  /** All items; shared by every caller for 30 s unless `fresh`. Never empty because of an error. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Item[]>;
  /** The item from the shared list; absence is confirmed before `undefined` says that it is gone. */
  find(id: string, call: Call): Promise<Item | undefined>;
  /** The item as the service has it now; `undefined` when it is gone. One GET where the path has one, else a fresh list. */
  get(id: string, call: Call): Promise<Item | undefined>;
  /** Makes one; after a failure that leaves it open whether it was made, the list decides. */
  create(body: Body, call: Call): Promise<CreateResult<Answer>>;
  /** Changes one (PUT); gives back what the service then holds, where it says so. */
  update(id: string, body: Body, call: Call): Promise<Item | undefined>;
  /** Deletes one; something gone already is success. */
  delete(id: string, call: Call): Promise<void>;
}

/** What tells one kind of object from another. */
export interface CollectionSpec<Item, Body, Answer extends { id: string }> {
  /** What the objects are called: `VPC`. */
  name: string;
  /** `/api/vpcs`; one object is below it, under its id. */
  path: string;
  /** Where a POST goes, if it depends on what is made. */
  createPath?: (body: Body) => string;
  item: z.ZodType<Item>;
  /** What a POST answers; it must hold the id. */
  created: z.ZodType<Answer>;
  idOf: (item: Item) => string;
  /** Whether a PUT answers with the whole item, so that it can be seen what the service took. */
  echoes?: boolean;
  /** Whether the service has a GET of one object. */
  getById: boolean;
  /** Whether an item is what was declared. */
  same: (item: Item, body: Body) => boolean;
  /** The item that a write of `body` leaves behind, as far as it is known without asking. */
  merge: (body: Body, id: string, before: Item | undefined) => Item;
  /** Fields of what is sent whose values must not show in an error. */
  secrets?: Endpoint<unknown>["secrets"];
  /** What POST and PUT send, where that is not the body as it is. */
  payload?: (body: Body) => object;
  /** The query of a DELETE, without its question mark. */
  deleteQuery?: string;
  /** What PUT takes, where it takes less than POST. */
  updateBody?: (body: Body) => Partial<Body>;
}

/** A collection, and what else a noun built on one needs of it. */
export interface CollectionWithWitness<Item, Body, Answer extends { id: string }>
  extends Collection<Item, Body, Answer> {
  /** Throws unless the list bears out a 404 about an object. */
  confirmGone(id: string, call: Call, error: ApiError): Promise<void>;
}

/** The service's lists may lag behind its own writes: so long after a create, absence is no proof. */
const lagMs = 10_000;

/** A collection over one connection. */
export function createCollection<Item, Body extends object, Answer extends { id: string }>(
  to: Api,
  spec: CollectionSpec<Item, Body, Answer>,
): CollectionWithWitness<Item, Body, Answer> {
  const { clock } = to.transport;
  const one = `${spec.path}/{id}`;
  const payload = (body: Body): object => ({ ...(spec.payload?.(body) ?? body) });
  const listing: Endpoint<Item[]> = { method: "GET", path: spec.path, class: "read", answer: z.array(spec.item) };
  /** An item that is the one asked for: another one's values would be taken for its own. */
  const itemOf = (id: string) => {
    const isThis = (item: unknown) => spec.idOf(item as Item) === id;
    // A pipe, because zod compiles a refined schema anew for each id.
    return spec.item.pipe(z.custom<Item>(isThis, { path: ["id"], message: `another one than ${id}` }));
  };
  const reading = (id: string): Endpoint<Item> => ({ method: "GET", path: one, class: "read", answer: itemOf(id) });
  const changing = (id: string): Endpoint<Item | undefined> => ({
    method: "PUT",
    path: one,
    class: "idempotent",
    secrets: spec.secrets,
    echo: spec.echoes ? itemOf(id) : undefined,
  });
  const deleting: Endpoint<void> = {
    method: "DELETE",
    path: one,
    query: spec.deleteQuery,
    class: "idempotent",
  };

  const shared = createShared(clock, async (call) => distinct(await request(to, listing, {}, call), spec.idOf));
  const madeAt = new Map<string, number>();
  /** Ids whose DELETE was answered by a success: there a 404 is what is expected, and needs no second witness. */
  const deleted = new Set<string>();
  const claimed = new Set<string>();

  /** Equal bodies being made: their creates run one after another, as only then a new object can be told to be this one's. */
  const making = new Map<string, Promise<unknown>>();

  async function inTurn<T>(body: Body, work: () => Promise<T>): Promise<T> {
    const key = canonical(body);
    const turn = (making.get(key) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => undefined);
    making.set(key, settled);
    try {
      return await turn;
    } finally {
      if (making.get(key) === settled) making.delete(key);
    }
  }

  const list: Collection<Item, Body, Answer>["list"] = (call, options) => shared.get(call, options);

  function put(id: string, build: (before: Item | undefined) => Item): void {
    shared.change((items) => {
      const at = items.findIndex((item) => spec.idOf(item) === id);
      return at < 0 ? [...items, build(undefined)] : items.with(at, build(items[at]));
    });
  }

  const drop = (id: string) => shared.change((items) => items.filter((item) => spec.idOf(item) !== id));

  const withId = (items: Item[], id: string) => items.find((item) => spec.idOf(item) === id);
  const findInFreshList = async (id: string, call: Call) => withId(await list(call, { fresh: true }), id);

  /** Looks once; `unlisted` where a list has just shown that the object is not in it. */
  async function lookFor(id: string, call: Call, unlisted = false): Promise<Item | undefined> {
    if (!spec.getById) return findInFreshList(id, call);
    try {
      const item = await request(to, reading(id), { params: { id } }, call);
      put(id, () => item);
      return item;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (!unlisted) await confirmAbsence(id, call, error);
      return undefined;
    }
  }

  /** The second witness of a 404: a list without the object. After a DELETE that was answered none is needed. */
  async function confirmAbsence(id: string, call: Call, error: ApiError): Promise<void> {
    if (deleted.has(id)) return;
    const isListed = withId(await list(call), id) !== undefined && (await findInFreshList(id, call)) !== undefined;
    if (isListed) throw contradiction(error, id);
  }

  /** A key that the account API has just told opens that account's instance; any other must show that it is the right one. */
  async function noteAbsence(id: string, call: Call): Promise<void> {
    if (!deleted.has(id) && !to.credentials.lookedUp) await call.beforeAbsence?.();
    drop(id);
  }

  /** A 404 about something that the list goes on showing. */
  const contradiction = (error: ApiError, id: string) =>
    new ApiError({
      ...error.fields,
      kind: "server",
      problem: `${error.fields.problem}, although the list shows ${spec.name} ${id}`,
    });

  /** Sees that what a DELETE did not find is gone; a list that lags behind is given time. */
  async function seeGone(id: string, call: Call, error: ApiError): Promise<void> {
    const until = Math.min(clock.now() + lagMs, call.deadline);
    await waitFor<void>({
      clock,
      deadline: call.deadline,
      signal: call.signal,
      what: `${spec.name} ${id} to be gone`,
      poll: async () => {
        if ((await findInFreshList(id, call)) === undefined) return { done: undefined };
        if (clock.now() >= until) throw contradiction(error, id);
        return { waiting: "answered 404, and still listed" };
      },
    });
    await noteAbsence(id, call);
  }

  /** Looks again while a create of this client is so young that the service may not show it yet. */
  async function get(id: string, call: Call, unlisted = false): Promise<Item | undefined> {
    const shownBy = (madeAt.get(id) ?? Number.NEGATIVE_INFINITY) + lagMs;
    const isYoung = clock.now() < Math.min(shownBy, call.deadline);
    const found = await lookFor(id, call, unlisted || isYoung);
    if (found !== undefined) return found;
    if (!isYoung) {
      await noteAbsence(id, call);
      return undefined;
    }
    return waitFor<Item | undefined>({
      clock,
      deadline: call.deadline,
      signal: call.signal,
      what: `${spec.name} ${id}`,
      poll: async () => {
        const isLate = clock.now() >= shownBy;
        const item = await lookFor(id, call, !isLate);
        return item !== undefined || isLate ? { done: item } : { waiting: "made, and not shown yet" };
      },
    });
  }

  async function find(id: string, call: Call): Promise<Item | undefined> {
    return withId(await list(call), id) ?? (await get(id, call, true));
  }

  return {
    same: spec.same,
    list,
    find,
    get: (id, call) => get(id, call),
    async confirmGone(id, call, error) {
      await confirmAbsence(id, call, error);
      await noteAbsence(id, call);
    },
    async create(body, call) {
      const posting: Endpoint<Answer> = {
        method: "POST",
        path: spec.createPath?.(body) ?? spec.path,
        class: "reconcile",
        answer: spec.created,
        secrets: spec.secrets,
      };
      const made = await inTurn(body, () =>
        createOnce({
          clock,
          name: spec.name,
          call,
          claimed,
          idOf: spec.idOf,
          isWanted: (item) => spec.same(item, body),
          list: (fresh) => list(call, { fresh }),
          post: () => request(to, posting, { body: payload(body) }, call),
        }),
      );
      madeAt.set(made.id, clock.now());
      put(made.id, (before) => spec.merge(body, made.id, before));
      return made;
    },
    async update(id, body, call) {
      const args = { params: { id }, body: { ...(spec.updateBody?.(body) ?? payload(body)) } };
      const answer = await request(to, changing(id), args, call).catch(async (error: unknown) => {
        if (!isUnreadable(error)) throw error;
        // A page of a proxy tells nothing of what the service did: the object does.
        const item = await lookFor(id, call);
        if (item === undefined || !spec.same(item, body)) throw error;
        return item;
      });
      // An answer that does not show the object is a success: what the service took of it is then looked up.
      const after = answer ?? (spec.echoes ? await lookFor(id, call) : undefined);
      if (spec.echoes && after === undefined) {
        throw new ApiError({
          kind: "notFound",
          subject: call.subject,
          method: "PUT",
          path: buildPath(one, { id }),
          problem: `was answered as a success, but ${spec.name} ${id} is not there`,
        });
      }
      put(id, (before) => after ?? spec.merge(body, id, before));
      return after;
    },
    async delete(id, call) {
      try {
        await request(to, deleting, { params: { id } }, call);
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

/** The service may list one object twice; the last mention counts. */
function distinct<Item>(items: Item[], idOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}
