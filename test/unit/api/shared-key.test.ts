import { lookedUpKey } from "../../../provider/api/keys";
import { type Answer, failureOf, json, server, setupWithServer, write } from "../../helpers/api-setup";

/** The look-up of an instance's key, which several calls share: none ends because the time of another one is over. */

const setup = setupWithServer();

const detail = (apikey: string) => json(200, { id: 5, name: "a", plan: "p", region: "r", apikey });

/** Answers nothing for as long as the client waits. */
const never: Answer = (request) => setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, request.signal);

/** Answers the look-ups in turn, and refuses every key but the new one. */
function answerLooks(...looks: Answer[]): { count(): number } {
  let count = 0;
  server.answer(async (request, response) => {
    const key = Buffer.from(request.headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
    const isLook = request.path === "/api/instances/5";
    const answer = isLook ? looks[count] : key === ":key-new" ? json(200, []) : json(401);
    if (isLook) count += 1;
    if (answer === undefined) throw new Error("one look too many");
    await (typeof answer === "function" ? answer(request, response) : write(answer, response));
  });
  return { count: () => count };
}

/** Two calls at the same time, the first of which ends early; returns its error and the result of the other. */
async function askTwice() {
  const { nodes, plugins } = setup.client(server.url).instance("5").operations;
  const short = failureOf(nodes.list({ timeoutMs: 10_000 }));
  const long = plugins.list({ timeoutMs: 100_000 });
  return { error: await short, result: await long };
}

test.each([
  ["at the first look", [never, detail("key-new")]],
  ["at the look after a refusal", [detail("key-old"), never, detail("key-new")]],
])("%s", async (_when, looks) => {
  const { count } = answerLooks(...looks);
  await expect(askTwice()).resolves.toMatchObject({ error: { kind: "timeout" }, result: [] });
  expect(count()).toBe(looks.length);
});

test("a look-up does not undo a rotation that ended meanwhile", async () => {
  const looks: ((answer: { apikey: string }) => void)[] = [];
  const instances = { get: () => new Promise<{ apikey: string }>((resolve) => void looks.push(resolve)) };
  const key = lookedUpKey(setup.clock, "5", instances as never, () => {}, "");
  const call = { deadline: setup.clock.now() + 60_000, subject: "x" } as never;
  const found = key.key(call);
  key.replace?.("key-2");
  looks[0]?.({ apikey: "key-1" });
  expect(await found).toBe("key-2");
  const renewed = key.renew("key-2", call);
  key.replace?.("key-3");
  await setup.clock.serverSide().sleep(0, new AbortController().signal);
  looks[1]?.({ apikey: "key-2b" });
  expect(await renewed).toBe("key-3");
});
