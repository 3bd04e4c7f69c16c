import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createClient, type ServiceClient } from "../../../provider/client";
import { operations } from "../../../provider/emulator/nouns";
import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { jumpingClock } from "../../helpers/jumping-clock";
import { seededInstance } from "../../helpers/operation-row";
import { rows } from "./operations";

/** The requests that leave this process, as undici announces them. */
interface Sent {
  method: string;
  path: string;
  body: unknown;
}

const sent: Sent[] = [];
const note = (message: unknown) => {
  const { method, path, body } = (message as { request: { method: string; path: string; body: Uint8Array | null } })
    .request;
  const text = body === null ? "" : Buffer.from(body).toString();
  sent.push({ method, path, body: text === "" ? undefined : JSON.parse(text) });
};
beforeAll(() => subscribe("undici:request:create", note));
afterAll(() => unsubscribe("undici:request:create", note));

/** A script's client for an emulator. Its own key opens the instance, so that each call is one request. */
async function withClient<T>(
  work: (client: ServiceClient, emulator: TestEmulator) => Promise<T>,
  options: Parameters<typeof withEmulator>[1] = {},
): Promise<T> {
  return withEmulator(
    async (emulator) => {
      const { customerUrl, baseUrl, apiKey, instances } = emulator;
      const instanceApiKeys = Object.fromEntries(instances.map(({ id, apiKey }) => [id, apiKey]));
      const client = createClient({ customerUrl, baseUrl, apiKey, instanceApiKeys });
      try {
        return await work(client, emulator);
      } finally {
        await client.close();
      }
    },
    { clock: jumpingClock(), ...options },
  );
}

/** Does what a row says, and returns the requests that were sent and the result. */
function drive(name: keyof typeof rows, options: Parameters<typeof withEmulator>[1] = {}) {
  const row = rows[name];
  return withClient(async (client, { patch }) => {
    patch(...(row.before ?? []));
    sent.length = 0;
    const answer = await row.call(client, client.instance(seededInstance));
    return { answer, requests: [...sent] };
  }, options);
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
});
