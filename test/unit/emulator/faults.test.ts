import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import type { Fault, FaultRule } from "../../../provider/emulator";
import { basic, it, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { hooks, webhook } from "./scene";

const create = ({ call }: TestEmulator) => call("POST", hooks, { body: webhook });

/** Plays one fault on the next POST of a webhook. */
const onPost = (fault: Fault): FaultRule => ({ match: { method: "POST", path: "/api/webhooks" }, fault });
const onList = (fault: Fault): FaultRule => ({ match: { method: "GET", path: "/api/webhooks" }, fault });

/** What a client without manners receives, byte by byte, until the other side ends. */
const receive = (emulator: TestEmulator, path: string, key: string, onBytes?: (text: string) => void) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
    let text = "";
    const head = ["host: localhost", "connection: close", `authorization: ${basic(key)}`];
    socket.write([`GET ${path} HTTP/1.1`, ...head, "\r\n"].join("\r\n"));
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      onBytes?.(text);
    });
    // A connection that is cut ends with what has come until then.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
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

  it.each([undefined, 301, 308])("a redirect (%s) leads where it says", async (emulator, status) => {
    const target = "http://127.0.0.1:9/there";
    emulator.fault(onList({ redirect: target, ...(status ? { status } : {}) }));
    const answer = await emulator.call("GET", hooks);
    expect([answer.status, answer.headers.get("location")]).toEqual([status ?? 307, target]);
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
    while (emulator.requests().length === 0) await emulator.call("GET", "/_emulator/requests");
    // Others are answered meanwhile, and no time that passes helps the one that waits.
    expect((await emulator.call("GET", hooks)).body).toHaveLength(made);
    emulator.advance(1e12);
    expect((await emulator.call("GET", hooks)).status).toBe(200);
    expect(emulator.requests()[0]).toMatchObject({ method: "POST", status: 0, fault: "blackHole" });
    await emulator.close();
    await silent;
  });

  it("ends in the middle of the body that it announced", async (emulator) => {
    const whole = (await receive(emulator, "/customer/api/plans", emulator.apiKey)).split("\r\n\r\n")[1]!;
    emulator.fault({ match: { path: "/api/plans" }, fault: { truncate: true } });
    const text = await receive(emulator, "/customer/api/plans", emulator.apiKey);
    const [head, half] = text.split("\r\n\r\n") as [string, string];
    expect(head).toContain(`content-length: ${whole.length}`);
    expect(half).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test.each<[Fault, number]>([
    [{ dribble: 2000 }, 1000],
    [{ dribble: 2, real: true }, 1],
  ])("drips one byte at a time: %j, on a clock of speed %i", async (fault, speed) => {
    const work = async (emulator: TestEmulator) => {
      await create(emulator);
      emulator.fault(onList(fault));
      const lengths = new Set<number>();
      const text = await receive(emulator, hooks, emulator.instances[0]!.apiKey, (so) => lengths.add(so.length));
      expect(JSON.parse(text.split("\r\n\r\n")[1]!)).toMatchObject([webhook]);
      expect(lengths.size).toBeGreaterThan(20);
    };
    await withEmulator(work, { speed });
  });
});

it("a body that is too much is 64 MiB of JSON", async (emulator) => {
  emulator.fault(onPost({ oversize: true }));
  const { text, status } = await create(emulator);
  expect([status, text.length]).toEqual([201, 64 * 1024 * 1024]);
  expect(emulator.state().webhooks).toHaveLength(1);
});

it("a body comes compressed though nobody accepts that, whole or as a bomb", async (emulator) => {
  await create(emulator);
  emulator.fault(onList({ gzip: true }), onList({ gzip: "bomb" }));
  const read = async () => {
    const text = await receive(emulator, hooks, emulator.instances[0]!.apiKey);
    const end = text.indexOf("\r\n\r\n");
    expect(text.slice(0, end)).toContain("content-encoding: gzip");
    return Buffer.from(text.slice(end + 4), "latin1");
  };
  expect(JSON.parse(gunzipSync(await read()).toString())).toMatchObject([webhook]);
  const bomb = await read();
  expect(bomb.length).toBeLessThan(128 * 1024);
  expect(gunzipSync(bomb).length).toBe(64 * 1024 * 1024);
});

describe("an answer that is changed", () => {
  it("has other or more fields", async (emulator) => {
    const { id } = (await create(emulator)).body as { id: number };
    const onOne = { match: { path: "/api/webhooks/*" }, fault: { merge: { queue: null } } };
    emulator.fault(onList({ merge: { vhost: 7, extra: true } }), onOne);
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
  /** Runs `work` on a clock that notes who waits how long, and how many webhooks there are then; each wait ends at once. */
  const noting = (work: (emulator: TestEmulator, waits: [ms: number, made: number][]) => Promise<void>) => {
    const waits: [number, number][] = [];
    let made = () => 0;
    let time = 0;
    const clock = {
      now: () => time,
      sleep: async (ms: number) => {
        waits.push([ms, made()]);
        if (ms === Number.POSITIVE_INFINITY) await new Promise(() => undefined);
        time += ms;
      },
    };
    const noted = (emulator: TestEmulator) => {
      made = () => emulator.state().webhooks.length;
      return work(emulator, waits);
    };
    return withEmulator(noted, { clock });
  };

  test("delayMs passes before the service acts, holdMs between acting and answering", () =>
    noting(async (emulator, waits) => {
      emulator.fault(onPost({ delayMs: 5000, holdMs: 7000 }));
      expect((await create(emulator)).status).toBe(201);
      expect(waits.flat()).toEqual([5000, 0, 7000, 1]);
      expect(emulator.requests()).toMatchObject([{ at: 0, answeredAt: 12_000, fault: "timing" }]);
    }));

  test("a black hole is an endless sleep on the clock that was given", () =>
    noting(async (emulator, waits) => {
      emulator.fault(onPost({ blackHole: true }));
      const silent = expect(create(emulator)).rejects.toThrow("fetch failed");
      while (waits.length === 0) await emulator.call("GET", "/_emulator/requests");
      expect(waits).toEqual([[Number.POSITIVE_INFINITY, 0]]);
      await emulator.close();
      await silent;
    }));

  test("real time passes on the machine's clock alone", () =>
    noting(async (emulator, waits) => {
      emulator.fault(onPost({ delayMs: 30, holdMs: 20, real: true }));
      const start = performance.now();
      await create(emulator);
      expect(performance.now() - start).toBeGreaterThanOrEqual(48);
      expect(waits).toEqual([]);
    }));
});
