import { scriptTerms } from "../../../provider/api";
import { failureOf, virtualSetup } from "../../helpers/api-setup";
import { withEmulator } from "../../helpers/emulator";
import { withClient } from "../../helpers/script-client";

/** What a script is told of its first call when the connection is wrong: as much, and as soon, as a program. */

const setup = virtualSetup();
afterAll(() => setup.close());

/** The message of the first call of a script to the account, with these options over the right ones. */
const messageWith = (options: (at: { customerUrl: string; baseUrl: string }) => object) =>
  withEmulator((emulator) =>
    withClient({ ...emulator, ...options(emulator) }, async (client) => {
      const { message } = await failureOf(client.instances.list());
      return message;
    }),
  );

test("swapped URLs, a missing path and a wrong key are told apart", async () => {
  await expect(
    messageWith(({ customerUrl, baseUrl }) => ({ customerUrl: baseUrl, baseUrl: customerUrl })),
  ).resolves.toBe("customerUrl and baseUrl are swapped: the account API answers at baseUrl; swap the two URLs");
  await expect(messageWith(({ customerUrl }) => ({ customerUrl: new URL(customerUrl).origin }))).resolves.toMatch(
    /^the account API is not at http:\S+: GET \/api\/regions answered 404 .*\. Correct the URL in customerUrl\. The path of this URL may/,
  );
  await expect(messageWith(() => ({ apiKey: "wrong" }))).resolves.toMatch(
    /^GET \/api\/instances answered 401.*; give createClient a valid key in apiKey$/,
  );
});

test("a host where nobody listens fails within ten seconds, and the next call tries it again", async () => {
  const url = "http://127.0.0.1:1";
  const client = setup.client(url, { terms: scriptTerms });
  for (const _ of ["first", "second"]) {
    const start = setup.clock.now();
    expect((await failureOf(client.operations.instances.list())).message).toBe(
      `could not connect to the account API at ${url}: no server listens at this address (ECONNREFUSED); start the emulator (npx pulumi-broker emulator), or change the address in customerUrl`,
    );
    expect(setup.clock.now() - start).toBeLessThanOrEqual(10_000);
    expect(setup.clock.now()).toBeGreaterThan(start);
  }
});

test("ids are strings in every answer and as arguments, as docs/client.md says; an alarm's recipients are numbers", () =>
  withEmulator((emulator) =>
    withClient(emulator, async (client) => {
      const [instance] = await client.instances.list();
      const api = client.instance(instance?.id ?? "");
      const hook = { webhook_uri: "https://example.com", vhost: "/", queue: "q", concurrency: 1 };
      const made = (await api.webhooks.create(hook))?.id ?? "";
      const [alarm] = await api.alarms.list();
      const [recipient] = await api.recipients.list();
      const ids = [instance?.id, made, (await api.webhooks.get(made))?.id, alarm?.id, recipient?.id];
      expect(ids.map((id) => typeof id)).toEqual(Array(5).fill("string"));
      const numbered = { type: "queue", enabled: true, recipients: [Number(recipient?.id)], value_threshold: 1 };
      const queue = await api.alarms.create({ ...numbered, time_threshold: 60, message_type: "total" });
      expect((await api.alarms.get(queue?.id ?? ""))?.recipients).toEqual([Number(recipient?.id)]);
    }),
  ));
