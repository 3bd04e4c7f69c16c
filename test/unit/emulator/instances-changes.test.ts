import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";
import { testsOf } from "../../helpers/tests-of";
import { refused, wrong } from "./scene";

const saved = { status: 200, body: { message: "Changes saved" } };
const busy = { status: 400, body: { error_code: 40099, error: "Timeout talking to backend" } };

interface Case extends TestEmulator {
  id: number;
  key: string;
  put(body: object): ReturnType<TestEmulator["call"]>;
  putDisk(body: object): ReturnType<TestEmulator["call"]>;
  seen(): Promise<Record<string, unknown>>;
  nodes(): Promise<Record<string, unknown>[]>;
}

/** An emulator and one instance in it: a seeded one's id, or the fields of one more. */
const run = (fields: object | undefined, work: (on: Case) => Promise<void>) =>
  withEmulator(
    async (emulator) => {
      const { call, patch } = emulator;
      const [id = emulator.instances[0]!.id] = fields ? patch({ op: "add", in: "instances", fields }) : [];
      const key = emulator.state().instances.find((each) => each.id === id)!.apikey;
      const path = `/customer/api/instances/${id}`;
      await work({
        ...emulator,
        id,
        key,
        put: (body) => call("PUT", path, { body }),
        putDisk: (body) => call("PUT", `${path}/disk`, { body }),
        seen: async () => (await call("GET", path)).body as Record<string, unknown>,
        nodes: async () => (await call("GET", "/instance/api/nodes", { key })).body as Record<string, unknown>[],
      });
    },
    { clock: jumpingClock() },
  );
const it = testsOf(run);

const configured = async ({ nodes }: Case) => (await nodes()).map((node) => node["configured"]);

