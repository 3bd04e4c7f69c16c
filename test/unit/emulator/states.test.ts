import { it, type TestEmulator } from "../../helpers/emulator";
import { done, refused, saved, vpc, webhook } from "./scene";

const unavailable = refused("VPC currently unavailable");
const gone = { status: 404, body: { error: "Invalid ID" } };

const create = async ({ call }: TestEmulator, fields: object = {}) =>
  ((await call("POST", "/customer/api/vpcs", { body: { ...vpc, ...fields } })).body as { id: number }).id;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("a VPC", () => {
  it("is in the list from the start, busy for one to two minutes, then as it was asked for", async (emulator) => {
    const { call, advance } = emulator;
    const made = await call("POST", "/customer/api/vpcs", { body: { ...vpc, tags: ["a"] } });
    const { id, apikey } = emulator.state().vpcs[0]!;
    expect(made).toMatchObject({ status: 200, body: { id, message: "VPC created", apikey } });
    const whole = { ...vpc, id, plan: "vpc", tags: ["a"], instances: [], providerid: expect.stringMatching(uuid) };
    const path = `/customer/api/vpcs/${id}`;

    expect(await call("GET", "/customer/api/vpcs")).toMatchObject({ status: 200, body: [whole] });
    advance(59_000);
    expect(await call("GET", path)).toMatchObject(unavailable);
    expect(await call("PUT", path, { body: { name: "x" } })).toMatchObject(unavailable);
    expect(await call("DELETE", path)).toMatchObject(unavailable);
    advance(61_000);
    expect((await call("GET", path)).body).toEqual(whole);
  });

  it("leaves out of an update what the request leaves out, and takes an empty list", async (emulator) => {
    const path = `/customer/api/vpcs/${await create(emulator, { tags: ["a", "b"] })}`;
    emulator.advance(120_000);
    expect(await emulator.call("PUT", path, { body: { name: "other" } })).toMatchObject(saved);
    expect((await emulator.call("GET", path)).body).toMatchObject({ name: "other", tags: ["a", "b"] });
    expect(await emulator.call("PUT", path, { body: { tags: [] } })).toMatchObject(saved);
    expect((await emulator.call("GET", path)).body).toMatchObject({ name: "other", tags: [] });
  });

  it("is seen for 20 s after its deletion, then gone from everywhere", async (emulator) => {
    const path = `/customer/api/vpcs/${await create(emulator)}`;
    const { call, advance } = emulator;
    advance(120_000);
    expect(await call("DELETE", path)).toMatchObject(done);
    advance(15_000);
    expect(await call("GET", path)).toMatchObject({ status: 200, body: vpc });
    expect((await call("GET", "/customer/api/vpcs")).body).toHaveLength(1);
    expect(await call("PUT", path, { body: { name: "x" } })).toMatchObject(unavailable);
    expect((await call("DELETE", path)).status).toBe(204);
    advance(5_000);
    expect(await call("GET", path)).toMatchObject(gone);
    expect(await call("DELETE", path)).toMatchObject(gone);
    expect((await call("GET", "/customer/api/vpcs")).body).toEqual([]);
    expect(emulator.state().vpcs).toEqual([]);
  });

  it("is not deleted while an instance is in it", async (emulator) => {
    const { call, instances, patch } = emulator;
    const id = await create(emulator);
    emulator.advance(120_000);
    patch({ op: "set", in: "instances", id: instances[0]!.id, fields: { vpc_id: id } });
    const held = refused("The VPC can't be deleted while instances are in it");
    expect(await call("DELETE", `/customer/api/vpcs/${id}`)).toMatchObject(held);
    expect((await call("GET", `/customer/api/vpcs/${id}`)).body).toMatchObject({ instances: [instances[0]!.id] });
    patch({ op: "delete", in: "instances", id: instances[0]!.id });
    expect((await call("DELETE", `/customer/api/vpcs/${id}`)).status).toBe(204);
  });

  it("may have a twin of the same name, region and subnet", async (emulator) => {
    expect(await create(emulator)).not.toBe(await create(emulator));
    expect(emulator.state().vpcs).toMatchObject([vpc, vpc]);
  });
});

it("an instance in a VPC has the internal URL, and in the list the id of the VPC", async ({ call, patch }) => {
  const [vpc_id = 0] = patch({ op: "add", in: "vpcs", fields: { subnet: "10.1.0.0/24" } });
  patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id } });
  const inside = (await call("GET", "/customer/api/instances/1001")).body as { urls: { internal: string } };
  expect(inside).toMatchObject({ vpc: { id: vpc_id, subnet: "10.1.0.0/24" }, url: inside.urls.internal });
  expect((await call("GET", "/customer/api/instances")).body).toMatchObject([{ vpc_id }, { vpc_id: null }]);
});

it("an instance that is gone takes its webhooks and its key along", async ({ call, instances, patch, state }) => {
  await call("POST", "/instance/api/webhooks", { body: webhook });
  patch({ op: "delete", in: "instances", id: instances[0]!.id });
  expect(state().webhooks).toEqual([]);
  expect((await call("GET", "/instance/api/webhooks")).status).toBe(401);
});

it("regions and plans can be filtered; an unknown filter leaves nothing", async ({ call }) => {
  const length = async (path: string) => ((await call("GET", `/customer/api/${path}`)).body as unknown[]).length;
  expect(await length("regions")).toBe(6);
  expect(await length("regions?provider=provider-b")).toBe(2);
  expect(await length("regions?provider=x")).toBe(0);
  const clustered = await length("plans?backend=clustered");
  const alternative = await length("plans?backend=alternative");
  expect([clustered > 0, alternative > 0]).toEqual([true, true]);
  expect(await length("plans")).toBe(clustered + alternative);
});
