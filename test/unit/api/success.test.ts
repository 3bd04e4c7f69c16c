import { z } from "zod";
import nouns from "../../../provider/api/nouns";
import type { Endpoint } from "../../../provider/api/transport/endpoint";
import { request } from "../../../provider/api/transport/request";
import { type Answer, failureOf, server, setupWithServer } from "../../helpers/api-setup";
import { partsOfLists, refusalsWithSuccess } from "../../helpers/foreign-answers";

/** Which answers with a status of the 2xx range are taken for done, and which lists for complete. */

const setup = setupWithServer();

const ask = <T>(endpoint: Endpoint<T>, body?: object) =>
  request(setup.connection(server.url), endpoint, { body }, setup.call());

/** How often a request that may be sent again is sent while it is answered by something unreadable. */
const attempts = 3;

describe.each([
  ["PUT", attempts],
  ["PATCH", attempts],
  ["DELETE", attempts],
  ["POST", 1],
] as const)("a %s", (method, times) => {
  const to = { method, path: "/api/x" };
  const plain: Endpoint<void> = to;
  const made: Endpoint<{ id: number }> = { ...to, answer: z.object({ id: z.number() }) };

  test.each(refusalsWithSuccess)("answered by %s is not done", async (_what, { status = 200, raw }) => {
    server.answer({ status, text: raw });
    for (const endpoint of [to, { ...to, echo: z.unknown() }, made]) {
      const error = await failureOf(ask<unknown>(endpoint));
      expect(error).toMatchObject({ kind: "badResponse", status, attempts: times });
      expect(error.message).toMatch(/^\w+ \/api\/x answered 20\d with [^\n]+$/);
    }
  });

  // The bodies of successes that the specification or a live service has.
  test.each<[string, Answer]>([
    ["nothing", { status: 204 }],
    ["an empty body", { status: 201, text: "" }],
    ["a message", { status: 200, json: { message: "Changes saved" } }],
    ["an action", { status: 200, json: { message: "Action 'restart' will be performed on nodes: x-01" } }],
    ["an invitation", { status: 200, json: { message: "Invitation sent to errors+mq@example.com" } }],
    ["nodes whose names sound bad", { status: 200, json: { message: "Restarting failed-01, denied.no-2" } }],
    ["a newest version", { status: 200, json: { message: "Already at the newest version" } }],
    ["words without end", { status: 200, json: { message: "a".repeat(1_000_000) } }],
    ["a success in words", { status: 200, json: { success: "Broker config has been updated" } }],
    ["a success with more", { status: 200, json: { success: true, ports: [5671], subnets: ["10.0.0.0/24"] } }],
    ["a status", { status: 202, json: { status: "Custom domain added, certificate being generated" } }],
    ["a job", { status: 202, json: { job_id: "b2-f1" } }],
    ["a count", { status: 201, json: { rowCount: 1 } }],
    ["an id", { status: 201, json: { id: 2 } }],
    ["a name", { status: 200, json: { peering: "peering-1" } }],
    ["fields of errors that hold none", { status: 200, json: { id: 1, error: "", errors: [], error_code: null } }],
    ["what was sent", { status: 200, json: { day: "Sunday", time: "03:30", errors: [] } }],
  ])("answered by %s is done, with one request", async (_what, answer) => {
    server.answer(answer);
    await expect(ask(plain, { day: "Sunday" })).resolves.toBeUndefined();
    expect(server.received).toHaveLength(1);
  });
});

/** The operations of both APIs, at the scripted server. */
const operations = () => {
  const to = setup.connection(server.url);
  return { ...nouns.account(to).operations, ...nouns.instance(to).operations };
};

test.each(["accountKey", "instanceKey"] as const)(
  "%s: the new key is a success, whatever is said of the old",
  async (of) => {
    server.answer({ status: 200, json: { apikey: "new", message: "Key rotated: the old key is invalid now" } });
    await expect(operations()[of].rotate(setup.call())).resolves.toEqual({ apikey: "new" });
    server.answer({ status: 200, json: { apikey: "new", success: false } });
    const error = await failureOf(operations()[of].rotate(setup.call()));
    expect(error).toMatchObject({ kind: "badResponse", ambiguous: true });
  },
);

const hook = { id: 5, webhook_uri: "https://hooks.example", vhost: "v", queue: "q", concurrency: 1 };

test.each([
  ["nodes", { name: "x-01", configured: true }],
  ["team", { id: "u1", email: "admin@example.com" }],
  ["plugins", { name: "p", enabled: true }],
  ["communityPlugins", { name: "p" }],
  ["maintenance", { id: 3 }],
  ["webhooks", hook],
] as const)("a row that is listed twice is one of the %s", async (group, row) => {
  server.answer({ status: 200, json: [row, row] });
  await expect(operations()[group].list(setup.call())).resolves.toHaveLength(1);
});

test("a team without any member is a wrong answer, because the owner of the key is in the team", async () => {
  server.answer({ status: 200, json: [] });
  const error = await failureOf(operations().team.list(setup.call()));
  expect(error).toMatchObject({ kind: "badResponse", message: expect.stringContaining("team without any member") });
});

test("a peering that is listed twice is one", async () => {
  const row = { name: "peering-1", network: "projects/p/global/networks/n", state: "ACTIVE" };
  server.answer({ status: 200, json: { rows: [row, row] } });
  await expect(operations().peerings.list(setup.call())).resolves.toMatchObject({ peerings: [{ id: "peering-1" }] });
});

const items: Endpoint<number[]> = { method: "GET", path: "/api/x", answer: z.array(z.number()) };
const rows: Endpoint<unknown> = { ...items, answer: z.object({ rows: z.array(z.number()) }) };

test.each(partsOfLists)("a list of which the service shows %s is an error that says so", async (_what, part) => {
  for (const [endpoint, json] of [
    [items, [1, 2]],
    [rows, { rows: [1, 2] }],
  ] as const) {
    server.answer({ status: 200, json, ...part });
    const message = expect.stringMatching(/ (a part of the answer|a part of a list: 2 of 9|one page of a list)/);
    expect(await failureOf(ask<unknown>(endpoint))).toMatchObject({ kind: "badResponse", attempts, message });
  }
});

test.each<[string, Record<string, string>]>([
  ["the first page alone", { link: '</api/x?page=1>; rel="first", </next>; rel="last"' }],
  ["its own total", { "x-total-count": "2", "content-range": "items 0-1/2" }],
  ["a total that nobody knows", { "content-range": "items 0-1/*", "x-total-count": "many" }],
])("a list with headers that name %s is complete", async (_what, headers) => {
  server.answer({ status: 200, json: [1, 2], headers });
  expect(await ask(items)).toEqual([1, 2]);
});
