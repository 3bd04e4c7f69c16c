import { startEmulator } from "../../../provider/emulator";
import { it, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { hooks, refused, run, vpc, vpcs, webhook } from "./scene";

describe("the control calls", () => {
  test("reset goes back to the seed: same ids and keys, no fault, no limit, no request", () =>
    run(async (emulator) => {
      const { call, state } = emulator;
      const seeded = state();
      await call("POST", vpcs, { body: vpc });
      const { id, apikey, providerid } = state().vpcs[0]!;
      await call("POST", "/customer/api/apikeys/rotate-apikey");
      emulator.fault({ match: {}, times: "always", fault: { status: 500 } });
      emulator.limit({ perSecond: 0.001, burst: 1 });
      expect((await call("POST", "/_emulator/reset", { body: {} })).status).toBe(204);
      expect(state()).toEqual(seeded);
      expect(emulator.requests()).toEqual([]);
      for (let i = 0; i < 3; i++) expect((await call("POST", vpcs, { body: vpc })).status).toBe(200);
      expect(state().vpcs[0]).toMatchObject({ id, apikey, providerid });
    }));

  it("the clock can be moved and sped up", async ({ call }) => {
    await call("POST", vpcs, { body: vpc });
    expect((await call("POST", "/_emulator/clock", { body: { advanceMs: 120_000 } })).status).toBe(204);
    expect((await call("GET", `${vpcs}/5001`)).status).toBe(200);
    await call("DELETE", `${vpcs}/5001`);
    expect((await call("POST", "/_emulator/clock", { body: { speed: 1_000_000 } })).status).toBe(204);
    let status = 200;
    while (status === 200) ({ status } = await call("GET", `${vpcs}/5001`));
    expect(status).toBe(404);
  });

  test("a clock of the caller's is not moved", async () => {
    const clock = { now: () => 7, sleep: async () => undefined };
    const refusal = refused("This emulator runs on a clock that its caller gave it: move that clock instead");
    const move = ({ call }: TestEmulator) => call("POST", "/_emulator/clock", { body: { advanceMs: 1 } });
    expect(await withEmulator(move, { clock })).toMatchObject(refusal);
  });

  it("state shows everything and is changed as by an outsider", async ({ call, state }) => {
    const patch = async (body: unknown) => (await call("PATCH", "/_emulator/state", { body })).body;
    expect(await patch({ op: "add", in: "vpcs", fields: vpc })).toEqual({ ids: [5001] });
    expect((await call("GET", `${vpcs}/5001`)).body).toMatchObject({ ...vpc, tags: [] });
    const two = [
      { op: "set", in: "vpcs", id: 5001, fields: { name: "other", tags: ["x"] } },
      { op: "add", in: "webhooks", fields: { ...webhook, instance_id: 1001, id: 77 } },
    ];
    expect(await patch(two)).toEqual({ ids: [5001, 77] });
    expect((await call("GET", `${vpcs}/5001`)).body).toMatchObject({ ...vpc, name: "other", tags: ["x"] });
    expect((await call("GET", hooks)).body).toMatchObject([{ id: 77 }]);
    expect((await call("GET", "/_emulator/state")).body).toEqual(state());
    expect(await patch({ op: "delete", in: "vpcs", id: 5001 })).toEqual({ ids: [5001] });
    expect((await call("GET", `${vpcs}/5001`)).status).toBe(404);
  });

  const onlyOne = "Give one effect only, not html and reset";
  it.each<[string, string, unknown, string]>([
    ["POST", "faults", [{ match: {}, fault: { staus: 500 } }], "staus"],
    ["POST", "faults", [{ match: { pth: "x" }, fault: {} }], "pth"],
    ["POST", "faults", [{ match: {}, fault: { reset: "during" } }], "before"],
    ["POST", "faults", [{ match: {}, fault: { html: true, reset: "after" } }], onlyOne],
    ["POST", "faults", [{ match: {}, fault: { reset: "after", status: 500 } }], "Has no effect with reset"],
    ["POST", "faults", [{ match: {}, fault: {} }], "Give an effect: status, html, "],
    ["POST", "faults", [{ match: {}, fault: { real: true } }], "Give an effect"],
    ["POST", "faults", [{ match: { method: "PSOT" }, fault: { html: true } }], "Is no HTTP method"],
    ["POST", "faults", [{ match: { path: "api/vpcs" }, fault: { html: true } }], "Must begin with / or *"],
    ["POST", "faults", [{ match: {}, fault: { status: 42 } }], ">=200"],
    ["POST", "faults", [{ match: {}, times: 0, fault: {} }], "times"],
    ["POST", "limit", { perSecond: 0, burst: 1 }, "perSecond"],
    ["POST", "limit", { perSecond: 1 }, "burst"],
    ["POST", "clock", { advance: 1 }, "advance"],
    ["POST", "clock", { advanceMs: -1 }, ">=0"],
    ["POST", "clock", {}, "Give advanceMs or speed"],
    ["PATCH", "state", { op: "set", in: "vpc", id: 1, fields: {} }, "vpcs"],
    ["PATCH", "state", { op: "set", in: "vpcs", id: 1, fields: {} }, "There is no record 1 in vpcs"],
    ["PATCH", "state", { op: "delete", in: "vpcs" }, "Give the id of a record in vpcs"],
    ["PATCH", "state", { op: "set", in: "instances", id: 1001, fields: { nmae: "x" } }, "nmae"],
    ["PATCH", "state", { op: "set", in: "instances", id: 1001, fields: { id: 5 } }, "id"],
    ["PATCH", "state", { op: "add", in: "instances", fields: { id: 1001 } }, "instances 1001 already exists"],
    ["PATCH", "state", { op: "add", in: "vpcs", fields: { tags: "x" } }, "tags"],
    ["PATCH", "state", { op: "add", in: "firewalls", fields: {} }, "already has its record in firewalls"],
    // What would break the emulator: line breaks in headers, and what no timer, date, list or id can hold.
    ["POST", "limit", { perSecond: 1, burst: 1, retryAfter: "1\n2" }, "retryAfter"],
    ["POST", "faults", [{ match: {}, fault: { status: 200, headers: { "x-a": "1\r\n2" } } }], "x-a"],
    ["POST", "faults", [{ match: {}, fault: { status: 200, headers: { "x a": "1" } } }], "x a"],
    ["POST", "faults", [{ match: {}, fault: { status: 200, headers: { Trailer: "x" } } }], "Trailer"],
    ["POST", "faults", [{ match: {}, fault: { redirect: "http://a\n" } }], "redirect"],
    ["POST", "faults", [{ match: {}, fault: { delayMs: 1e300 } }], "delayMs"],
    ["POST", "clock", { advanceMs: 1e300 }, "advanceMs"],
    ["PATCH", "state", { op: "set", in: "maintenances", id: 12_001, fields: { scheduled_by: 1e300 } }, "scheduled_by"],
    ["PATCH", "state", { op: "set", in: "instances", id: 1001, fields: { readyAt: 1e20 } }, "readyAt"],
    ["PATCH", "state", { op: "set", in: "instances", id: 1001, fields: { nodes: 1e9 } }, "nodes"],
    ["PATCH", "state", { op: "delete", in: "firewalls", id: 9001 }, "firewalls"],
    ["PATCH", "state", { op: "set", in: "firewalls", id: 9001, fields: { instance_id: 7 } }, "firewalls"],
    ["PATCH", "state", { op: "add", in: "vpcs", fields: { id: Number.MAX_SAFE_INTEGER } }, "id"],
  ])("%s %s says what is wrong with %j", async ({ call, state }, method, name, body, text) => {
    const before = state();
    expect(await call(method, `/_emulator/${name}`, { body })).toMatchObject(refused(expect.stringContaining(text)));
    expect(state()).toEqual(before);
  });

  it("an unknown call and a wrong method are told", async ({ call }) => {
    expect((await call("GET", "/_emulator/nothing")).status).toBe(404);
    const wrong = await call("GET", "/_emulator/reset");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("faults are added and cleared over HTTP too", async ({ call }) => {
    const rule = { match: { method: "GET", path: "/api/vpcs" }, times: 2, fault: { status: 418 } };
    expect((await call("POST", "/_emulator/faults", { body: [rule] })).status).toBe(204);
    expect((await call("GET", vpcs)).status).toBe(418);
    expect((await call("DELETE", "/_emulator/faults")).status).toBe(204);
    expect((await call("GET", vpcs)).status).toBe(200);
  });
});

describe("a rate limit", () => {
  /** With a clock that only moves when it is told. */
  const it = testsOf(run);

  const statuses = async ({ call }: TestEmulator, count: number) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await call("GET", vpcs)).status);
    return seen;
  };

  it("lets a burst pass, then as many as a second brings, and is lifted", async (emulator) => {
    await emulator.call("POST", "/_emulator/limit", { body: { perSecond: 2, burst: 3 } });
    expect(await statuses(emulator, 5)).toEqual([200, 200, 200, 429, 429]);
    emulator.advance(500);
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    emulator.advance(60_000);
    expect(await statuses(emulator, 4)).toEqual([200, 200, 200, 429]);
    expect((await emulator.call("GET", "/_emulator/requests")).status).toBe(200);
    await emulator.call("DELETE", "/_emulator/limit");
    expect(await statuses(emulator, 1)).toEqual([200]);
    expect(emulator.requests().filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it.each<[boolean | string | undefined, string | null]>([
    [undefined, "5"],
    [true, "5"],
    [false, null],
    ["date", "Tue, 01 Jan 2030 00:00:05 GMT"],
    ["-1", "-1"],
    ["soon", "soon"],
  ])("tells %s as Retry-After %s", async (emulator, retryAfter, expected) => {
    emulator.limit({ perSecond: 0.2, burst: 1, ...(retryAfter === undefined ? {} : { retryAfter }) });
    await statuses(emulator, 1);
    const answer = await emulator.call("GET", vpcs);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expected]);
  });

  it("does not use up a fault", async (emulator) => {
    emulator.limit({ perSecond: 0.1, burst: 1 });
    await statuses(emulator, 1);
    emulator.fault({ match: {}, fault: { status: 500 } });
    expect(await statuses(emulator, 1)).toEqual([429]);
    emulator.liftLimit();
    expect(await statuses(emulator, 2)).toEqual([500, 200]);
  });
});

test("the same seed gives the same ids and keys, another one others, none new ones", async () => {
  const keys = async (seed?: number) => {
    const emulator = await startEmulator({ seed });
    await emulator.close();
    return JSON.stringify([emulator.apiKey, emulator.readOnlyKey, emulator.instances]);
  };
  const [one, again, two, any, other] = [await keys(1), await keys(1), await keys(2), await keys(), await keys()];
  expect(one).toBe(again);
  expect(new Set([one, two, any, other]).size).toBe(4);
});

it("closing twice is fine", async ({ close, url }) => {
  await close();
  await close();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});
