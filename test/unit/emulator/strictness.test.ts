import type { TestEmulator } from "../../helpers/emulator";
import { basic, startTestEmulator } from "../../helpers/emulator";
import { wrong } from "./scene";

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.close());

const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
const webhook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "q", concurrency: 1 };

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

  test("the instance API answers 401 to an account key", async () => {
    expect(await get("/instance/api/webhooks", basic(emulator.apiKey))).toBe(401);
  });

  test("a 401 comes with WWW-Authenticate, before 404 and 405 are told", async () => {
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
    ["GET", "/nowhere", 404],
    ["DELETE", "/customer/api/vpcs", 405],
    ["PATCH", "/customer/api/vpcs/77", 405],
    ["HEAD", "/customer/api/vpcs", 405],
    ["POST", "/customer/api/vpcs/77", 405],
  ])("%s %s is a %i", async (method, path, status) => {
    expect((await emulator.call(method, path)).status).toBe(status);
  });

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
    for (const path of [
      "/customer/api/vpcs",
      "/customer/api/nothing",
      "/nowhere",
      "/_emulator/state",
      "/_emulator/x",
    ]) {
      ids.add((await emulator.call("GET", path)).headers.get("x-request-id"));
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(null);
  });
});

describe("how a body comes", () => {
  test("JSON without its content type is refused, and so is any other type", async () => {
    for (const type of [undefined, "text/plain", "application/xml"]) {
      expect(await post("/customer/api/vpcs", JSON.stringify(vpc), type)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("content type") },
      });
    }
  });

  test.each(["{", "", "[1]", "7", '"x"', "null"])("a JSON body %j is refused", async (text) => {
    const { status } = await post("/customer/api/vpcs", text, "application/json");
    expect(status).toBe(400);
  });

  test("a parameter of the content type does no harm", async () => {
    const { status } = await post("/customer/api/vpcs", JSON.stringify(vpc), "application/json; charset=utf-8");
    expect(status).toBe(200);
    emulator.reset();
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
    const refused = await send("many");
    expect([refused.status, await refused.json()]).toEqual([400, { errors: [{ concurrency: "Must be a number" }] }]);
    emulator.reset();
  });

  test("a body above 4 MiB is a 413", async () => {
    const { status } = await post("/customer/api/vpcs", " ".repeat(4 * 1024 * 1024 + 1), "application/json");
    expect(status).toBe(413);
  });
});

describe("what is in a body or a query", () => {
  const required = "Field is required";
  test.each<[string, object, object[]]>([
    ["nothing", {}, [{ name: required }, { region: required }, { subnet: required }]],
    ["a field of another type", { ...vpc, name: 1 }, [{ name: "Must be a string" }]],
    ["null for a string", { ...vpc, name: null }, [{ name: "Must be a string" }]],
    ["an empty name", { ...vpc, name: "" }, [{ name: "Can't be empty" }]],
    ["an unknown field", { ...vpc, nmae: "x" }, [{ nmae: "Unknown field" }]],
    [
      "__proto__",
      JSON.parse('{"__proto__":{"x":1}}'),
      [{ name: required }, { region: required }, { subnet: required }, JSON.parse('{"__proto__":"Unknown field"}')],
    ],
    ["tags of another type", { ...vpc, tags: 5 }, [{ tags: "Must be a list or a comma-separated string" }]],
    ["no CIDR", { ...vpc, subnet: "10.0.0.0" }, [{ subnet: "Must be a CIDR, such as 10.56.72.0/24" }]],
    ["a byte too large", { ...vpc, subnet: "10.0.256.0/24" }, [{ subnet: "Must be a CIDR, such as 10.56.72.0/24" }]],
    ["a prefix too long", { ...vpc, subnet: "10.0.0.0/33" }, [{ subnet: "Must be a CIDR, such as 10.56.72.0/24" }]],
    ["host bits", { ...vpc, subnet: "10.0.0.1/24" }, [{ subnet: "Has bits set outside of its network" }]],
    ["an unknown region", { ...vpc, region: "provider-a::x" }, [{ region: "Unknown region" }]],
    [
      "several at once",
      { name: 1, subnet: 2, x: 3, y: 4 },
      [
        { name: "Must be a string" },
        { region: required },
        { subnet: "Must be a string" },
        { x: "Unknown field" },
        { y: "Unknown field" },
      ],
    ],
  ])("POST /api/vpcs with %s", async (_, body, errors) => {
    expect(await emulator.call("POST", "/customer/api/vpcs", { body })).toMatchObject({
      status: 400,
      body: { errors },
    });
    expect(emulator.state().vpcs).toEqual([]);
  });

  test.each(["10.0.0.0/8", "10.56.72.0/24", "192.168.1.1/32", "0.0.0.0/0", "10.128.0.0/9"])(
    "%s is a network",
    async (subnet) => {
      expect((await emulator.call("POST", "/customer/api/vpcs", { body: { ...vpc, subnet } })).status).toBe(200);
      emulator.reset();
    },
  );

  test.each<[string, object, object[]]>([
    ["nothing", {}, ["webhook_uri", "vhost", "queue", "concurrency"].map((field) => ({ [field]: required }))],
    ["a number as a string", { ...webhook, concurrency: "1" }, [{ concurrency: "Must be a number" }]],
    ["a fraction", { ...webhook, concurrency: 1.5 }, [{ concurrency: "Must be an integer" }]],
    ["no concurrency at all", { ...webhook, concurrency: 0 }, [{ concurrency: "Must be at least 1" }]],
    ["another scheme", { ...webhook, webhook_uri: "ftp://x.y" }, [{ webhook_uri: "Must be an http or https URL" }]],
    ["no URL", { ...webhook, webhook_uri: "https://" }, [{ webhook_uri: "Must be an http or https URL" }]],
    ["an id", { ...webhook, id: 5 }, [{ id: "Unknown field" }]],
  ])("POST and PUT /api/webhooks with %s", async (_, body, errors) => {
    const { body: made } = await emulator.call("POST", "/instance/api/webhooks", { body: webhook });
    const { id } = made as { id: number };
    for (const [method, path] of [
      ["POST", "/instance/api/webhooks"],
      ["PUT", `/instance/api/webhooks/${id}`],
    ] as const) {
      expect(await emulator.call(method, path, { body })).toMatchObject({ status: 400, body: { errors } });
    }
    expect(emulator.state().webhooks).toMatchObject([webhook]);
    emulator.reset();
  });

  test("an operation that takes no body takes no field, and one without a query no parameter", async () => {
    const rotate = "/customer/api/apikeys/rotate-apikey";
    expect(await emulator.call("POST", rotate, { body: { comment: "x" } })).toMatchObject(
      wrong({ comment: "Unknown field" }),
    );
    expect(await emulator.call("GET", "/customer/api/regions?provder=a")).toMatchObject(
      wrong({ provder: "Unknown field" }),
    );
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
