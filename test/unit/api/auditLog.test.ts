import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AuditEvent } from "../../../provider/api";
import { type Answer, failureOf, reset, server, setupWithServer } from "../../helpers/api-setup";

/** The audit log: read while it is received, within its own limit. */

const setup = setupWithServer();

const mebibyte = 1024 * 1024;
const header = "Timestamp,Event,Source,User,Extras\n";
const csv = (text: string): Answer => ({ status: 200, text, headers: { "content-type": "text/csv" } });

const events = (options = {}) => setup.client(server.url).operations.auditLog.events({ month: "2026-02" }, options);

async function readAll(all: AuditEvent[] = []): Promise<AuditEvent[]> {
  for await (const event of events()) all.push(event);
  return all;
}

/** Writes pieces as fast as the client takes them. */
function stream(pieces: Iterable<string>): Extract<Answer, (...args: never[]) => unknown> {
  return async (one, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    const closed = once(response, "close");
    for (const piece of pieces) {
      if (one.signal.aborted) return;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
    }
    response.end();
  };
}

/** The header and rows without an end. */
function* endless() {
  yield header;
  for (;;) yield "t,e,s,u,x\n".repeat(1000);
}

/** Frees what nobody holds any more, so that the memory in use is what is held. */
const collectGarbage = () => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
};

const memoryInUse = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test("columns are found by their names, and columns that are not known are left out", async () => {
  server.answer(csv('User,Extras,More,Timestamp,Event,Source\r\nme,"{""a"":1,\n""b"":2}",x,t,e,s\r\nshort\r\n'));
  await expect(readAll()).resolves.toEqual([
    { timestamp: "t", event: "e", source: "s", user: "me", extras: '{"a":1,\n"b":2}' },
    { timestamp: "", event: "", source: "", user: "short", extras: "" },
  ]);
  expect(server.received[0]).toMatchObject({ path: "/api/auditlog/csv?timestamp=2026-02" });
  expect(server.received[0]?.headers.accept).toBe("text/csv");
  // A month without events has none.
  server.answer(csv(header));
  await expect(readAll()).resolves.toEqual([]);
});

test.each<[string, string, string]>([
  ["nothing", "", "an empty body"],
  ["a page", "<html>\n<body>", "an HTML page"],
  ["JSON", '{"error":"no"}', "JSON instead of CSV"],
  ["other columns", "a,b\nc,d\n", "CSV without the column Timestamp"],
  ["a quote that does not end", 'Timestamp,"Event\n', "a quoted field that does not end"],
  ["an encoded log", `${header}t,e,s,u,x\n`, "a gzip-encoded body, although the request asked for a plain body"],
])("%s with status 200 is no log: asked for again, then an error", async (what, text, says) => {
  const headers: Record<string, string> = what === "an encoded log" ? { "content-encoding": "gzip" } : {};
  server.answer({ status: 200, text, headers: { "content-type": "text/csv", ...headers } });
  const message = expect.stringContaining(`answered 200 with ${says}`);
  expect(await failureOf(readAll())).toMatchObject({ kind: "badResponse", attempts: 3, message });
});

test("trouble before the first event is overcome", async () => {
  server.answer(reset, { status: 503 }, csv(`${header}t,e,s,u,x\n`));
  await expect(readAll()).resolves.toHaveLength(1);
  expect(server.received).toHaveLength(3);
});

test("after the first event the log is not read again: nobody gets an event twice", async () => {
  server.answer((_request, response) => {
    response.writeHead(200, { "content-length": 1000 });
    response.write(`${header}t,e,s,u,x\n`, () => setImmediate(() => response.destroy()));
  });
  const got: AuditEvent[] = [];
  const message = expect.stringContaining("broke off midway");
  expect(await failureOf(readAll(got))).toMatchObject({ kind: "network", attempts: 1, ambiguous: false, message });
  expect(server.received).toHaveLength(1);
  expect(got.length).toBeLessThanOrEqual(1);
});

test("a caller that stops early ends the request", async () => {
  const answer = stream(endless());
  const ended = new Promise((resolve) =>
    server.answer((one, response) => {
      one.signal.addEventListener("abort", resolve);
      return answer(one, response);
    }),
  );
  for await (const event of events()) {
    expect(event.user).toBe("u");
    break;
  }
  await ended;
  expect(server.received).toHaveLength(1);
});

test("an aborted reading ends with an error", async () => {
  const stop = new AbortController();
  server.answer(stream(endless()));
  const read = async () => {
    for await (const _event of events({ signal: stop.signal })) stop.abort();
  };
  await expect(failureOf(read())).resolves.toMatchObject({ kind: "stopped" });
});

describe("size", () => {
  const row = (n: number) =>
    `2026-02-01T00:00:00Z,instance.update,192.0.2.10,user-${n}@example.com,"{""n"":${n},\n""x"":1}"\n`;

  function* rows(count: number) {
    yield header;
    for (let n = 0; n < count; n += 100) yield Array.from({ length: 100 }, (_, i) => row(n + i)).join("");
  }

  /** The header, and rows of 1 KiB each: `size` bytes in all, of which the last row has what is left. */
  function* bytes(size: number) {
    const row = (length: number) => `t,e,s,u,"${"x".repeat(length - 11)}"\n`;
    yield header;
    let left = size - header.length;
    const piece = row(1024).repeat(1024);
    for (; left >= 2 * piece.length; left -= piece.length) yield piece;
    for (; left >= 2 * 1024; left -= 1024) yield row(1024);
    yield row(left);
  }

  /** Reads without keeping, and returns how many events there were and the most memory that was in use meanwhile. */
  async function measure(): Promise<{ count: number; peak: number }> {
    const before = memoryInUse();
    let count = 0;
    let peak = 0;
    for await (const _event of events()) {
      count += 1;
      if (count % 10_000 === 0) peak = Math.max(peak, memoryInUse() - before);
    }
    return { count, peak };
  }

  test("100,000 rows are all read", async () => {
    server.answer(stream(rows(100_000)));
    let n = 0;
    for await (const { user, extras } of events()) {
      if (user !== `user-${n}@example.com` || extras !== `{"n":${n},\n"x":1}`) throw new Error(`row ${n}: ${extras}`);
      n += 1;
    }
    expect(n).toBe(100_000);
  });

  test("64 MiB are read, and memory does not grow", async () => {
    server.answer(stream(bytes(64 * mebibyte)));
    const { count, peak } = await measure();
    expect(count).toBe(64 * 1024 - 1);
    expect(peak).toBeLessThan(8 * mebibyte);
  });

  test("a byte more is refused in a line that names the limit, and asked for once", async () => {
    server.answer(stream(bytes(64 * mebibyte + 1)));
    const error = await failureOf(measure());
    expect(error).toMatchObject({ kind: "badResponse", attempts: 1 });
    expect(error.message).toBe(
      "GET /api/auditlog/csv answered 200 with a body larger than the limit of 64 MiB; in the control panel, read the audit log of the requested month",
    );
  });
});
