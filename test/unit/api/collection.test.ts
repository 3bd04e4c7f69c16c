import type { Collection, Vpc, VpcBody, Webhook, WebhookBody } from "../../../provider/api";
import { createCollection } from "../../../provider/api/lists/collection";
import { webhookSchema } from "../../../provider/api/nouns/webhooks";
import { failureOf } from "../../helpers/api-setup";
import { body, type Service, service, setupWithWebhooks, startService, webhooks } from "./service";

const setup = setupWithWebhooks();
const call = setup.call;

test("a list is shared by all who ask, for 30 s", async () => {
  service.add(body);
  await Promise.all(Array.from({ length: 20 }, () => webhooks.list(call())));
  await webhooks.find("1", call());
  expect(service.count("GET")).toBe(1);
  await setup.clock.sleep(29_000);
  await webhooks.list(call());
  expect(service.count("GET")).toBe(1);
  await setup.clock.sleep(2_000);
  await webhooks.list(call());
  expect(service.count("GET")).toBe(2);
  await webhooks.list(call(), { fresh: true });
  expect(service.count("GET")).toBe(3);
});

test("own writes change the shared list without another GET", async () => {
  await webhooks.list(call());
  const { id } = await webhooks.create(body, call());
  expect(await webhooks.find(id, call())).toMatchObject({ id, queue: "q" });
  await webhooks.update(id, { ...body, queue: "other" }, call());
  expect(await webhooks.find(id, call())).toMatchObject({ id, queue: "other" });
  await webhooks.delete(id, call());
  expect(await webhooks.list(call())).toEqual([]);
  expect([service.count("GET"), service.count("GET", `/api/webhooks/${id}`)]).toEqual([1, 0]);

  // What was made a moment ago and deleted is gone at once.
  const begin = setup.clock.now();
  expect(await webhooks.get(id, call())).toBeUndefined();
  expect(setup.clock.now()).toBe(begin);
});

test("a list that left before an own write does not undo it", async () => {
  await webhooks.list(call());
  const { id } = await webhooks.create(body, call());
  service.listAnswer = async (one, response) => {
    const text = JSON.stringify(service.items);
    await setup.clock.serverSide().sleep(5_000, one.signal);
    response.writeHead(200).end(text);
  };
  const slow = webhooks.list(call(), { fresh: true });
  await setup.clock.sleep(1_000);
  await webhooks.delete(id, call());
  expect(await slow).toEqual([]);
  expect(await webhooks.list(call())).toEqual([]);
});

test("absence from the list is confirmed by a GET of the id", async () => {
  await webhooks.list(call());
  expect(await webhooks.find("7", call())).toBeUndefined();
  expect([service.count("GET"), service.count("GET", "/api/webhooks/7")]).toEqual([1, 1]);
  service.add(body);
  expect(await webhooks.find("1", call())).toMatchObject({ id: "1" });
});

test("a 404 that the shared list bears out costs no list more", async () => {
  await webhooks.list(call());
  expect(await webhooks.get("7", call())).toBeUndefined();
  expect(service.count("GET")).toBe(1);
});

test("without a GET by id a second, fresh list confirms", async () => {
  const plain = createCollection<Webhook, WebhookBody, { id: string }>(setup.connection(service.server.url), {
    name: "thing",
    path: "/api/webhooks",
    item: webhookSchema,
    created: webhookSchema,
    isListOnly: true,
    same: () => false,
    merge: (one, id) => ({ ...one, id }),
  });
  expect(await plain.find("7", call())).toBeUndefined();
  expect([service.count("GET"), service.count("GET", "/api/webhooks/7")]).toEqual([2, 0]);
});

