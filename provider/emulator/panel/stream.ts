// `server/server.ts` calls `stream` for the control `events`; `panel/page/` reads each `Message`. Numbers and intervals
// may change. `withoutSecrets` must stay, because people share their screens. The first message must have all records,
// because the page then forgets all earlier ones.
import type { ServerResponse } from "node:http";
import { z } from "zod";
import { type CollectionName, routes } from "../nouns";
import type { MovableClock } from "../server/clock";
import type { World } from "../server/controls";
import type { ActiveFault } from "../server/faults";
import type { Limit } from "../server/limit";
import type { LoggedRequest } from "../server/log";
import { secretFieldsOf, withoutSecrets } from "../server/secrets";

/** The fields that some operation marks as secret. No record shows their values. */
const secretFields = routes.flatMap(({ body }) => (body ? secretFieldsOf(body) : []));

/** A record as the panel shows it. Secret fields have the text "[secret]" in place of their values. */
export type ShownRecord = { id: number; instance_id?: number } & Record<string, unknown>;

/** A message to the panel with all changes since the last one. The first message has all but older requests. */
export interface Message {
  /** The time on the emulator's clock. */
  now: number;
  /** How many times as fast as the machine's clock the emulator's clock runs. Null if somebody else moves the clock. */
  speed?: number | null;
  /** All records of each collection in which a record has changed. */
  records?: Partial<Record<CollectionName, ShownRecord[]>>;
  /** The requests that came in or got an answer, each with its number. */
  requests?: [number: number, request: LoggedRequest][];
  /** The number of the oldest request that the log keeps. */
  oldest?: number;
  faults?: ActiveFault[];
  limit?: Limit | null;
}

/** The milliseconds of the machine between two looks at the emulator. */
const everyMs = 100;

/** How many of the newest requests the first message has. The page draws fewer requests. */
const toldFirst = 500;

/** After this many looks without a change, the panel gets a message with the time. */
const quietLooks = 10;

/** Tells a panel each change, as server-sent events, until the panel disconnects or the emulator closes. */
export function stream(world: World, response: ServerResponse, closing: AbortSignal): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const told = new Map<string, string>();
  let revision = 0;
  let quiet = 0;
  let older: NonNullable<Message["requests"]> = [];

  /** Returns the value if the panel was last told another value of this name. */
  const news = <T>(name: string, value: T): T | undefined => {
    const text = JSON.stringify(value);
    if (told.get(name) === text) return undefined;
    told.set(name, text);
    return value;
  };

  const look = (): Message => {
    const { clock, store, log, faults, limiter } = world;
    const changed = Object.entries(store.snapshot()).filter(([name, records]) => news(name, records) !== undefined);
    const requests = log.since(revision);
    revision = requests.revision;
    const { speed = () => null } = clock as Partial<MovableClock>;
    return {
      now: clock.now(),
      ...optional("speed", news("speed", speed())),
      ...(changed.length > 0 && {
        records: withoutSecrets(Object.fromEntries(changed), z.unknown(), secretFields) as never,
      }),
      ...(requests.changed.length > 0 && { requests: requests.changed }),
      ...optional("oldest", news("oldest", requests.oldest)),
      ...optional("faults", news("faults", faults.active())),
      ...optional("limit", news("limit", limiter.current() ?? null)),
    };
  };

  const tell = () => {
    // A browser that does not keep up gets all changes later, in one message.
    if (response.writableNeedDrain) return;
    const message = look();
    const isNews = Object.keys(message).length > 1;
    quiet = isNews ? 0 : quiet + 1;
    if (!isNews && older.length === 0 && quiet % quietLooks !== 0) return;
    // The older requests of a long log wait for the next look, because the page then appears sooner.
    const requests = [...older, ...(message.requests ?? [])];
    older = older.length > 0 ? [] : requests.splice(0, requests.length - toldFirst);
    const text = JSON.stringify({ ...message, ...(requests.length > 0 && { requests }) });
    response.write(`data: ${text}\n\n`);
  };

  tell();
  const timer = setInterval(tell, everyMs);
  const end = () => {
    clearInterval(timer);
    closing.removeEventListener("abort", end);
    response.destroy();
  };
  response.once("close", end);
  closing.addEventListener("abort", end);
}

const optional = <N extends string, T>(name: N, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<N, T>>;
