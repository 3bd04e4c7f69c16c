import { basic, type TestEmulator } from "../../helpers/emulator";
import { busy, done, it, message, refused, run, wrong } from "./scene";

const order = { name: "shop", plan: "clustered-medium-3", region: "provider-a::region-1" };
const path = "/customer/api/instances";

interface Made {
  id: number;
  apikey: string;
  url: string;
}

const create = ({ call }: TestEmulator, fields: object = {}) => call("POST", path, { body: { ...order, ...fields } });
const made = async (emulator: TestEmulator, fields: object = {}) => (await create(emulator, fields)).body as Made;
const of = <T extends { instance_id: number }>(all: T[], id = 1001) => all.filter((each) => each.instance_id === id);
const last = (emulator: TestEmulator) => emulator.state().instances.at(-1)!;

describe("a new instance", () => {
  it("is answered with id, key and URL, is ready after two to five minutes, and has what was asked for", async (emulator) => {
    const { call, advance } = emulator;
    const answer = await create(emulator, { tags: ["a"], rmq_version: "3.12.13", preferred_az: "x,y,z" });
    const { id, apikey, url } = answer.body as Made;
    expect(answer).toMatchObject(message("Your dedicated instance will be available within a couple of minutes"));
    const seen = async () => (await call("GET", `${path}/${id}`)).body;
    const whole = { ...order, id, apikey, url, tags: ["a"], nodes: 3, backend: "clustered", rmq_version: "3.12.13" };

    advance(119_000);
    expect(await seen()).toMatchObject({ ...whole, ready: false });
    expect(await call("GET", "/instance/api/config", { key: apikey })).toMatchObject(busy);
    advance(181_000);
    expect(await seen()).toMatchObject({ ...whole, ready: true });
    const node = (availability_zone: string) => ({ availability_zone, configured: true, running: true });
    expect((await call("GET", "/instance/api/nodes", { key: apikey })).body).toMatchObject(["x", "y", "z"].map(node));
  });

  it("on a shared plan is there at once, without nodes and without saying that it is ready", async (emulator) => {
    const answer = await create(emulator, { plan: "clustered-shared-1" });
    expect(answer).toMatchObject(message("Instance created"));
    const { id, apikey } = answer.body as Made;
    const { body } = await emulator.call("GET", `${path}/${id}`);
    expect(body).toMatchObject({ plan: "clustered-shared-1", backend: "clustered" });
    expect(Object.keys(body as object).filter((name) => ["ready", "nodes"].includes(name))).toEqual([]);
    expect((await emulator.call("GET", "/instance/api/nodes", { key: apikey })).body).toEqual([]);
  });

  it("gets the newest version and the plan's nodes unless it asks for others", async (emulator) => {
    await create(emulator, { plan: "clustered-legacy" });
    expect(last(emulator)).toMatchObject({ nodes: 1, rmq_version: "4.1.4", erlang_version: "27.3.4" });
    await create(emulator, { plan: "clustered-legacy", nodes: 3 });
    expect(last(emulator)).toMatchObject({ nodes: 3 });
    await create(emulator, { plan: "alternative-small-1" });
    expect(last(emulator)).toMatchObject({ backend: "alternative", rmq_version: "2.3.0", erlang_version: null });
  });

  it("can be ordered by form, but its copy_settings cannot", async (emulator) => {
    const authorization = basic(emulator.apiKey);
    const post = (extra: string) =>
      fetch(emulator.url + path, {
        method: "POST",
        headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
        body: `name=a&plan=clustered-legacy&region=provider-a::region-1&nodes=3&tags=x,y&preferred_az[]=1&preferred_az[]=2&preferred_az[]=3${extra}`,
      });
    expect((await post("&copy_settings=1001")).status).toBe(400);
    expect((await post("")).status).toBe(200);
    expect(last(emulator)).toMatchObject({ nodes: 3, tags: ["x", "y"], zones: ["1", "2", "3"] });
  });

  it("is refused by a quota that is named, and accepted again when one of them goes", async (emulator) => {
    const { id } = emulator.state().plans.find(({ name }) => name === order.plan)!;
    emulator.patch({ op: "set", in: "plans", id, fields: { quota: 2 } });
    const { id: second } = await made(emulator);
    const full = refused("You have reached your quota of 2 instances, contact us to raise it");
    expect(await create(emulator)).toMatchObject(full);
    await emulator.call("DELETE", `${path}/${second}`);
    expect((await create(emulator)).status).toBe(200);
  });

  it("goes into a VPC that is there, ready and in its region", async (emulator) => {
    const { call, advance } = emulator;
    const vpc = { name: "net", region: order.region, subnet: "10.56.72.0/24" };
    const { id: vpc_id } = (await call("POST", "/customer/api/vpcs", { body: vpc })).body as { id: number };
    const unavailable = refused("VPC currently unavailable");
    expect(await create(emulator, { vpc_id })).toMatchObject(unavailable);
    advance(120_000);
    const elsewhere = wrong({ vpc_id: "Is in another region" });
    expect(await create(emulator, { vpc_id, region: "provider-b::region-1" })).toMatchObject(elsewhere);
    const { id, url } = await made(emulator, { vpc_id });
    expect(url).toContain(`@broker-${id}.internal.`);
    expect((await call("GET", `${path}/${id}`)).body).toMatchObject({ vpc: { id: vpc_id, subnet: vpc.subnet } });
    expect((await call("DELETE", `/customer/api/vpcs/${vpc_id}`)).status).toBe(400);
    await call("DELETE", `${path}/${id}?keep_vpc=true`);
    advance(60_000);
    expect((await call("DELETE", `/customer/api/vpcs/${vpc_id}`)).status).toBe(204);
    expect(await create(emulator, { vpc_id })).toMatchObject(unavailable);
  });

  it("makes a VPC of its own from a subnet, which is there after the instance", async (emulator) => {
    const { call, advance } = emulator;
    const { id } = await made(emulator, { vpc_subnet: "10.1.0.0/24" });
    const [vpc] = emulator.state().vpcs;
    expect(vpc).toMatchObject({ name: "shop", region: order.region, subnet: "10.1.0.0/24" });
    expect(last(emulator).vpc_id).toBe(vpc!.id);
    advance(300_000);
    await call("DELETE", `${path}/${id}?keep_vpc=true`);
    advance(60_000);
    expect((await call("GET", `/customer/api/vpcs/${vpc!.id}`)).body).toMatchObject({ instances: [] });
  });

  it("has the default recipient and alarms; a shared one those that it can have", async (emulator) => {
    const make = async (fields?: object) => {
      const { id } = await made(emulator, fields);
      const { alarms, recipients } = emulator.state();
      return { alarms: of(alarms, id), recipients: of(recipients, id) };
    };
    const dedicated = await make();
    expect(dedicated.recipients).toMatchObject([{ name: "Default", type: "email", options: null }]);
    expect(dedicated.alarms).toMatchObject([
      { type: "cpu", value_threshold: 90, time_threshold: 600, recipients: [], enabled: true },
      { type: "memory", value_threshold: 90, time_threshold: 600, recipients: [], enabled: true },
      { type: "disk", value_threshold: 5, time_threshold: 600, recipients: [], enabled: true },
      { type: "notice", value_threshold: null, time_threshold: null, recipients: [], enabled: true },
    ]);
    const shared = await make({ plan: "clustered-shared-1" });
    expect(shared.recipients).toMatchObject([{ name: "Default" }]);
    expect(shared.alarms).toMatchObject([{ type: "notice" }]);
  });

  it("copies users, settings, rules, plugins and alarms with their recipients from another instance", async (emulator) => {
    const source = emulator.state().instances[0]!;
    const office = { ip: "198.51.100.0/24", services: ["AMQPS" as const], ports: [], description: "" };
    const before = emulator.state();
    const top = of(before.plugins).find(({ name }) => name === "broker_top");
    const ops = { instance_id: source.id, name: "ops", value: "ops@example.com" };
    const [to] = emulator.patch({ op: "add", in: "recipients", fields: ops });
    emulator.patch(
      { op: "add", in: "alarms", fields: { instance_id: source.id, type: "queue", recipients: [to!] } },
      { op: "set", in: "instances", id: source.id, fields: { config: { "broker.heartbeat": 7 } } },
      { op: "set", in: "firewalls", id: of(before.firewalls)[0]!.id, fields: { rules: [office] } },
      { op: "set", in: "plugins", id: top!.id, fields: { enabled: true } },
    );
    const settings = ["alarms", "definitions", "config", "firewall", "plugins"];
    await made(emulator, { copy_settings: { subscription_id: source.id, settings } });
    const copy = last(emulator);
    const { username, password } = source;
    expect(copy).toMatchObject({ username, password, config: { "broker.heartbeat": 7 } });
    const { alarms, recipients, firewalls, plugins } = emulator.state();
    const [firewall] = of(firewalls, copy.id);
    expect(firewall?.history.map(({ rules }) => rules)).toEqual([[office]]);
    const isOn = (plugin: string) => of(plugins, copy.id).find(({ name }) => name === plugin)?.enabled;
    expect([isOn("broker_top"), isOn("broker_tracing")]).toEqual([true, false]);
    const copied = of(recipients, copy.id);
    expect(copied.map(({ name }) => name)).toEqual(["Default", "ops"]);
    const queues = alarms.filter((each) => each.type === "queue");
    expect(queues.map((each) => each.recipients)).toEqual([[to], [copied[1]!.id]]);
    expect(of(alarms, copy.id)).toHaveLength(5);
  });
});

