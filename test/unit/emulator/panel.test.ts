import type { Message } from "../../../provider/emulator/panel/stream";
import { basic, it, type TestEmulator } from "../../helpers/emulator";

/** Listens as the page does: `next` resolves with the next message in which `wanted` finds something. */
async function listen({ url, apiKey }: TestEmulator) {
  const ending = new AbortController();
  const headers = { authorization: basic(apiKey) };
  const answer = await fetch(`${url}/_emulator/events`, { headers, signal: ending.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const messages: Message[] = [];
  let rest = "";
  const next = async (wanted: (message: Message) => unknown): Promise<Message> => {
    for (;;) {
      for (let message = messages.shift(); message; message = messages.shift()) if (wanted(message)) return message;
      const events = (rest + ((await reader.read()).value ?? "")).split("\n\n");
      rest = events.pop() ?? "";
      messages.push(...events.map((event) => JSON.parse(event.replace(/^data: /, "")) as Message));
    }
  };
  return { next, type: answer.headers.get("content-type"), close: () => ending.abort() };
}

it("the page may load and call nothing but this emulator", async ({ url }) => {
  for (const [path, type] of Object.entries({ "": "html", "panel/page.js": "javascript", "panel/page.css": "css" })) {
    const answer = await fetch(`${url}/${path}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, `text/${type}; charset=utf-8`]);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|http|\*/);
  }
});

const wrongKeys = ["", "wrong", "readOnlyKey", "instanceKey"];
it.each(wrongKeys)("nobody steers, listens or looks with the key %j", async (it, key) => {
  const keys: Record<string, string> = { readOnlyKey: it.readOnlyKey, instanceKey: it.instances[0]?.apiKey ?? "" };
  for (const name of ["events", "state", "save", "requests", "reset", "faults", "nothing"]) {
    const answer = await it.call(name === "reset" ? "POST" : "GET", `/_emulator/${name}`, { key: keys[key] ?? key });
    expect([name, answer.status, answer.text.includes("curl -u :KEY")]).toEqual([name, 401, true]);
  }
});

it("after a rotation, the new key of the account and the first one steer", async ({ apiKey, call }) => {
  const { body } = await call("POST", "/customer/api/apikeys/rotate-apikey");
  const { apikey } = body as { apikey: string };
  for (const key of [apikey, apiKey]) expect((await call("GET", "/_emulator/state", { key })).status).toBe(200);
  expect((await call("GET", "/customer/api/vpcs", { key: apiKey })).status).toBe(401);
});

it("first everything is told, then what changes, and no secret", async (emulator) => {
  const webhook_uri = "https://example.com/canary-of-the-panel";
  emulator.patch({ op: "add", in: "webhooks", fields: { instance_id: 1001, webhook_uri } });
  const page = await listen(emulator);
  const first = await page.next(() => true);
  expect(page.type).toBe("text/event-stream");
  expect(first).toMatchObject({ speed: 1, faults: [], limit: null, oldest: 1 });
  expect(first.records?.webhooks).toMatchObject([{ webhook_uri: "[secret]" }]);
  expect(first.records?.instances?.map(({ name }) => name)).toEqual(["seeded-clustered", "seeded-alternative"]);

  emulator.patch({ op: "set", in: "instances", id: 1001, fields: { name: "renamed" } });
  const { records } = await page.next((message) => message.records);
  expect(Object.keys(records ?? {})).toEqual(["instances"]);

  await emulator.call("GET", "/customer/api/vpcs");
  const { requests } = await page.next((message) => message.requests);
  expect(requests).toEqual([[1, expect.objectContaining({ path: "/customer/api/vpcs", status: 200 })]]);

  emulator.fault({ match: {}, fault: { status: 500 } });
  expect(await page.next(({ faults }) => faults)).toMatchObject({ faults: [{ played: 0, times: 1 }] });
  emulator.limit({ perSecond: 5, burst: 5 });
  expect(await page.next(({ limit }) => limit)).toMatchObject({ limit: { perSecond: 5 } });
  emulator.reset();
  expect(await page.next(({ oldest }) => oldest)).toMatchObject({ oldest: 2, faults: [], limit: null });

  const { accountKeys, instances } = emulator.state();
  const ofInstances = instances.flatMap(({ apikey, password }) => [apikey, password]);
  const told = JSON.stringify([first, records]);
  const secrets = [...accountKeys.map(({ key }) => key), ...ofInstances, webhook_uri];
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  page.close();
});

it("of a long log, the newest requests are told first", async (emulator) => {
  await Promise.all(Array.from({ length: 503 }, () => emulator.call("GET", "/customer/api/vpcs")));
  const page = await listen(emulator);
  const told = [await page.next(() => true), await page.next(({ requests }) => requests)];
  expect(told.map(({ requests }) => [requests?.length, requests?.[0]?.[0]])).toEqual([
    [500, 4],
    [3, 1],
  ]);
  page.close();
});
