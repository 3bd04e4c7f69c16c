import type { TestEmulator } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { busy, message, refused, runWith, saved, tookMs, wrong } from "./scene";

/** What is done with one instance of an emulator: the first one of the seed, or one more with these fields. */
const instanceOf = ({ call, patch, state }: TestEmulator, fields?: object) => {
  const [id = 1001] = fields ? patch({ op: "add", in: "instances", fields }) : [];
  const key = state().instances.find((each) => each.id === id)!.apikey;
  const path = `/customer/api/instances/${id}`;
  const nodes = async () => (await call("GET", "/instance/api/nodes", { key })).body as Record<string, unknown>[];
  return {
    put: (body: object) => call("PUT", path, { body }),
    putDisk: (body: object) => call("PUT", `${path}/disk`, { body }),
    seen: async () => (await call("GET", path)).body as Record<string, unknown>,
    nodes,
    configured: async () => (await nodes()).map((node) => node["configured"]),
  };
};
const scene = runWith(instanceOf);
const run = (fields: object | undefined, work: Parameters<typeof scene>[0]) => scene(work, fields);
const it = testsOf(run);

describe("PUT of an instance", () => {
  it("changes name and tags at once, each alone", undefined, async ({ put, seen }) => {
    expect(await put({ name: "other" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ name: "other", tags: [] });
    expect(await put({ tags: "a,b" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ name: "other", tags: ["a", "b"] });
    expect(await put({ plan: "clustered-medium-3", nodes: 3, tags: [] })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-3", tags: [] });
  });

  const small = { plan: "clustered-medium-1" };
  it("to another plan takes 9 to 11 s to answer, begins soon and ends within ten minutes", small, async (on) => {
    const { put, seen, configured, advance, state } = on;
    const before = state().instances.at(-1)!;
    const begun = message("Your cluster is being reconfigured, this can take up to 10 minutes to complete. ");
    expect(await put({ name: "big", plan: "clustered-medium-3" })).toMatchObject(begun);
    expect(tookMs(on)).toBeGreaterThanOrEqual(9_000);
    expect(tookMs(on)).toBeLessThanOrEqual(11_000);

    expect(await seen()).toMatchObject({ name: "big", plan: "clustered-medium-1", nodes: 1, ready: true });
    expect(await configured()).toEqual([true]);
    expect(await put({ plan: "clustered-large-1" })).toMatchObject(busy);
    expect(await put({ name: "bigger" })).toMatchObject(saved);
    advance(6_000);
    expect(await configured()).toEqual([false]);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-1", nodes: 1 });
    expect(await put({ plan: "clustered-large-1" })).toMatchObject(busy);
    advance(600_000);
    expect(await seen()).toMatchObject({ name: "bigger", plan: "clustered-medium-3", nodes: 3 });
    expect(await configured()).toEqual([true, true, true]);
    const after = { name: "bigger", plan: "clustered-medium-3", nodes: 3 };
    expect(state().instances.at(-1)).toEqual({ ...before, ...after });
  });

  test("to another number of nodes does the same where the plan has a choice, and keeps the zones", async () => {
    await run({ plan: "clustered-legacy", nodes: 1, zones: ["x"] }, async ({ put, nodes, seen, advance }) => {
      expect(await put({ nodes: 2 })).toMatchObject(wrong({ nodes: "Not possible with this plan" }));
      expect((await put({ nodes: 3 })).status).toBe(200);
      expect(await nodes()).toHaveLength(1);
      advance(610_000);
      expect(await seen()).toMatchObject({ plan: "clustered-legacy", nodes: 3 });
      expect((await nodes()).map((node) => node["availability_zone"])).toEqual(["x", "zone-2", "zone-3"]);
    });
  });

  it("takes as long as the timings say", undefined, async (on) => {
    const { put, seen, advance, patch } = on;
    patch({ op: "set", in: "timings", id: 1, fields: { reconfiguring: [2_400_000, 2_400_000] } });
    await put({ plan: "clustered-large-3" });
    advance(2_400_000);
    expect(await seen()).toMatchObject({ plan: "clustered-medium-3" });
    advance(6_000);
    expect(await seen()).toMatchObject({ plan: "clustered-large-3" });
  });

  it("counts a wait for it as a wait", undefined, async ({ put, seen, nodes, advance, calls }) => {
    await put({ plan: "clustered-large-3" });
    const look = () => seen().then(nodes);
    await look();
    advance(610_000);
    await look();
    await look();
    const path = "/customer/api/instances/1001";
    expect(calls()).toEqual([`PUT ${path}`, `GET ${path}`, "GET /instance/api/nodes"]);
  });

  const shared = { plan: "clustered-shared-1", shared: true };
  test.each([
    ["from dedicated to shared", {}, shared.plan, "move to a shared plan"],
    ["from shared to dedicated on the clustered broker", shared, "clustered-small-1", "move to a dedicated plan"],
    ["to the other broker software", {}, "alternative-small-1", "change the broker software"],
  ])("%s is a 422 with the reason, and changes nothing", async (_, fields, plan, what) => {
    await run({ name: "a", ...fields }, async ({ put, state }) => {
      const before = state();
      const error = `Sorry, you can't ${what} automatically. Please create a new instance.`;
      expect(await put({ name: "b", plan })).toMatchObject({ status: 422, body: { error } });
      expect(state()).toEqual(before);
    });
  });

  const alternative = { plan: "alternative-shared-1", shared: true, backend: "alternative" };
  it("from shared to dedicated on the alternative broker migrates in place", alternative, async (on) => {
    const { put, seen, configured, advance } = on;
    const message = expect.stringMatching(/^Your cluster is being migrated to a dedicated plan\./);
    expect(await put({ plan: "alternative-medium-3" })).toMatchObject({ status: 200, body: { message } });
    expect(await seen()).toMatchObject({ plan: "alternative-shared-1" });
    advance(610_000);
    expect(await seen()).toMatchObject({ plan: "alternative-medium-3", nodes: 3, ready: true });
    expect(await configured()).toEqual([true, true, true]);
  });

  const inRegion = { ...alternative, region: "provider-a::region-1" };
  it("with such a migration may lead to another region, under another host name", inRegion, async (on) => {
    const { put, seen, advance } = on;
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

  it("from shared to shared is done at once", shared, async ({ put, seen }) => {
    expect(await put({ plan: "clustered-shared-2" })).toMatchObject(saved);
    expect(await seen()).toMatchObject({ plan: "clustered-shared-2" });
  });

  const retired = { plan: "retired" };
  it("refuses a plan whose quota is reached; a retired plan is left alone", retired, async (on) => {
    const { put, patch, state } = on;
    const { id } = state().plans.find(({ name }) => name === "clustered-small-1")!;
    patch({ op: "set", in: "plans", id, fields: { quota: 0 } });
    const full = refused("You have reached your quota of 0 instances, contact us to raise it");
    expect(await put({ plan: "clustered-small-1" })).toMatchObject(full);
    expect(await put({ plan: "retired", name: "x" })).toMatchObject(saved);
  });
});

describe("PUT of a disk", () => {
  test.each(["a", "c"])("expands within minutes and without downtime on provider %s", (provider) =>
    run({ region: `provider-${provider}::region-1` }, async ({ putDisk, nodes, advance }) => {
      expect(await putDisk({ extra_disk_size: 100 })).toMatchObject(message("Disk resize started."));
      expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 0 }]);
      expect(await putDisk({ extra_disk_size: 250 })).toMatchObject(busy);
      advance(6_000);
      expect(await nodes()).toMatchObject([{ configured: false, additional_disk_size: 0 }]);
      advance(240_000);
      expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 100 }]);
    }),
  );

  test("swaps the disk to shrink it and on provider B, which may take three hours", async () => {
    const extra_disk_size = 25;
    for (const fields of [{ extra_disk_size: 100 }, { region: "provider-b::region-1" }]) {
      await run(fields, async ({ putDisk, nodes, advance }) => {
        const needs = { status: 400, body: { error_code: 40008, error: expect.stringContaining("requires downtime") } };
        expect(await putDisk({ extra_disk_size })).toMatchObject(needs);
        expect(await putDisk({ extra_disk_size, allow_downtime: true })).toMatchObject(message("Disk swap started."));
        advance(1_800_000);
        expect(await nodes()).toMatchObject([{ configured: false }]);
        advance(9_006_000);
        expect(await nodes()).toMatchObject([{ configured: true, additional_disk_size: 25 }]);
      });
    }
  });

  it("refuses another size, and does nothing for the size that it has", undefined, async ({ putDisk, state }) => {
    expect(await putDisk({ extra_disk_size: 30 })).toMatchObject({ status: 400, body: { error_code: 40007 } });
    expect((await putDisk({ extra_disk_size: 0 })).status).toBe(200);
    expect(state().instances[0]!.change).toBeNull();
  });
});