it("a deleted instance is seen for a while, then gone with its key and all that belongs to it", async (emulator) => {
  const { call, advance, instances } = emulator;
  const { id, apiKey: key } = instances[0]!;
  expect(await call("DELETE", `${path}/${id}`)).toMatchObject(done);
  advance(19_000);
  expect((await call("GET", `${path}/${id}`)).status).toBe(200);
  expect((await call("PUT", `${path}/${id}`, { body: { name: "x" } })).status).toBe(400);
  expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
  advance(41_000);
  for (const method of ["GET", "DELETE"])
    expect(await call(method, `${path}/${id}`)).toMatchObject({ status: 404, body: { error: "Invalid ID" } });
  expect((await call("GET", "/instance/api/nodes", { key })).status).toBe(401);
  const { alarms, recipients } = emulator.state();
  expect([...alarms, ...recipients].filter((each) => each.instance_id === id)).toEqual([]);
});

/** Two instances in one VPC; the statuses of its GET after each is deleted with such a query. */
const seenAfter = async (...queries: string[]) => {
  const seen: number[] = [];
  await run(async ({ call, patch, advance }) => {
    patch(
      { op: "add", in: "vpcs", fields: { id: 5001 } },
      { op: "set", in: "instances", id: 1001, fields: { vpc_id: 5001 } },
      { op: "set", in: "instances", id: 1002, fields: { vpc_id: 5001 } },
    );
    for (const [i, query] of queries.entries()) {
      expect((await call("DELETE", `${path}/${1001 + i}${query}`)).status).toBe(204);
      advance(60_000);
      seen.push((await call("GET", "/customer/api/vpcs/5001")).status);
    }
  });
  return seen;
};

