// `auditLogNoun` reads the audit log of a month. `nouns/index.ts` opens it, and `functions/account.ts` reads the
// events. Limits may change. `findColumns` must refuse what is no log, because an error can have status 200.
// `handedOut` must stay, because a repeated request would give events twice.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { UnreadableBody } from "../transport/attempt";
import type { Api, BodyReader, CallOptions } from "../transport/endpoint";
import { isHtml } from "../transport/errorText";
import { request } from "../transport/request";
import { createCsvReader } from "./csv";

/** An event of the audit log. */
export interface AuditEvent {
  timestamp: string;
  event: string;
  source: string;
  user: string;
  /** Further details. The specification does not say in which form. */
  extras: string;
}

/** The columns of the CSV, in the order of the specification. */
const columns = ["Timestamp", "Event", "Source", "User", "Extras"] as const;

/** The most bytes that are read of the log of one month. */
const mostBytes = 64 * 1024 * 1024;
/** The longest row. A row is one line of text, so a longer one is a quoted field that never ends. */
const longestRow = 1024 * 1024;

/** The operation on the audit log. */
export interface AuditLogOperations {
  /**
   * The events of one month (`YYYY-MM`; by default the latest). Events arrive while the log is received, and a log of
   * up to 64 MiB is never held as a whole. The deadline applies until the last event is read.
   */
  events(query?: { month?: string }, options?: CallOptions): AsyncIterable<AuditEvent>;
}

export function auditLogNoun(account: Api) {
  const auditLog: AuditLogOperations = { events: (query, options) => readAuditLog(account, query?.month, options) };
  return { operations: { auditLog }, shared: {} };
}

/** The events, at the pace of the caller. */
async function* readAuditLog(account: Api, month: string | undefined, options: CallOptions = {}) {
  const events = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const leaving = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
  const read = () =>
    eventReader(async (found) => {
      if (!events.write(found)) await once(events, "drain");
    });
  const endpoint = { method: "GET", path: "/api/auditlog/csv", role: "admin" } as const;
  request(account, endpoint, { query: { timestamp: month }, read }, { ...options, signal }).then(
    () => events.end(),
    (error: Error) => events.destroy(error),
  );
  try {
    for await (const found of events as AsyncIterable<AuditEvent[]>) {
      yield* found;
    }
  } finally {
    // A caller that stops early ends the request.
    leaving.abort();
  }
}

/** Makes a reader of the CSV that passes its events on. */
function eventReader(pass: (found: AuditEvent[]) => Promise<void>): BodyReader<void> {
  const csv = createCsvReader(longestRow);
  let places: number[] | undefined;
  let handedOut = false;

  function findColumns(header: string[]): number[] {
    const found = columns.map((name) => header.indexOf(name));
    const missing = columns.filter((_name, i) => found[i] === -1);
    if (missing.length === 0) return found;
    const start = header[0] ?? "";
    const column = `CSV without the column ${missing[0]}`;
    throw new UnreadableBody(isHtml(start) ? "an HTML page" : /^\s*[{[]/.test(start) ? "JSON instead of CSV" : column);
  }

  async function passOn(records: string[][]): Promise<void> {
    const [header] = records;
    if (places === undefined && header !== undefined) {
      places = findColumns(header);
      records = records.slice(1);
    }
    if (records.length === 0) return;
    handedOut = true;
    await pass(records.map((record) => toEvent(record, places ?? [])));
  }

  return {
    accept: "text/csv",
    mostBytes,
    tooLargeAdvice: "in the control panel, read the audit log of the requested month",
    get handedOut() {
      return handedOut;
    },
    take: (text) => passOn(csv.push(text)),
    async end() {
      await passOn(csv.end());
      if (places === undefined) throw new UnreadableBody("an empty body");
    },
  };
}

function toEvent(record: string[], places: number[]): AuditEvent {
  const [timestamp = "", event = "", source = "", user = "", extras = ""] = places.map((place) => record[place] ?? "");
  return { timestamp, event, source, user, extras };
}
