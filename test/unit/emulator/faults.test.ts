import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import type { Fault, FaultRule } from "../../../provider/emulator";
import { basic, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";

const it = testsOf(withEmulator);

const webhook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "q", concurrency: 1 };
const hooks = "/instance/api/webhooks";
const create = ({ call }: TestEmulator) => call("POST", hooks, { body: webhook });

/** Plays one fault on the next POST of a webhook. */
const onPost = (fault: Fault): FaultRule => ({ match: { method: "POST", path: "/api/webhooks" }, fault });
const onList = (fault: Fault): FaultRule => ({ match: { method: "GET", path: "/api/webhooks" }, fault });

/** What a client without manners receives, byte by byte, until the other side ends. */
const receive = (emulator: TestEmulator, path: string, key: string, onBytes?: (text: string) => void) =>
  new Promise<{ text: string; error: string | undefined }>((resolve) => {
    const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    let text = "";
    let error: string | undefined;
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: ${basic(key)}\r\n\r\n`,
    );
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      onBytes?.(text);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      error = code;
    });
    socket.on("close", () => resolve({ text, error }));
  });

describe("an answer that is made up", () => {
  it.each<[string, Fault, number, string]>([
    ["a status", { status: 503 }, 503, '{"error":"Answered 503 on demand"}'],
    ["a status with a body", { status: 400, body: { error_code: 40099 } }, 400, '{"error_code":40099}'],
    ["a list for an object", { status: 200, body: [] }, 200, "[]"],
    ["null", { status: 200, body: null }, 200, "null"],
    ["204 without a body", { status: 204 }, 204, ""],
    ["an empty 200", { empty: true }, 200, ""],
    ["a text", { raw: "[[[[" }, 200, "[[[["],
    ["a text with a status", { raw: "no", status: 502 }, 502, "no"],
  ])("%s, without acting", async (emulator, _, fault, status, text) => {
    emulator.fault(onPost(fault));
    expect(await create(emulator)).toMatchObject({ status, text });
    expect(emulator.state().webhooks).toEqual([]);
    expect((await create(emulator)).status).toBe(201);
  });

  it.each<[string, Fault, number]>([
    ["a status", { status: 500, actThen: true }, 500],
    ["a page", { html: true, actThen: true }, 200],
    ["nothing", { empty: true, actThen: true }, 200],
    ["a text", { raw: "<", actThen: true }, 200],
  ])("%s, after acting", async (emulator, _, fault, status) => {
    emulator.fault(onPost(fault));
    expect((await create(emulator)).status).toBe(status);
    expect(emulator.state().webhooks).toMatchObject([webhook]);
  });

  it("headers are sent as given, beside the request id", async (emulator) => {
    emulator.fault(onPost({ status: 429, headers: { "retry-after": "-5" } }));
    const { headers } = await create(emulator);
    expect(headers.get("retry-after")).toBe("-5");
    expect(headers.get("x-request-id")).toMatch(/^emulator-\d+$/);
  });

  it("a page is HTML, an empty answer says it is JSON", async (emulator) => {
    emulator.fault(onList({ html: true, status: 502 }), onList({ empty: true }));
    const page = await emulator.call("GET", hooks);
    expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(page.text).toMatch(/^<!DOCTYPE html>/);
    expect((await emulator.call("GET", hooks)).headers.get("content-type")).toBe("application/json");
  });

  test.each([undefined, 301, 308])("a redirect (%s) leads where it says", async (status) => {
    await withEmulator(async (emulator) => {
      const target = "http://127.0.0.1:9/there";
      emulator.fault(onList({ redirect: target, ...(status ? { status } : {}) }));
      const answer = await emulator.call("GET", hooks);
      expect([answer.status, answer.headers.get("location")]).toEqual([status ?? 307, target]);
    });
  });
});

describe("a connection that fails", () => {
  it.each<["before" | "after", number]>([
    ["before", 0],
    ["after", 1],
  ])("is reset %s acting", async (emulator, when, made) => {
    emulator.fault(onPost({ reset: when }));
    await expect(create(emulator)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    expect(emulator.state().webhooks).toHaveLength(made);
    expect(emulator.requests()).toMatchObject([{ method: "POST", status: 0, fault: "reset" }]);
  });

  it.each<[true | "before" | "after", number]>([
    [true, 0],
    ["before", 0],
    ["after", 1],
  ])("stays silent (%s)", async (emulator, blackHole, made) => {
    emulator.fault(onPost({ blackHole }));
    const silent = expect(create(emulator)).rejects.toThrow("fetch failed");
    while (emulator.requests().length === 0) {
      await emulator.call("GET", "/_emulator/requests");
    }
    // Others are answered meanwhile, and no time that passes helps the one that waits.
    expect((await emulator.call("GET", hooks)).body).toHaveLength(made);
    emulator.advance(1e12);
    expect((await emulator.call("GET", hooks)).status).toBe(200);
    expect(emulator.requests()[0]).toMatchObject({ method: "POST", status: 0, fault: "blackHole" });
    await emulator.close();
    await silent;
  });

  it("ends in the middle of the body that it announced", async (emulator) => {
    const whole = (await receive(emulator, "/customer/api/plans", emulator.apiKey)).text.split("\r\n\r\n")[1]!;
    emulator.fault({ match: { path: "/api/plans" }, fault: { truncate: true } });
    const { text } = await receive(emulator, "/customer/api/plans", emulator.apiKey);
    const [head, half] = text.split("\r\n\r\n") as [string, string];
    expect(head).toContain(`content-length: ${whole.length}`);
    expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test("drips one byte at a time, on the emulator's clock or the machine's", async () => {
    for (const timing of [{}, { real: true }]) {
      await withEmulator(
        async (emulator) => {
          await create(emulator);
          emulator.fault(onList({ dribble: timing.real ? 2 : 2000, ...timing }));
          const lengths = new Set<number>();
          const { text } = await receive(emulator, hooks, emulator.instances[0]!.apiKey, (so) =>
            lengths.add(so.length),
          );
          expect(JSON.parse(text.split("\r\n\r\n")[1]!)).toMatchObject([webhook]);
          expect(lengths.size).toBeGreaterThan(20);
        },
        { speed: timing.real ? 1 : 1000 },
      );
    }
  });
});

describe("a body that is too much", () => {
  it("is 64 MiB of JSON", async (emulator) => {
    emulator.fault(onPost({ oversize: true }));
    const { text, status } = await create(emulator);
    expect([status, text.length]).toEqual([201, 64 * 1024 * 1024]);
    expect(emulator.state().webhooks).toHaveLength(1);
  });

  it("comes compressed though nobody accepts that, whole or as a bomb", async (emulator) => {
    await create(emulator);
    emulator.fault(onList({ gzip: true }), onList({ gzip: "bomb" }));
    const read = async () => {
      const { text } = await receive(emulator, hooks, emulator.instances[0]!.apiKey);
      const end = text.indexOf("\r\n\r\n");
      expect(text.slice(0, end)).toContain("content-encoding: gzip");
      return Buffer.from(text.slice(end + 4), "latin1");
    };
    expect(JSON.parse(gunzipSync(await read()).toString())).toMatchObject([webhook]);
    const bomb = await read();
    expect(bomb.length).toBeLessThan(128 * 1024);
    expect(gunzipSync(bomb).length).toBe(64 * 1024 * 1024);
  });
});

describe("an answer that is changed", () => {
  it("has other or more fields", async (emulator) => {
    const { id } = (await create(emulator)).body as { id: number };
    emulator.fault(onList({ merge: { vhost: 7, extra: true } }), {
      match: { path: "/api/webhooks/*" },
      fault: { merge: { queue: null } },
    });
    expect((await emulator.call("GET", hooks)).body).toMatchObject([{ id, vhost: 7, extra: true, queue: "q" }]);
    expect((await emulator.call("GET", `${hooks}/${id}`)).body).toMatchObject({ id, queue: null });
    expect(emulator.state().webhooks).toMatchObject([webhook]);
  });

  it.each<["twice" | "backwards" | "gone", number[]]>([
    ["twice", [21, 22, 21, 22]],
    ["backwards", [22, 21]],
    ["gone", []],
  ])("is a list %s", async (emulator, list, ids) => {
    await create(emulator);
    await create(emulator);
    emulator.fault(onList({ list }));
    expect((await emulator.call("GET", hooks)).body).toMatchObject(ids.map((id) => ({ id })));
  });

  it("does not show in lists what was just made, for so long on the emulator's clock", async (emulator) => {
    emulator.fault(onPost({ hideNewFor: 3000 }), onPost({ hideNewFor: 3000, reset: "after" }));
    const { id } = (await create(emulator)).body as { id: number };
    await expect(create(emulator)).rejects.toThrow("fetch failed");
    await create(emulator);
    const listed = async () => ((await emulator.call("GET", hooks)).body as { id: number }[]).map((each) => each.id);
    expect(await listed()).toEqual([id + 2]);
    expect((await emulator.call("GET", `${hooks}/${id}`)).status).toBe(200);
    emulator.advance(3000);
    expect(await listed()).toEqual([id, id + 1, id + 2]);
  });
});

describe("time under a fault", () => {
  /** A clock that stands still, and notes who waits how long; each wait ends at once. */
  const noting = () => {
    const waits: [number, number][] = [];
    let time = 0;
    let held = () => 0;
    const clock = {
      now: () => time,
      sleep: async (ms: number) => {
        waits.push([ms, held()]);
        time += ms;
      },
    };
    return { clock, waits, whileHeld: (count: () => number) => (held = count) };
  };

  test("delayMs passes before the service acts, holdMs between acting and answering", async () => {
    const { clock, waits, whileHeld } = noting();
    await withEmulator(
      async (emulator) => {
        whileHeld(() => emulator.state().webhooks.length);
        emulator.fault(onPost({ delayMs: 5000, holdMs: 7000 }));
        expect((await create(emulator)).status).toBe(201);
        expect(waits).toEqual([
          [5000, 0],
          [7000, 1],
        ]);
        expect(emulator.requests()).toMatchObject([{ at: 0, answeredAt: 12_000, fault: "timing" }]);
      },
      { clock },
    );
  });

  test("a black hole is an endless sleep on the clock that was given", async () => {
    const waits: number[] = [];
    const clock = {
      now: () => 0,
      sleep: (ms: number) => {
        waits.push(ms);
        return new Promise<void>(() => undefined);
      },
    };
    await withEmulator(
      async (emulator) => {
        emulator.fault(onPost({ blackHole: true }));
        const silent = expect(create(emulator)).rejects.toThrow("fetch failed");
        while (waits.length === 0) {
          await emulator.call("GET", "/_emulator/requests");
        }
        expect(waits).toEqual([Number.POSITIVE_INFINITY]);
        await emulator.close();
        await silent;
      },
      { clock },
    );
  });

  test("real time passes on the machine's clock alone", async () => {
    const { clock, waits } = noting();
    await withEmulator(
      async (emulator) => {
        emulator.fault(onPost({ delayMs: 30, holdMs: 20, real: true }));
        const start = performance.now();
        await create(emulator);
        expect(performance.now() - start).toBeGreaterThanOrEqual(48);
        expect(waits).toEqual([]);
      },
      { clock },
    );
  });
});