test("a 404 for something just made is not believed for 10 s", async () => {
  service.lagMs = 4_000;
  const { id } = await webhooks.create(body, call());
  expect(await webhooks.get(id, call())).toMatchObject({ id });
  // The list before the create is the only one: no list could tell yet.
  expect(service.count("GET")).toBe(1);
  service.items = [];
  await setup.clock.sleep(10_000);
  const begin = setup.clock.now();
  expect(await webhooks.get(id, call())).toBeUndefined();
  expect(setup.clock.now()).toBe(begin);
});

test("an update of something gone is an error", async () =>
  expect(await failureOf(webhooks.update("9", body, call()))).toMatchObject({ kind: "notFound" }));

test("an update that is answered as a success and leaves nothing to be seen is an error", async () => {
  const store = await startService(setup.clock, "/api/alarms");
  store.putAnswer = { status: 204 };
  const { alarms } = setup.client(store.server.url).instance("1", { apiKey: "k" });
  const error = await failureOf(alarms.update("9", { type: "cpu", enabled: true, recipients: [] }, call()));
  expect(error).toMatchObject({ kind: "notFound", method: "PUT" });
  expect(error.message).toContain("answered with a success, but alarm 9 does not exist");
  await store.server.close();
});

test("who waited for another's list is not hurt by the end of the other's time", async () => {
  service.add(body);
  let first = true;
  service.listAnswer = async (one, response) => {
    if (first) {
      first = false;
      await setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, one.signal);
    }
    response.writeHead(200).end(JSON.stringify(service.items));
  };
  const short = failureOf(webhooks.list(call(5, { subject: "short" })));
  const long = webhooks.list(call(60, { subject: "long" }));
  expect(await short).toMatchObject({ kind: "timeout" });
  expect(await long).toHaveLength(1);
});

test("a list that fails is told to each that waits for it by its own name", async () => {
  service.listAnswer = { status: 403, json: { error: "no" } };
  const both = ['Webhook "a"', 'Webhook "b"'].map((subject) => failureOf(webhooks.list(call(60, { subject }))));
  expect((await Promise.all(both)).map(({ message }) => message.split(":")[0])).toEqual(['Webhook "a"', 'Webhook "b"']);
  expect(service.count("GET")).toBe(1);
});

test("who waits for another's list keeps its own deadline and its own name", async () => {
  service.listAnswer = (one) => setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, one.signal);
  const begin = setup.clock.now();
  const long = failureOf(webhooks.list(call(60)));
  const error = await failureOf(webhooks.list(call(5, { subject: 'Webhook "b"' })));
  expect(error).toMatchObject({ kind: "timeout", message: expect.stringContaining('Webhook "b"') });
  expect(setup.clock.now() - begin).toBe(5_000);
  await long;
});

describe("VPCs", () => {
  let vpcs: Collection<Vpc, VpcBody>;
  let store: Service;
  const net: VpcBody = { name: "n", region: "r", subnet: "10.0.0.0/24", tags: ["a", "b"] };
  beforeEach(async () => {
    store = await startService(setup.clock, "/api/vpcs");
    vpcs = setup.client(store.server.url).vpcs;
  });
  afterEach(() => store.server.close());

  test("one being made is busy: thrown at once where asked, and listed all the same", async () => {
    store.add(net);
    store.getAnswer = { status: 400, json: { error: "VPC currently unavailable" } };
    expect(await failureOf(vpcs.get("1", call(60, { busy: "throw" })))).toMatchObject({ kind: "busy" });
    expect(await vpcs.find("1", call(60, { busy: "throw" }))).toMatchObject({ id: "1" });
    store.listAnswer = { status: 200, json: [] };
    await setup.clock.sleep(31_000);
    expect(await failureOf(vpcs.find("1", call(60, { busy: "throw" })))).toMatchObject({ kind: "busy" });
  });

  test("tags are a set when a lost create is looked for", () => {
    const item = { ...net, id: "1", instances: [], tags: ["b", "a"], plan: "vpc", providerid: undefined };
    expect(vpcs.same(item, net)).toBe(true);
    expect(vpcs.same({ ...item, tags: ["a"] }, net)).toBe(false);
  });
});
