// `server.ts` opens and settles an entry for each API request; `controls.ts` and `panel/stream.ts` read the log. The
// inside of `createLog` may change. Names of `LoggedRequest` and the rules for `poll` must stay, because users' tests
// count the requests that are no polls.
/** One request that the emulator received, with the status of the answer. */
export interface LoggedRequest {
  method: string;
  /** The path of the request, without the query. */
  path: string;
  query?: string;
  /**
   * The body of the request. "[secret]" stands in place of the value of each secret field, and of each field that the
   * operation does not have. Of a body above 16 KiB, the log keeps only the size. Of a request without a valid key, the
   * log keeps no body.
   */
  body?: unknown;
  /** The id of the instance whose key the request had. Absent for a request with another key. */
  instance?: number;
  /**
   * The status of the answer. The status is 0 until the emulator answers. If the connection ends before the answer, the
   * status stays 0.
   */
  status: number;
  /**
   * True for a GET with which a client waits for something. Three sorts of GET are polls:
   * - a GET whose answer shows an object that the emulator is still making, changing or removing;
   * - the next GET with the same key, path and query, whose answer shows that the object is ready or gone;
   * - the first GET of an object after a request with the same key that changes the object in the background.
   *
   * The first GET after a change is a poll even if the change is over. The number of other requests therefore does not
   * depend on how fast client and emulator run.
   */
  poll: boolean;
  /** The kind of the fault that the emulator applied to the request, such as `status` or `reset`. */
  fault?: string;
  /** The time at which the emulator received the request, on the emulator's clock. */
  at: number;
  /** The time at which the emulator answered the request, on the emulator's clock. */
  answeredAt?: number;
  /** The time at which all background changes that the request began are over, on the emulator's clock. */
  changesUntil?: number;
}

/** The requests received since the start, or since the log was last cleared. */
export interface RequestLog {
  entries(): LoggedRequest[];
  /** The requests that changed after a revision, the present revision, and the number of the oldest kept request. */
  since(revision: number): { changed: [number: number, request: LoggedRequest][]; revision: number; oldest: number };
  clear(): void;
  /** Notes a request as it comes in. */
  open(entry: Pick<LoggedRequest, "method" | "path" | "at"> & { query: string }): LoggedRequest;
  /** Decides whether an answered request is a poll. `pending` says that the answer was "not ready yet". */
  settlePoll(entry: LoggedRequest, key: string, pending: boolean): void;
}

/** The number of requests that the log keeps. The log drops the oldest requests. */
export const maxEntries = 10_000;

/** An empty log. */
export function createLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  /** The entries' numbers, and the revisions at which they last changed. */
  const notes = new WeakMap<LoggedRequest, { number: number; revision: number }>();
  let revision = 0;
  let received = 0;
  const waiting = new Set<string>();
  /** The writes that began a change. `looks` has the paths that the same key has read since. */
  let begun: { key: string; method: string; path: string; looks: Set<string> }[] = [];

  const isFirstLook = (key: string, path: string): boolean => {
    const writes = begun.filter((each) => each.key === key && isLookAt(path, each) && !each.looks.has(path));
    for (const { looks } of writes) looks.add(path);
    return writes.length > 0;
  };

  return {
    entries: () => structuredClone(entries),
    since: (from) => {
      const noted = entries.map((entry) => ({ entry, number: 0, revision: 0, ...notes.get(entry) }));
      return {
        changed: noted.filter((each) => each.revision > from).map(({ number, entry }) => [number, entry]),
        revision,
        oldest: noted[0]?.number ?? received + 1,
      };
    },
    clear: () => {
      entries = [];
      waiting.clear();
      begun = [];
    },
    open: ({ query, ...rest }) => {
      const entry: LoggedRequest = { ...rest, ...(query ? { query } : {}), status: 0, poll: false };
      entries.push(entry);
      revision += 1;
      received += 1;
      notes.set(entry, { number: received, revision });
      if (entries.length > maxEntries) entries.shift();
      return entry;
    },
    settlePoll: (entry, key, pending) => {
      revision += 1;
      Object.assign(notes.get(entry) ?? {}, { revision });
      if (entry.method !== "GET") {
        if (entry.changesUntil !== undefined)
          begun.push({ key, method: entry.method, path: entry.path, looks: new Set() });
        return;
      }
      const name = `${key} ${entry.path}?${entry.query ?? ""}`;
      entry.poll = isFirstLook(key, entry.path) || waiting.has(name) || pending;
      if (pending) {
        waiting.add(name);
        const [oldest] = waiting;
        if (waiting.size > maxEntries && oldest !== undefined) waiting.delete(oldest);
      } else {
        waiting.delete(name);
      }
    },
  };
}

/**
 * Tells whether a GET shows the object that a write changes. The GET can have the path of the write, or of an object
 * that the write made. It can also have the path of a list from which the write removes an object. On the instance API,
 * the list can also be one whose elements have no GET of their own.
 */
function isLookAt(look: string, { method, path }: { method: string; path: string }): boolean {
  const isInList = (look.startsWith("/instance/") || method === "DELETE") && path.startsWith(`${look}/`);
  return look === path || look.startsWith(`${path}/`) || isInList;
}
