import { checkBaseUrl } from "../../../provider/api";
import { isSegment } from "../../../provider/api/transport/paths";
import { failureOf, type ScriptedServer, scriptedServer, virtualSetup } from "../../helpers/api-setup";
import { hostileTexts } from "../../helpers/hostile";

const setup = virtualSetup();
let server: ScriptedServer;
beforeAll(async () => {
  server = await scriptedServer({ status: 200, json: [] });
});
afterAll(async () => {
  await server.close();
  await setup.close();
});

const body = { name: "n", region: "r", subnet: "s", tags: [] };
const hook = { webhook_uri: "https://example.com", vhost: "/", queue: "q", concurrency: 1 };
const alarm = { type: "notice", enabled: true, recipients: [] };
const client = () => setup.client(server.url);
const onInstance = () => client().instance("1", { apiKey: "k" });
const pathSlots: [string, (id: string) => Promise<unknown>][] = [
  ["GET vpc", (id) => client().vpcs.get(id, setup.call())],
  ["PUT vpc", (id) => client().vpcs.update(id, body, setup.call())],
  ["DELETE vpc", (id) => client().vpcs.delete(id, setup.call())],
  ["GET instance", (id) => client().instances.get(id, setup.call())],
  ["key look-up", (id) => client().instance(id).webhooks.list(setup.call())],
  ["GET webhook", (id) => onInstance().webhooks.get(id, setup.call())],
  ["PUT webhook", (id) => onInstance().webhooks.update(id, hook, setup.call())],
  ["GET alarm", (id) => onInstance().alarms.get(id, setup.call())],
  ["PUT alarm", (id) => onInstance().alarms.update(id, alarm, setup.call())],
  ["DELETE recipient", (id) => onInstance().recipients.delete(id, setup.call())],
  ["PUT disk", (id) => client().instances.resizeDisk(id, { extra_disk_size: 25 }, setup.call())],
  ["DELETE instance", (id) => client().instances.delete(id, setup.call())],
  ["PUT peering", (id) => onInstance().peerings.accept(id, setup.call())],
  ["DELETE peering", (id) => onInstance().peerings.remove(id, setup.call())],
  ...[false, true].map((community): [string, (id: string) => Promise<unknown>] => [
    `DELETE ${community ? "community " : ""}plugin`,
    (name) => onInstance().plugins.disable({ name, community }, setup.call()),
  ]),
  ["DELETE webhook", (id) => onInstance().webhooks.delete(id, setup.call())],
];

test("there are at least 40 hostile names", () => expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(40));

describe.each(pathSlots)("%s", (_slot, use) => {
  test("refuses every hostile name before any request", async () => {
    const kinds = new Map<string, unknown>();
    for (const name of hostileTexts) kinds.set(name, (await failureOf(use(name)))["kind"]);
    expect([...kinds].filter(([, kind]) => kind !== "invalid")).toEqual([]);
    expect(server.received).toEqual([]);
  });
});

test("a name of 255 characters can stand in a path, a longer one cannot", () =>
  expect(["x".repeat(255), "x".repeat(256)].map(isSegment)).toEqual([true, false]));

const goodSegments = [
  "https://customer.example.com",
  "https://x.example.com/base/",
  "http://127.0.0.1:4160/customer",
  "http://127.9.9.9",
  "http://localhost:1",
  "http://[::1]:1",
];
test.each(goodSegments)("base URL %s is taken", (url) => {
  expect(checkBaseUrl("broker:customerUrl", url)).toBeUndefined();
});

const badSegments: [string, string][] = [
  ["", "must begin with https"],
  ["customer.example.com", "must begin with https"],
  ["/api", "must begin with https"],
  ["ftp://example.com", "must begin with https"],
  ["https:example.com", "must begin with https"],
  [" https://example.com", "must begin with https"],
  ["https://user:hunter2@example.com", "user name"],
  ["https://@example.com", "user name"],
  ["https://example.com?x=hunter2", "query"],
  ["https://example.com#x", "fragment"],
  ["http://example.com", "https"],
  ["http://10.0.0.1", "https"],
  ["http://127.0.0.1.example.com", "https"],
  ["http://localhost.example.com", "https"],
];
test.each(badSegments)("base URL %j is refused, naming the setting and not the value", (url, says) => {
  const reason = checkBaseUrl("broker:baseUrl", url);
  expect(reason).toContain(says);
  expect(reason).toContain("broker:baseUrl (or BROKER_BASE_URL)");
  expect(reason).not.toContain("hunter2");
});
