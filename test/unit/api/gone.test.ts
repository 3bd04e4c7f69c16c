import { type Answer, failureOf } from "../../helpers/api-setup";
import { body, service, setupWithWebhooks, webhooks } from "./service";

/** Answers that speak of something else than the object, each with the words for it. */
const foreignAnswers: [string, Answer, string][] = [
  ["404 with a page", { status: 404, text: "<html>" }, "an HTML page"],
  ["404 with nothing", { status: 404, text: "" }, "an empty body"],
  ["404 with a text", { status: 404, text: "404 page not found" }, "a body that is not JSON"],
  ["404 with JSON of another shape", { status: 404, json: { detail: "Not Found" } }, "JSON of another shape"],
  ["410 with a page", { status: 410, text: "<html>" }, "an HTML page"],
  ["410 with nothing", { status: 410, text: "" }, "an empty body"],
];
const ownAnswers: [string, Answer][] = [
  ["404 as the service words it", { status: 404, json: { error: "Invalid ID" } }],
  ["404 as a gateway words it", { status: 404, json: { message: "no Route matched" } }],
  ["410 as the service words it", { status: 410, json: { message: "Gone" } }],
];

const setup = setupWithWebhooks();
const { call } = setup;

describe.each(foreignAnswers)("a GET answered %s", (_name, answer, says) => {
  test.each(["get", "find"] as const)("is an error of %s, listed or not", async (look) => {
    service.getAnswer = answer;
    const error = await failureOf(webhooks[look]("1", call()));
    expect(error).toMatchObject({ kind: "badResponse", method: "GET", path: "/api/webhooks/1", attempts: 3 });
    expect(error.message).toMatch(new RegExp(`answered 4(04|10) with ${says}`));
  });
});

describe("a GET answered in place of the service", () => {
  const instead =
    "the answer came from something between this machine and the service, and no object was treated as deleted: run again. If the error stays, check the proxy and the network";

  test.each(foreignAnswers)("%s: the address is in doubt only until the API has answered", async (_name, answer) => {
    service.getAnswer = answer;
    expect((await failureOf(webhooks.get("1", call()))).message).toContain("Correct the URL in broker:baseUrl");
    await webhooks.list(call());
    const { message } = await failureOf(webhooks.get("1", { ...call(), subject: 'Webhook "w"' }));
    expect(message).toMatch(/^Webhook "w": GET \/api\/webhooks\/1 answered 4(04|10) with \w[^;]*; /);
    expect(message.split("; ")[1]).toBe(instead);
  });

  test.each<[string, Answer, RegExp]>([
    [
      "a redirect",
      { status: 302 },
      /; the answer came from something between this machine and the service: run again\. If/,
    ],
    [
      "a page with 200",
      { status: 200, text: "<html>" },
      /; the answer came from something between this machine .* service: run again/,
    ],
    [
      "another shape",
      { status: 200, json: [{ id: {} }] },
      /\(field [^;]*; this version of pulumi-broker cannot read the answer: run/,
    ],
    [
      "nothing known at that path",
      { status: 404, json: { error: "x" } },
      /: x \([^;]*; check that the API key and the ids in the program belong to the right account or instance/,
    ],
  ])("%s: as little", async (_name, answer, line) => {
    await webhooks.list(call());
    service.listAnswer = answer;
    const { message } = await failureOf(webhooks.list(call(), { fresh: true }));
    expect(message).toMatch(line);
    expect(message).not.toContain("broker:baseUrl");
  });
});

describe.each(ownAnswers)("a GET answered %s", (_name, answer) => {
  beforeEach(() => {
    service.getAnswer = answer;
  });

  test("means gone where the list does not show the object, at the price of one list", async () => {
    expect(await webhooks.get("1", call())).toBeUndefined();
    expect([service.count("GET"), service.count("GET", "/api/webhooks/1")]).toEqual([1, 1]);
    expect(await webhooks.find("1", call())).toBeUndefined();
    expect([service.count("GET"), service.count("GET", "/api/webhooks/1")]).toEqual([1, 2]);
  });

  test("is an error where the list shows the object", async () => {
    service.add(body);
    const message = expect.stringContaining("although the list shows webhook 1");
    expect(await failureOf(webhooks.get("1", call()))).toMatchObject({ kind: "server", message });
  });

  const all: [string, Answer, string?][] = [...foreignAnswers, ...ownAnswers];
  test.each(all)("is an error where the list is answered %s", async (_list, listAnswer) => {
    service.listAnswer = listAnswer;
    expect(await failureOf(webhooks.get("1", call()))).toMatchObject({ method: "GET", path: "/api/webhooks" });
  });

  test("counts only where the caller lets an absence count", async () => {
    const confirmAccount = () => Promise.reject(new Error("wrong key"));
    await expect(webhooks.get("1", { ...call(), confirmAccount })).rejects.toThrow("wrong key");
  });
});

describe("a DELETE", () => {
  test("answered by a success asks nothing more", async () => {
    service.add(body);
    await webhooks.delete("1", call());
    expect(service.server.received.map(({ method }) => method)).toEqual(["DELETE"]);
    // What this client has deleted itself is gone under whatever key.
    const confirmAccount = () => Promise.reject(new Error("wrong key"));
    expect(await webhooks.get("1", { ...call(), confirmAccount })).toBeUndefined();
    expect(service.count("GET")).toBe(0);
  });

  test.each(ownAnswers)("answered %s is success where the list does not show the object", async (_name, answer) => {
    service.deleteAnswer = answer;
    await webhooks.delete("1", call());
    const asked = service.server.received.map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual(["DELETE /api/webhooks/1", "GET /api/webhooks"]);
  });

  test.each(ownAnswers)("answered %s fails where the list goes on showing the object", async (_name, answer) => {
    service.add(body);
    service.deleteAnswer = answer;
    expect(await failureOf(webhooks.delete("1", call()))).toMatchObject({ kind: "server", method: "DELETE" });
  });

  test("answered 404 waits for a list that lags behind", async () => {
    service.add(body);
    service.deleteAnswer = async (_request, response) => {
      void setup.clock.sleep(3_000).then(() => service.items.splice(0));
      response.writeHead(404).end('{"error":"Invalid ID"}');
    };
    await expect(webhooks.delete("1", call())).resolves.toBeUndefined();
  });

  const pages: [string, Answer][] = [
    ...foreignAnswers.map((row) => row.slice(0, 2) as [string, Answer]),
    ["200 with a page", { status: 200, text: "<html>" }],
    ["200 with an error", { status: 200, json: { error: "Timeout talking to backend" } }],
    ["200 with a list of errors", { status: 200, json: { errors: [{ id: "unknown" }] } }],
    ["200 with the code of an error", { status: 200, json: { error_code: 40099 } }],
  ];
  test.each(pages)("answered %s is success where the object is seen to be gone", async (_name, answer) => {
    service.deleteAnswer = answer;
    await expect(webhooks.delete("1", call())).resolves.toBeUndefined();
  });
});

test("a PUT answered 200 with a page is success where the object is as declared", async () => {
  service.putAnswer = { status: 200, text: "<html>" };
  service.add(body);
  expect(await webhooks.update("1", body, call())).toMatchObject({ id: "1", queue: "q" });
});

test("an answer that cannot become a text is what its status says: one POST", async () => {
  service.posts.push({ acts: false, answer: { status: 422, text: '{"errors":[{"queue":{"toString":1}}]}' } });
  expect(await failureOf(webhooks.create(body, call()))).toMatchObject({ kind: "invalid", attempts: 1 });
  expect(service.count("POST")).toBe(1);
});
