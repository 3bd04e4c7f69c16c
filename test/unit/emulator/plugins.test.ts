import { testsOf } from "../../helpers/tests-of";
import { done, refused, runWith, tookMs } from "./scene";

const pluginsPath = "/instance/api/plugins";
const communityPath = `${pluginsPath}/community`;
const changedMs = 40_000;
const busy = refused("Another plugin is being changed, try again in a few minutes");

interface Listed {
  name: string;
  enabled: boolean;
}

const run = runWith(({ call }) => ({
  enable: (name: string, { path = pluginsPath, key }: { path?: string; key?: string } = {}) =>
    call("POST", `${path}?async=true`, { body: { plugin_name: name }, key }),
  disable: (name: string, { path = pluginsPath } = {}) => call("DELETE", `${path}/${name}?async=true`),
  /** Tells whether a plugin is enabled; undefined where the list does not have it. */
  isOn: async (name: string, key?: string) =>
    ((await call("GET", pluginsPath, { key })).body as Listed[]).find((each) => each.name === name)?.enabled,
}));
const it = testsOf(run);

it("the list has every plugin with the broker's version, and takes one to seven seconds", async (on) => {
  const { call, instances } = on;
  const { body } = await call("GET", pluginsPath);
  expect(body).toContainEqual({
    ...{ name: "broker_management", version: "3.12.13", description: "Management interface and its API" },
    ...{ enabled: true, required: "Used by the service" },
    ...{ hidden: null, recommended: null, blocked: null, deprecated: null },
  });
  const names = (body as Listed[]).map(({ name }) => name);
  expect(names).toContain("broker_top");
  expect(names).not.toContain("broker_lvc_exchange");
  expect(tookMs(on)).toBeGreaterThanOrEqual(1_000);
  expect(tookMs(on)).toBeLessThanOrEqual(7_000);
  const other = (await call("GET", pluginsPath, { key: instances[1]!.apiKey })).body as Listed[];
  expect(other.length).toBeLessThan(names.length);
});

it("the list of the community has names, descriptions and minimum versions", async ({ call, instances }) => {
  const offered = { name: "broker_lvc_exchange", description: "Keeps the last value", require: "3.8.0" };
  expect((await call("GET", communityPath)).body).toContainEqual(offered);
  expect((await call("GET", communityPath, { key: instances[1]!.apiKey })).body).toEqual([]);
});

