/** One request, as the emulator received and answered it. */
export interface LoggedRequest {
  method: string;
  /** The path as sent, without the query. */
  path: string;
  query?: string;
  /**
   * The body as read, with "[secret]" in place of the values of secret fields and of fields that the operation does not
   * have. A large body is replaced by its size, and a request without a valid key is logged without its body.
   */
  body?: unknown;
  /** The instance whose key was used. */
  instance?: number;
  /**
   * The status of the answer. The status is 0 until then, and stays 0 when the connection was cut before the answer.
   */
  status: number;
  /**
   * True for a GET that waits for something:
   * - a GET that was answered "not ready yet";
   * - the next GET with the same key, path and query: the last look of a wait, which finds the object ready or gone;
   * - the first GET of an object that a write with the same key changes in the background. This GET is a poll even if
   *   the change is over by then, so that the number of other requests does not depend on how fast client and emulator
   *   run.
   */
  poll: boolean;
  /** The kind of the fault that was played on this request. */
  fault?: string;
  /** The time at which the request came in, on the emulator's clock. */
  at: number;
  /** The time at which the request was answered, on the emulator's clock. */
  answeredAt?: number;
  /** The time at which the last background change that this request began will be over. */
  changesUntil?: number;
}

/** The requests received since the start, or since the log was last cleared. */
export interface RequestLog {
  entries(): LoggedRequest[];
  /** The requests that came in or were answered after a revision, the revision now, and the oldest number kept. */
  since(revision: number): { changed: [number: number, request: LoggedRequest][]; revision: number; oldest: number };
  clear(): void;
  /** Notes a request as it comes in. */
  open(entry: Pick<LoggedRequest, "method" | "path" | "at"> & { query: string }): LoggedRequest;
  /** Decides whether an answered request is a poll; `pending` says that the answer was "not ready yet". */
  settlePoll(entry: LoggedRequest, key: string, pending: boolean): void;
}

/** The number of requests that the log keeps: the newest ones. */
export const maxEntries = 10_000;

/** An empty log. */
export function createLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  /** The entries' numbers, and the revisions at which they last changed. */
  const notes = new WeakMap<LoggedRequest, { number: number; revision: number }>();
  let revision = 0;
  let received = 0;
  const waiting = new Set<string>();
  /** The writes that began a change, each with the paths that the same key has read since. */
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
 * Tells whether a GET shows what a write changes: it has the same path, the path of an object that the write made, the
 * path of a list whose elements have no GET of their own, or that of the list from which the write removes an object.
 */
function isLookAt(look: string, { method, path }: { method: string; path: string }): boolean {
  const isInList = (look.startsWith("/instance/") || method === "DELETE") && path.startsWith(`${look}/`);
  return look === path || look.startsWith(`${path}/`) || isInList;
}