test("the VPC of a deleted instance goes with the last instance in it, unless the request says that it stays", async () => {
  expect(await seenAfter("", "")).toEqual([200, 404]);
  expect(await seenAfter("", "?keep_vpc=false")).toEqual([200, 404]);
  expect(await seenAfter("", "?keep_vpc=true")).toEqual([200, 200]);
});

it("keys and passwords open one instance only, of either software, and rotate", async ({ call, instances }) => {
  const url = async (id: number) => ((await call("GET", `${path}/${id}`)).body as { url: string }).url;
  for (const { id, apiKey: key } of instances) {
    const nodes = (await call("GET", "/instance/api/nodes", { key })).body as { name: string }[];
    expect(nodes[0]!.name).toBe(`broker-${id}-01`);
    const before = await url(id);
    expect((await call("POST", "/instance/api/account/rotate-password", { key })).status).toBe(204);
    expect(await url(id)).not.toBe(before);
    const rotated = await call("POST", "/instance/api/account/rotate-apikey", { key });
    const { apikey } = rotated.body as Made;
    expect((await call("GET", "/instance/api/nodes", { key })).status).toBe(401);
    expect((await call("GET", "/instance/api/nodes", { key: apikey })).status).toBe(200);
    expect((await call("GET", `${path}/${id}`)).body).toMatchObject({ apikey });
  }
});