describe("a plugin", () => {
  it("is enabled and disabled in the background; the list shows the end", async (on) => {
    const { enable, disable, isOn, advance, requests } = on;
    expect(await enable("broker_top")).toMatchObject(done);
    advance(4_000);
    expect(await isOn("broker_top")).toBe(false);
    advance(changedMs);
    expect(await isOn("broker_top")).toBe(true);
    expect(await disable("broker_top")).toMatchObject(done);
    expect(await isOn("broker_top")).toBe(true);
    advance(changedMs);
    expect(await isOn("broker_top")).toBe(false);
    expect(requests().map(({ poll }) => poll)).toEqual([false, true, true, false, true, true]);
  });

  it("is waited for without async", async (on) => {
    expect(await on.call("POST", pluginsPath, { body: { plugin_name: "broker_top" } })).toMatchObject(done);
    expect(tookMs(on)).toBeGreaterThanOrEqual(5_000);
    expect(await on.isOn("broker_top")).toBe(true);
  });

  it("that is already as it should be changes nothing", async ({ enable, disable, state }) => {
    expect(await enable("broker_shovel")).toMatchObject(done);
    expect(await disable("broker_top")).toMatchObject(done);
    expect(state().plugins.filter(({ change }) => change)).toEqual([]);
  });

  it("changes alone on its instance, and beside those of another", async ({ enable, disable, advance, instances }) => {
    expect(await enable("broker_top")).toMatchObject(done);
    expect(await enable("broker_tracing")).toMatchObject(busy);
    expect(await enable("broker_lvc_exchange", { path: communityPath })).toMatchObject(busy);
    expect(await disable("broker_shovel")).toMatchObject(busy);
    expect(await enable("broker_mqtt", { key: instances[1]!.apiKey })).toMatchObject(done);
    advance(changedMs);
    expect(await enable("broker_tracing")).toMatchObject(done);
  });

  it("of the community can be in the list while it is enabled only, and offered all the time", async (on) => {
    const { call, enable, disable, isOn, advance, patch } = on;
    patch({ op: "set", in: "dialects", id: 1, fields: { offers_installed: true } });
    expect(await enable("broker_lvc_exchange", { path: communityPath })).toMatchObject(done);
    expect(await isOn("broker_lvc_exchange")).toBeUndefined();
    advance(changedMs);
    expect(await isOn("broker_lvc_exchange")).toBe(true);
    const offered = (await call("GET", communityPath)).body as Listed[];
    expect(offered.map(({ name }) => name)).toContain("broker_lvc_exchange");
    expect(await disable("broker_lvc_exchange")).toMatchObject(refused("Unknown plugin broker_lvc_exchange"));
    expect(await disable("broker_lvc_exchange", { path: communityPath })).toMatchObject(done);
    advance(changedMs);
    expect(await isOn("broker_lvc_exchange")).toBeUndefined();
  });

  it("of the community stands with the others for good once it was installed, and is not offered any more", async (on) => {
    const { call, enable, disable, isOn, advance } = on;
    const name = "broker_lvc_exchange";
    const isOffered = async () =>
      ((await call("GET", communityPath)).body as Listed[]).some((each) => each.name === name);
    expect([await isOffered(), await isOn(name)]).toEqual([true, undefined]);
    await enable(name, { path: communityPath });
    expect([await isOffered(), await isOn(name)]).toEqual([true, false]);
    advance(changedMs);
    expect([await isOffered(), await isOn(name)]).toEqual([false, true]);
    await disable(name, { path: communityPath });
    advance(changedMs);
    expect([await isOffered(), await isOn(name)]).toEqual([false, false]);
    expect(await enable(name, { path: communityPath })).toMatchObject(done);
  });

  it("is changed by a job in the newest dialect, which tells what became of it", async (on) => {
    const { call, enable, disable, isOn, advance, patch, instances } = on;
    patch({ op: "set", in: "dialects", id: 1, fields: { plugin_jobs: true } });
    const job = async (answer: { status: number; body: unknown }, key?: string) => {
      expect(answer.status).toBe(202);
      const { job_id } = answer.body as { job_id: string };
      return (await call("GET", `/instance/api/jobs/${job_id}`, { key })).body;
    };
    const enabling = await enable("broker_top");
    expect(await job(enabling)).toEqual({ status: "running" });
    expect(await enable("broker_tracing")).toMatchObject(busy);
    advance(changedMs);
    expect([await job(enabling), await isOn("broker_top")]).toEqual([{ status: "completed" }, true]);
    expect(await job(enabling, instances[1]!.apiKey)).toEqual({ message: "Not found" });
    const unknown = await enable("broker_tpo");
    advance(changedMs);
    expect(await job(unknown)).toEqual({ status: "failed", error_message: "Unknown plugin broker_tpo" });
    const needed = await disable("broker_management");
    advance(changedMs);
    expect(await job(needed)).toMatchObject({ status: "failed" });
  });

  it("of the community needs its minimum broker version", async ({ enable, patch }) => {
    const name = "broker_message_deduplication";
    const refusal = refused(`Plugin ${name} requires broker version 4.0.0`);
    expect(await enable(name, { path: communityPath })).toMatchObject(refusal);
    patch({ op: "set", in: "instances", id: 1001, fields: { rmq_version: "4.0.9" } });
    expect(await enable(name, { path: communityPath })).toMatchObject(done);
  });

  it("can be made never to enable; it does not keep others waiting for good", async (on) => {
    const { enable, isOn, patch, state, advance } = on;
    const { id } = state().plugins.find(({ name }) => name === "broker_top")!;
    patch({ op: "set", in: "plugins", id, fields: { never_enables: true } });
    expect(await enable("broker_top")).toMatchObject(done);
    advance(86_400_000);
    expect(await isOn("broker_top")).toBe(false);
    expect(await enable("broker_tracing")).toMatchObject(done);
  });
});
