import { type Canaries, canary, expectNoSecrets } from "../../helpers/canaries";
import { type Declared, withHandlers } from "../../helpers/handlers";
import { expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { it, withScene } from "../integration/scene";

const uri = `https://example.com/${canary("path")}/?token=${canary("token")}&more=%2F`;
const pem = `-----BEGIN KEY-----\n${canary("first")}\n${canary("second")}\n-----END KEY-----\n`;
const option = canary("option");

/** How a service quotes a secret: as it is, in pieces, and in other spellings. */
const quotes = (secret: string): string[] => [
  secret,
  secret.trim().slice(0, -2),
  JSON.stringify(secret).replaceAll("/", "\\/"),
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64"),
  `Basic ${Buffer.from(`:${secret}`).toString("base64")}`,
];

const on = { instance: "1001" };
const hook = { ...on, webhookUri: uri, vhost: "/", queue: "orders", concurrency: 1 };
const program = [
  { type: "webhook", name: "hook", inputs: hook },
  {
    type: "recipient",
    name: "ops",
    inputs: { ...on, type: "incident_a", value: uri, name: "ops", options: { option } },
  },
  {
    type: "integration",
    name: "logs",
    inputs: { ...on, system: "log_vendor_e", config: { token: pem } },
  },
];

it.each([uri, pem, option].flatMap(quotes).map((quote, index) => [index, quote]))(
  "what the service quotes of a secret is not in plain state: spelling %i",
  async ({ one, emulator }, _index, quote) => {
    expectNoErrors(await one.up(program));
    const key = emulator.state().instances[0]?.apikey ?? "";
    const said = `500: ${key} \u001b[31m${quote}`;
    const set = { op: "set" } as const;
    emulator.patch(
      { ...set, in: "webhooks", id: 21, fields: { last_status: said } },
      { ...set, in: "logs", id: emulator.state().logs[0]?.id ?? 0, fields: { error: said } },
      ...emulator
        .state()
        .recipients.slice(-1)
        .map(({ id }) => ({ ...set, in: "recipients" as const, id, fields: { last_status: said } })),
    );
    expectNoErrors(await one.refresh());
    const told = ["hook", "ops", "logs"].map((name) => one.entry(name).outputs);
    const texts = [told[0]?.["lastStatus"], told[1]?.["lastStatus"], told[2]?.["error"]];
    // Each resource hides its own secrets, and the key that was looked up for it.
    const own: Canaries[] = [{ uri }, { uri, option }, { pem }];
    for (const [index, text] of texts.entries()) {
      expect(text).toMatch(/^500: \[secret\] \[31m/);
      expectNoSecrets({ state: String(text) }, { key, ...own[index] });
    }
  },
);

test("an error that quotes secrets tells none, neither when it is shown nor in the state of what is unfinished", () =>
  withScene(async ({ one, emulator }) => {
    const said = [...quotes(uri), "\u001b[2J\u202e"].join(" / ");
    emulator.fault({
      match: { path: "/api/webhooks*" },
      times: "always",
      fault: { status: 422, body: { error: said } },
    });
    const { errors, lines } = await one.up(program.slice(0, 1));
    expect(errors).toEqual([expect.stringContaining("[secret]")]);
    expectNoSecrets({ shown: JSON.stringify([errors, lines, one.state]) }, { uri });
    expect(errors.join()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }));

it("a reason that quotes an endless value is short, printable, and still says what to do", async ({ one }) => {
  const subnet = `\u001b[31m\u202e${"9".repeat(100_000)}`;
  const inputs = { name: "net", region: "provider-a::region-1", subnet, plan: subnet };
  const { errors } = await one.up([
    { type: "vpc", name: "net", inputs },
    { type: "instance", name: "shop", inputs },
  ]);
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) {
    expect(error.length).toBeLessThan(1_200);
    expect(error).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

test("a reason that quotes a key in an input does not show it", () =>
  withHandlers(async ({ emulator, host }) => {
    const __provider = "pulumi-broker/host";
    const inputs = {
      __provider,
      name: "net",
      region: `provider-a::${emulator.apiKey}`,
      subnet: "10.56.72.0/24",
      tags: [],
    };
    const { failures } = await host().handler("vpc").check({}, inputs);
    expect(failures).toEqual([{ property: "region", reason: expect.stringContaining("provider-a::[secret]") }]);
  }));

test("half a character becomes what the state can hold: imported so, and no change afterwards", () =>
  withHandlers(async ({ emulator, one }) => {
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { name: "shop \ud83d", tags: ["a\ude00"] } });
    const { plan, region } = emulator.state().instances[0]!;
    const inputs = { name: "shop \ufffd", plan, region, tags: ["a\ufffd"] };
    const program = (over = {}): Declared[] => [{ type: "instance", name: "one", inputs, ...over }];
    expect(await one.up(program({ import: "1001" }))).toMatchObject({ changes: ["create one"], errors: [] });
    await expectNothingToDo(one, program());
    expect(one.entry("one").outputs).toMatchObject(inputs);
  }));
