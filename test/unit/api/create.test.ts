import type { WebhookBody } from "../../../provider/api";
import { type Answer, failureOf, reset } from "../../helpers/api-setup";
import { body, type Fault, lostAnswers, service, setupWithWebhooks, startService, webhooks } from "./service";

const setup = setupWithWebhooks();

const create = (over: Partial<WebhookBody> = {}) => webhooks.create({ ...body, ...over }, setup.call());
const ids = () => service.items.map((item) => String(item.id));

describe.each(lostAnswers)("a POST that meets %s", (_name, fault) => {
  test("beside one that stood there before: that one is left alone, and named", async () => {
    service.add(body);
    service.posts = [fault];
    const made = await create();
    expect(ids()).toEqual(["1", "2"]);
    expect(made).toMatchObject({ id: "2", twins: ["1"] });
    // An object that this client made is no twin of the next one.
    expect(await create()).toMatchObject({ twins: ["1"] });
  });

  test("while others are made: each gets its own", async () => {
    service.posts = [fault, undefined, fault];
    const queues = ["a", "b", "c", "d"];
    const made = await Promise.all(queues.map((queue) => create({ queue })));
    expect(service.items).toHaveLength(4);
    const byId = new Map(service.items.map((item) => [String(item.id), item["queue"]]));
    expect(made.map((one) => byId.get(one.id))).toEqual(queues);
  });
});

test("none in three lists over at least 5 s means send again", async () => {
  service.posts = [{ acts: false, answer: reset }];
  const begin = setup.clock.now();
  await create();
  expect(setup.clock.now() - begin).toBeGreaterThanOrEqual(5_000);
  // A list before, three after the failure, and a last one for what the first POST may have made late.
  expect([service.count("POST"), service.count("GET")]).toEqual([2, 5]);
});

test("more than one new one is an error that names them", async () => {
  service.posts = [{ acts: "twice", answer: reset }];
  expect(await failureOf(create())).toMatchObject({ kind: "conflict", message: expect.stringContaining("1, 2") });
  expect(service.count("POST")).toBe(1);
});

test("an outage ends after eight POSTs", async () => {
  service.posts = Array<Fault>(20).fill({ acts: false, answer: { status: 503 } });
  expect(await failureOf(create())).toMatchObject({ kind: "server", ambiguous: true });
  expect(service.count("POST")).toBe(8);
});

test.each<[string, Fault]>([
  ["429", { acts: false, answer: { status: 429 } }],
  ["423", { acts: false, answer: { status: 423 } }],
  ["busy", { acts: false, answer: { status: 400, json: { error: "VPC currently unavailable" } } }],
])("%s is sent again without a list", async (_name, fault) => {
  service.posts = [fault, fault];
  await create();
  expect([service.count("POST"), service.count("GET"), service.items.length]).toEqual([3, 1, 1]);
});

test("what is refused when it is sent again may be what the first one has made", async () => {
  service.lagMs = 6_000;
  const refusal = { status: 422, json: { error: "is there already" } };
  service.posts = [
    { acts: true, answer: reset },
    { acts: false, answer: refusal },
  ];
  const made = await create();
  expect([made.id, ids(), service.count("POST")]).toEqual(["1", ["1"], 2]);
});

test("a busy service that may have acted is asked again five seconds after the looks", async () => {
  const posted: number[] = [];
  const answer: Answer = (_request, response) => {
    posted.push(setup.clock.now());
    response.writeHead(400, { "content-type": "application/json" }).end('{"error_code":40099}');
  };
  service.posts = [answer, answer].map((each) => ({ acts: false, answer: each }));
  await create();
  expect((posted[1] ?? 0) - (posted[0] ?? 0)).toBeGreaterThanOrEqual(10_000);
});

test("what another create of this client returned is not taken for the lost one", async () => {
  const other = await startService(setup.clock, "/api/vpcs");
  const { vpcs } = setup.client(other.server.url);
  const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
  other.posts = [{ acts: true, answer: reset }];
  // Equal, and not known to be before they are compared with what was made: both are made side by side.
  const orders = ["a,b", "b,a"].map((tags) => ({ ...net, tags: tags.split(",") }));
  const made = await Promise.all(orders.map((order) => vpcs.create(order, setup.call())));
  expect(made.map((one) => one.id).sort()).toEqual(["1", "2"]);
  expect(other.items).toHaveLength(2);
  await other.server.close();
});

test("two creates answered with one id: two objects, each with an id of its own", async () => {
  service.posts = [undefined, { acts: true, answer: { status: 201, json: { id: 1 } } }];
  const made = await Promise.all([create({ queue: "a" }), create({ queue: "b" })]);
  expect(made.map((one) => one.id).sort()).toEqual(["1", "2"]);
  expect(service.items).toHaveLength(2);
});

test("a list that cannot be read: nothing is made", async () => {
  service.listAnswer = { status: 200, text: "<html>" };
  expect(await failureOf(create())).toMatchObject({ kind: "badResponse" });
  expect(service.count("POST")).toBe(0);
});

test("the run ending between POST and answer is told as open", async () => {
  const stop = new AbortController();
  const answer: Answer = (one) => {
    stop.abort();
    return setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, one.signal);
  };
  service.posts = [{ acts: true, answer }];
  const error = await failureOf(webhooks.create(body, setup.call(60, { signal: stop.signal })));
  expect(error).toMatchObject({ kind: "stopped", ambiguous: true });
  expect(error.message).toContain("the service may have carried out the request");
});

describe.each<[string, Fault["answer"]]>([
  ["an empty body", { status: 201, text: "" }],
  ["an object without an id", { status: 200, json: {} }],
])("a success with %s", (_name, answer) => {
  test("is believed: the object is looked for, and never asked for again", async () => {
    service.lagMs = 20_000;
    service.posts = [{ acts: true, answer }];
    expect(await create()).toMatchObject({ id: "1", isRepeated: false });
    expect(service.count("POST")).toBe(1);
  });

  test("and no new object in half a minute is an error that tells both", async () => {
    service.posts = [{ acts: false, answer }];
    const begin = setup.clock.now();
    const error = await failureOf(create());
    expect(error).toMatchObject({ ambiguous: true });
    expect(error.message).toMatch(
      /the service has accepted the request and .* look at the account before the next pulumi up/,
    );
    expect(setup.clock.now() - begin).toBeGreaterThanOrEqual(30_000);
    expect(service.count("POST")).toBe(1);
  });
});

test("a success that names an error is none: the POST is sent again", async () => {
  service.posts = [{ acts: false, answer: { status: 200, json: { error: "Timeout" } } }];
  expect(await create()).toMatchObject({ id: "1", isRepeated: true });
  expect(service.count("POST")).toBe(2);
});

test("what the first of two POSTs has made late is named", async () => {
  service.lagMs = 7_000;
  service.posts = [{ acts: true, answer: { status: 400, json: { error_code: 40099 } } }];
  expect(await create()).toMatchObject({ id: "2", twins: ["1"], isRepeated: true });
});