describe("PUT of an instance", () => {
  it("changes name and tags at once, each alone", undefined, async ({ put, seen }) => {
    expect(await put({ name: "other" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ name: "other", tags: [] });
    expect(await put({ tags: "a,b" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ name: "other", tags: ["a", "b"] });
    expect(await put({ plan: "clustered-medium-3", nodes: 3, tags: [] })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-3", tags: [] });
  });

  it("to another plan takes 9 to 11 s to answer, begins a moment later and ends within ten minutes", {
    plan: "clustered-medium-1",
  }, async (on) => {
    const { put, seen, advance, state } = on;
    const before = state().instances.at(-1)!;
    const answer = await put({ name: "big", plan: "clustered-medium-3" });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: "Your cluster is being reconfigured, this can take up to 10 minutes to complete. " },
    });
    const [entry] = on.requests();
    expect(entry!.answeredAt! - entry!.at).toBeGreaterThanOrEqual(9_000);
    expect(entry!.answeredAt! - entry!.at).toBeLessThanOrEqual(11_000);

    expect(await seen()).toMatchObject({ name: "big", plan: "clustered-medium-1", nodes: 1, ready: true });
    expect(await configured(on)).toEqual([true]);
    expect(await put({ plan: "clustered-large-1" })).toMatchObject(busy);
    expect(await put({ name: "bigger" })).toMatchObject(saved);
    advance(6_000);
    expect(await configured(on)).toEqual([false]);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-1", nodes: 1 });
    expect(await put({ plan: "clustered-large-1" })).toMatchObject(busy);
    advance(600_000);
    expect(await seen()).toMatchObject({ name: "bigger", plan: "clustered-medium-3", nodes: 3 });
    expect(await configured(on)).toEqual([true, true, true]);
    expect(state().instances.at(-1)).toEqual({
      ...before,
      name: "bigger",
      plan: "clustered-medium-3",
      nodes: 3,
    });
  });

  test("to another number of nodes does the same where the plan has a choice, and keeps the zones", async () => {
    const fields = { plan: "clustered-legacy", nodes: 1, zones: ["x"] };
    await run(fields, async ({ put, nodes, seen, advance }) => {
      expect(await put({ nodes: 2 })).toMatchObject(wrong({ nodes: "Not possible with this plan" }));
      expect((await put({ nodes: 3 })).status).toBe(200);
      expect(await nodes()).toHaveLength(1);
      advance(610_000);
      expect(await seen()).toMatchObject({ plan: "clustered-legacy", nodes: 3 });
      expect((await nodes()).map((node) => node["availability_zone"])).toEqual(["x", "zone-2", "zone-3"]);
    });
  });

  it("takes as long as the timings say", undefined, async (on) => {
    const { put, seen, advance, patch, state } = on;
    patch({
      op: "set",
      in: "timings",
      id: state().timings[0]!.id,
      fields: { reconfiguring: [2_400_000, 2_400_000] },
    });
    await put({ plan: "clustered-large-3" });
    advance(2_400_000);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-3" });
    advance(6_000);
    expect(await seen()).toMatchObject({ plan: "clustered-large-3" });
  });

  it("counts a wait for it as a wait", undefined, async ({ put, seen, nodes, advance, calls }) => {
    await put({ plan: "clustered-large-3" });
    await seen();
    await nodes();
    advance(610_000);
    await seen();
    await nodes();
    await seen();
    await nodes();
    expect(calls()).toEqual([
      "PUT /customer/api/instances/1001",
      "GET /customer/api/instances/1001",
      "GET /instance/api/nodes",
    ]);
  });

  const refusals: [string, object, string, string][] = [
    [
      "from dedicated to shared",
      {},
      "clustered-shared-1",
      "Sorry, you can't move to a shared plan automatically. Please create a new instance.",
    ],
    [
      "from shared to dedicated on the clustered broker",
      { plan: "clustered-shared-1", shared: true },
      "clustered-small-1",
      "Sorry, you can't move to a dedicated plan automatically. Please create a new instance.",
    ],
    [
      "to the other broker software",
      {},
      "alternative-small-1",
      "Sorry, you can't change the broker software automatically. Please create a new instance.",
    ],
  ];
  test.each(refusals)("%s is a 422 with the reason, and changes nothing", async (_, fields, plan, error) => {
    await run({ name: "a", ...fields }, async ({ put, state }) => {
      const before = state();
      expect(await put({ name: "b", plan })).toMatchObject({ status: 422, body: { error } });
      expect(state()).toEqual(before);
    });
  });

  test("from shared to dedicated on the alternative broker migrates in place", async () => {
    const fields = { plan: "alternative-shared-1", shared: true, backend: "alternative" };
    await run(fields, async (on) => {
      const { put, seen, advance } = on;
      const message = expect.stringMatching(/^Your cluster is being migrated to a dedicated plan\./);
      expect(await put({ plan: "alternative-medium-3" })).toMatchObject({ status: 200, body: { message } });
      expect(await seen()).toMatchObject({ plan: "alternative-shared-1" });
      advance(610_000);
      expect(await seen()).toMatchObject({ plan: "alternative-medium-3", nodes: 3, ready: true });
      expect(await configured(on)).toEqual([true, true, true]);
    });
  });

  test("from shared to dedicated on the alternative broker may go to another region, under another host name", async () => {
    const fields = {
      plan: "alternative-shared-1",
      shared: true,
      backend: "alternative",
      region: "provider-a::region-1",
    };
    await run(fields, async ({ put, seen, advance }) => {
      const before = await seen();
      const move = { plan: "alternative-medium-1", region: "provider-b::region-2" };
      const unknown = wrong({ region: "Unknown region" });
      expect(await put({ ...move, region: "provider-b::region-9" })).toMatchObject(unknown);
      expect((await put({ region: move.region })).status).toBe(422);
      expect((await put({ ...move, plan: "alternative-shared-1" })).status).toBe(422);
      expect((await put(move)).status).toBe(200);
      advance(610_000);
      const after = await seen();
      expect(after).toMatchObject({ ...move, apikey: before["apikey"] });
      expect(after["hostname_external"]).not.toBe(before["hostname_external"]);
      const parts = (url: unknown) =>
        (({ username, password, pathname }) => [username, password, pathname])(new URL(`${url}`));
      expect(parts(after["url"])).toEqual(parts(before["url"]));
      expect((await put({ region: "provider-a::region-1" })).status).toBe(422);
    });
  });

  it("from shared to shared is done at once", { plan: "clustered-shared-1", shared: true }, async ({ put, seen }) => {
    expect(await put({ plan: "clustered-shared-2" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ plan: "clustered-shared-2" });
  });

  it("refuses an unknown plan and one whose quota is reached; a retired plan is left alone", {
    plan: "retired",
  }, async ({ put, patch, state }) => {
    expect(await put({ plan: "x" })).toMatchObject(wrong({ plan: "Unknown plan" }));
    const { id } = state().plans.find(({ name }) => name === "clustered-small-1")!;
    patch({ op: "set", in: "plans", id, fields: { quota: 0 } });
    expect(await put({ plan: "clustered-small-1" })).toMatchObject(
      refused("You have reached your quota of 0 instances, contact us to raise it"),
    );
    expect(await put({ plan: "retired", name: "x" })).toMatchObject(saved);
  });
});

describe("PUT of a disk", () => {
  test("expands within minutes and without downtime on providers A and C", async () => {
    for (const region of ["provider-a::region-1", "provider-c::region-1"]) {
      await run({ region }, async (on) => {
        const { putDisk, nodes, advance } = on;
        expect(await putDisk({ extra_disk_size: 100 })).toMatchObject({
          status: 200,
          body: { message: "Disk resize started." },
        });
        expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 0 }]);
        expect(await putDisk({ extra_disk_size: 250 })).toMatchObject(busy);
        advance(6_000);
        expect(await nodes()).toMatchObject([{ configured: false, additional_disk_size: 0 }]);
        advance(240_000);
        expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 100 }]);
      });
    }
  });

  test("swaps the disk to shrink it and on provider B, which may take three hours", async () => {
    for (const [fields, extra_disk_size] of [
      [{ extra_disk_size: 100 }, 25],
      [{ region: "provider-b::region-1" }, 25],
    ] as const) {
      await run(fields, async ({ putDisk, nodes, advance }) => {
        const needs = { status: 400, body: { error_code: 40008, error: expect.stringContaining("requires downtime") } };
        expect(await putDisk({ extra_disk_size })).toMatchObject(needs);
        expect(await putDisk({ extra_disk_size, allow_downtime: true })).toMatchObject({
          status: 200,
          body: { message: "Disk swap started." },
        });
        advance(1_800_000);
        expect(await nodes()).toMatchObject([{ configured: false }]);
        advance(9_006_000);
        expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 25 }]);
      });
    }
  });

  test("refuses another size and a shared plan, and does nothing for the size that it has", async () => {
    await run(undefined, async ({ putDisk, state }) => {
      expect(await putDisk({ extra_disk_size: 30 })).toMatchObject({ status: 400, body: { error_code: 40007 } });
      expect(await putDisk({})).toMatchObject(wrong({ extra_disk_size: "Field is required" }));
      expect((await putDisk({ extra_disk_size: 0 })).status).toBe(200);
      expect(state().instances[0]!.change).toBeNull();
    });
    await run({ plan: "clustered-shared-1", shared: true }, async ({ putDisk }) => {
      expect(await putDisk({ extra_disk_size: 25, allow_downtime: true })).toMatchObject(
        refused("The disk of a shared plan can't be resized"),
      );
    });
  });
});
