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
