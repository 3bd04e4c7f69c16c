/** One request, as the emulator received and answered it. */
export interface LoggedRequest {
  method: string;
  /** As sent, without the query. */
  path: string;
  query?: string;
  /** The body as read, with "[secret]" for the values of secret fields, or its size where it is large; none without a valid key. */
  body?: unknown;
  /** The instance whose key was used. */
  instance?: number;
  /** 0 while there is no answer (and for good, where the connection was cut before one). */
  status: number;
  /**
   * A GET that waits for something: it was answered "not ready yet"; or it repeats a GET of the same key, path and query
   * that was answered so (the last look of a wait, which finds the thing ready or gone); or it is the first look at what a
   * write of the same key changes in the background. The first look counts whether the change is over by then or not, so
   * that no count of what is no poll depends on how fast client and emulator run.
   */
  poll: boolean;
  /** The kind of fault that was played on it. */
  fault?: string;
  /** When it came in and when it was answered, on the emulator's clock. */
  at: number;
  answeredAt?: number;
  /** When the last change is done that it began in the background, unless a control call ends that sooner. */
  changesUntil?: number;
}

/** What was received since the start, or since it was last cleared; the newest ones where that is much. */
export interface RequestLog {
  entries(): LoggedRequest[];
  clear(): void;
  /** Notes a request as it comes in. */
  open(entry: Pick<LoggedRequest, "method" | "path" | "at"> & { query: string }): LoggedRequest;
  /** Notes that a request is answered, and whether it belongs to a wait; `pending`: it was answered "not ready yet". */
  settlePoll(entry: LoggedRequest, key: string, pending: boolean): void;
}

/** So many requests are kept, the newest of all. */
export const maxEntries = 10_000;

/** An empty log. */
export function createLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  const waiting = new Set<string>();
  /** The writes that began a change, each with the paths at which their key has looked since. */
  let begun: { key: string; path: string; looks: Set<string> }[] = [];

  const isFirstLook = (key: string, path: string): boolean => {
    const writes = begun.filter((each) => each.key === key && isLookAt(path, each.path) && !each.looks.has(path));
    for (const { looks } of writes) looks.add(path);
    return writes.length > 0;
  };

  return {
    entries: () => structuredClone(entries),
    clear: () => {
      entries = [];
      waiting.clear();
      begun = [];
    },
    open: ({ query, ...rest }) => {
      const entry: LoggedRequest = { ...rest, ...(query ? { query } : {}), status: 0, poll: false };
      entries.push(entry);
      if (entries.length > maxEntries) entries.shift();
      return entry;
    },
    settlePoll: (entry, key, pending) => {
      if (entry.method !== "GET") {
        if (entry.changesUntil !== undefined) begun.push({ key, path: entry.path, looks: new Set() });
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

/** Whether a GET shows what a write changes: at the same path, at that of what was made, or in the list of what has no GET. */
function isLookAt(look: string, write: string): boolean {
  const isInList = look.startsWith("/instance/") && write.startsWith(`${look}/`);
  return look === write || look.startsWith(`${write}/`) || isInList;
}

// Addresses and recipients' values often hold a token; the rest says what it is by its name.
const secretName =
  /^(value|url|webhook_uri|connection_string|host_port|email|iam_role|iam_external_id|application_id|tenant_id)$|secret|pass|token|key|auth|credential|cert|dsn/i;

// What is no name may be a value: JSON sent as a form arrives as one long field name.
const plainName = /^[\w.-]{1,64}$/;

/** A copy of a body without the values of its secret fields. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      plainName.test(name)
        ? [name, secretName.test(name) ? "[secret]" : withoutSecrets(each)]
        : ["[secret]", "[secret]"],
    ),
  );
}
