import type { TestEmulator } from "../../helpers/emulator";
import { basic, startTestEmulator } from "../../helpers/emulator";
import { refused, vpc, webhook } from "./scene";

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());

const post = (path: string, body: string, type?: string) =>
  fetch(emulator.url + path, {
    method: "POST",
    body: Buffer.from(body),
    headers: { authorization: basic(emulator.apiKey), ...(type ? { "content-type": type } : {}) },
  }).then(async (response) => ({ status: response.status, body: await response.json() }));

describe("who asks", () => {
  const get = async (path: string, authorization?: string) => {
    const response = await fetch(emulator.url + path, authorization ? { headers: { authorization } } : {});
    await response.text();
    return response.status;
  };

  test.each([
    ["no key", () => undefined],
    ["a wrong key", () => basic("wrong")],
    ["an empty key", () => basic("")],
    ["a user name beside the right key", () => basic(emulator.apiKey, "user")],
    ["the key as a bearer token", () => `Bearer ${emulator.apiKey}`],
    ["the key without Base64", () => `Basic :${emulator.apiKey}`],
    ["an instance's key", () => basic(emulator.instances[0]!.apiKey)],
  ])("the account API answers 401 to %s", async (_, authorization) => {
    expect(await get("/customer/api/vpcs", authorization())).toBe(401);
  });

  test("the instance API answers 401 to an account key; a 401 comes with WWW-Authenticate, before 404 and 405 are told", async () => {
    expect(await get("/instance/api/webhooks", basic(emulator.apiKey))).toBe(401);
    const answer = await emulator.call("PATCH", "/customer/api/nothing", { key: "wrong" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  test("a key that may only read reads, is refused to change, and may replace itself", async () => {
    const key = emulator.readOnlyKey;
    expect((await emulator.call("GET", "/customer/api/vpcs", { key })).status).toBe(200);
    expect((await emulator.call("POST", "/customer/api/vpcs", { key, body: vpc })).status).toBe(403);
    expect((await emulator.call("DELETE", "/customer/api/vpcs/1", { key })).status).toBe(403);
    const rotated = await emulator.call("POST", "/customer/api/apikeys/rotate-apikey", { key });
    const { apikey } = rotated.body as { apikey: string };
    expect((await emulator.call("GET", "/customer/api/vpcs", { key })).status).toBe(401);
    expect((await emulator.call("POST", "/customer/api/vpcs", { key: apikey, body: vpc })).status).toBe(403);
    emulator.reset();
  });
});

test("a key that may only read sees neither the key nor the password of an instance", async () => {
  const seen = await emulator.call("GET", "/customer/api/instances/1001", { key: emulator.readOnlyKey });
  expect(seen.status).toBe(200);
  const { apikey, password } = emulator.state().instances[0]!;
  expect([seen.text.includes(apikey), seen.text.includes(password)]).toEqual([false, false]);
  expect((await emulator.call("GET", "/customer/api/instances/1001")).text).toContain(apikey);
});

describe("where it goes", () => {
  test.each([
    ["GET", "/customer/api/nothing", 404],
    ["GET", "/customer/api/vpcs/", 404],
    ["GET", "/customer/api/vpcs/77", 404],
    ["GET", "/customer/api/vpcs/abc", 404],
    ["GET", "/customer/api/vpcs/1e3", 404],
    ["GET", "/customer/api/vpcs/%2e%2e", 404],
    ["GET", "/customer/api/vpcs/%zz", 404],
    ["GET", "/customer/api/webhooks", 404],
    ["GET", "/customer/api/invoices/17003", 404],
    ["GET", "/nowhere", 404],
    ["DELETE", "/customer/api/vpcs", 405],
    ["PATCH", "/customer/api/vpcs/77", 405],
    ["HEAD", "/customer/api/vpcs", 405],
    ["POST", "/customer/api/vpcs/77", 405],
  ])("%s %s is a %i", async (method, path, status) => expect((await emulator.call(method, path)).status).toBe(status));

  test.each([
    ["PATCH", "/customer/api/vpcs", "GET, POST"],
    ["PATCH", "/customer/api/vpcs/77", "GET, PUT, DELETE"],
    ["DELETE", "/instance/api/alarms/recipients", "GET, POST"],
    ["PATCH", "/instance/api/integrations/logs/5", "GET, POST, PUT, DELETE"],
  ])("a 405 to %s %s allows %s", async (method, path, allow) => {
    const answer = await emulator.call(method, path);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  test("every answer has an X-Request-Id of its own", async () => {
    const ids = new Set<string | null>();
    const paths = ["/customer/api/vpcs", "/customer/api/nothing", "/nowhere", "/_emulator/state", "/_emulator/x"];
    for (const path of paths) ids.add((await emulator.call("GET", path)).headers.get("x-request-id"));
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(null);
  });
});

describe("how a body comes", () => {
  test("JSON without its content type is refused, and so is any other type", async () => {
    for (const type of [undefined, "text/plain", "application/xml"]) {
      const refusal = refused(expect.stringContaining("content type"));
      expect(await post("/customer/api/vpcs", JSON.stringify(vpc), type)).toMatchObject(refusal);
    }
  });

  test.each(["{", "", "[1]", "7", '"x"', "null"])("a JSON body %j is refused", async (text) => {
    expect((await post("/customer/api/vpcs", text, "application/json")).status).toBe(400);
  });

  test("a parameter of the content type does no harm; a body above 4 MiB is a 413", async () => {
    const send = (body: string, type: string) => post("/customer/api/vpcs", body, type);
    expect(await send(JSON.stringify(vpc), "application/json; charset=utf-8")).toMatchObject({ status: 200 });
    emulator.reset();
    expect(await send(" ".repeat(4 * 1024 * 1024 + 1), "application/json")).toMatchObject({ status: 413 });
  });

  test.each([
    ["a list", "tags[]=a&tags[]=b", ["a", "b"]],
    ["an encoded list", "tags%5B%5D=a", ["a"]],
    ["an empty list", "tags[]=", []],
    ["a comma-separated string", "tags=a,b%2C%20c", ["a", "b", "c"]],
    ["no tags", "", []],
  ])("a form with %s makes the same as JSON does", async (_, tags, expected) => {
    const form = `${new URLSearchParams(vpc)}&${tags}`;
    expect((await post("/customer/api/vpcs", form, "application/x-www-form-urlencoded")).status).toBe(200);
    expect(emulator.state().vpcs).toMatchObject([{ ...vpc, tags: expected }]);
    emulator.reset();
  });

  test("a form's numbers are numbers, and what is none is refused", async () => {
    const send = (concurrency: string) =>
      fetch(`${emulator.baseUrl}/api/webhooks`, {
        method: "POST",
        headers: { authorization: basic(emulator.instances[0]!.apiKey) },
        body: new URLSearchParams({ ...webhook, concurrency }),
      });
    expect((await send("3")).status).toBe(201);
    expect(emulator.state().webhooks).toMatchObject([{ concurrency: 3 }]);
    const many = await send("many");
    expect([many.status, await many.json()]).toEqual([400, { errors: [{ concurrency: "Must be a number" }] }]);
    emulator.reset();
  });
});

describe("what a live service takes beside the fields of the specification", () => {
  const send = (method: string, path: string, body: object) => emulator.call(method, path, { body });
  afterEach(() => emulator.reset());

  test("an instance without its default alarms", async () => {
    const order = { name: "new", plan: "clustered-small-1", region: "provider-a::region-1", no_default_alarms: true };
    const { status, body } = await send("POST", "/customer/api/instances", order);
    expect(status).toBe(200);
    const { id } = body as { id: number };
    expect(emulator.state().alarms.filter((alarm) => alarm.instance_id === id)).toEqual([]);
  });

  test("the prefetch of an event bus", async () => {
    const bus = { vhost: "/", queue: "q", cloud_region: "region-1", cloud_account_id: "012345678901" };
    expect(await send("POST", "/instance/api/eventbridges", { ...bus, prefetch: 10 })).toMatchObject({ status: 201 });
    expect((await emulator.call("GET", "/instance/api/eventbridges")).body).toMatchObject([{ prefetch: 10 }]);
  });

  test("a VPC's region and subnet, where they are empty", async () => {
    emulator.patch({ op: "add", in: "vpcs", fields: { id: 5001, subnet: "10.9.0.0/16" } });
    const changes = { name: "other", region: "", subnet: "" };
    expect(await send("PUT", "/customer/api/vpcs/5001", changes)).toMatchObject({ status: 200 });
    expect(emulator.state().vpcs).toMatchObject([{ name: "other", subnet: "10.9.0.0/16" }]);
  });
});
