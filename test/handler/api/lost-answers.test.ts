import { scriptTerms } from "../../../provider/api";
import { isApiError } from "../../../provider/client";
import { operations } from "../../../provider/emulator/nouns";
import { withoutSecrets } from "../../../provider/emulator/server/secrets";
import { failureOf, reset, server, setupWithServer } from "../../helpers/api-setup";
import { rows } from "./operations";

/** What a script meets where no answer comes: requests that are safe to repeat are, all others are sent once. */

const setup = setupWithServer(reset);

const timesOf = ({ operation, method }: (typeof operations)[number]) =>
  method !== "POST" || rows[operation].isRepeatable ? 8 : 1;

const connect = () => {
  const { operations, instance, close } = setup.client(server.url, {
    terms: scriptTerms,
    instanceApiKeys: { 1001: "instance-key" },
  });
  return { ...operations, instance: (id: string | number) => instance(String(id)).operations, close };
};

test.each(operations.map((each) => [each.operation, timesOf(each)] as const))("%s: %d times", async (name, times) => {
  const client = connect();
  const error = await failureOf(rows[name].call(client, client.instance(1001)));
  expect(isApiError(error)).toBe(true);
  const isSafe = times > 1;
  expect(server.received).toHaveLength(times);
  expect(error).toMatchObject({ kind: "network", ambiguous: !isSafe, attempts: times });
  const { method = "", path = "" } = server.received[0] ?? {};
  const [bare] = path.split("?");
  const tries = isSafe ? " (8 attempts)" : "";
  const advice = isSafe
    ? "check the network and "
    : "it is unclear whether the service carried out the call: check this before you call again";
  expect(error.message).toContain(`${method} ${bare} got no answer (`);
  expect(error.message).toContain(`)${tries}; ${advice}`);
});

/** The values that a row sends and that the emulator hides in its log. Errors name the person who is invited. */
function secretsSentBy(name: keyof typeof rows): unknown[] {
  const sent = (rows[name].body ?? {}) as Record<string, unknown>;
  const schema = operations.find(({ operation }) => operation === name)?.body;
  const shown = withoutSecrets(sent, schema) as typeof sent;
  return Object.keys(sent).flatMap((field) => (shown[field] === "[secret]" && field !== "email" ? [sent[field]] : []));
}

const names = operations.map(({ operation }) => operation);

test.each(names)("%s: no error repeats a key or a secret field", async (name) => {
  server.answer(({ headers, body }, response) => {
    const key = Buffer.from(headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
    response.writeHead(422, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: `refused ${headers.authorization} ${key} ${body}` }));
  });
  const client = connect();
  const { message } = await failureOf(rows[name].call(client, client.instance(1001)));
  const secrets = ["secret-key", "instance-key", btoa(":secret-key"), ...secretsSentBy(name).map(String)];
  expect(message).toContain("answered 422: refused Basic");
  expect(secrets.filter((secret) => message.includes(secret))).toEqual([]);
  expect(message).not.toContain("\n");
});

test("each operation that sends a secret field has one in its row", () => {
  const writes = ["recipients", "webhooks", "logs", "metrics"].flatMap((noun) => [`${noun}.create`, `${noun}.update`]);
  expect(names.filter((name) => secretsSentBy(name).length > 0)).toEqual(expect.arrayContaining(writes));
});
