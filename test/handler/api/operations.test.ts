import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { operations } from "../../../provider/emulator/nouns";
import { jumpingClock, type TestEmulator, withEmulator } from "../../helpers/emulator";
import { seededInstance } from "../../helpers/operation-row";
import { withClient } from "../../helpers/script-client";
import { rows } from "./operations";

/** The requests that leave this process, as undici announces them. */
interface Sent {
  method: string;
  path: string;
  body: unknown;
}

const sent: Sent[] = [];
const note = (message: unknown) => {
  const { method, path, body } = (message as { request: { method: string; path: string; body: unknown } }).request;
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : "";
  sent.push({ method, path, body: text === "" ? undefined : JSON.parse(text) });
};
beforeAll(() => subscribe("undici:request:create", note));
afterAll(() => unsubscribe("undici:request:create", note));

/** Does what a row says, and returns the requests that were sent and the result. */
function drive(name: keyof typeof rows, options: Parameters<typeof withEmulator>[1] = {}) {
  const row = rows[name];
  const work = (emulator: TestEmulator) => {
    emulator.patch(...(row.before ?? []));
    sent.length = 0;
    // Its own key opens the instance, so that each call is one request.
    const instanceApiKeys = Object.fromEntries(emulator.instances.map(({ id, apiKey }) => [id, apiKey]));
    return withClient({ ...emulator, instanceApiKeys }, async (client) => {
      const answer = await row.call(client, client.instance(seededInstance));
      return { answer, requests: [...sent] };
    });
  };
  return withEmulator(work, { clock: jumpingClock(), ...options });
}

const prefix = { account: "/customer", instance: "/instance" };

describe("every operation from a script", () => {
  test.each(operations)("$operation", async ({ operation, api, method, path, alsoAt = path }) => {
    const row = rows[operation];
    const { answer, requests } = await drive(operation);
    const params = [...(row.params ?? [])];
    const filled = alsoAt.replace(/:\w+/g, () => params.shift() ?? "");
    const query = row.query === undefined ? "" : `?${row.query}`;
    expect(requests).toEqual([{ method, path: prefix[api] + filled + query, body: row.body }]);
    expect(answer).toEqual(row.answer);
    expect(params).toEqual([]);
  });

  test.each(operations)("$operation, of a service that answers with the specified fields alone", async (one) => {
    await expect(drive(one.operation, { specifiedOnly: true })).resolves.toMatchObject({ requests: [{}] });
  });

  const isObject = (value: unknown): value is object => value instanceof Object && !Array.isArray(value);
  const withFields = operations.filter(({ operation }) => isObject(rows[operation].body));
  test.each(withFields)("$operation, with a field that is unknown or of another type", async ({ operation }) => {
    const [request] = (await drive(operation)).requests;
    const { method, path, body } = request as Sent & { body: Record<string, unknown> };
    await withEmulator(async (emulator) => {
      emulator.patch(...(rows[operation].before ?? []));
      for (const [name, value] of Object.entries({ unknown: 1, ...body })) {
        const wrong = { ...body, [name]: isObject(value) ? 7 : { of: "another type" } };
        const { status, text } = await emulator.call(method, path, { body: wrong });
        expect([name, status, text]).toEqual([name, 400, expect.stringContaining(name)]);
      }
    });
  });
});
