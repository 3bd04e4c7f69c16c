import { type Declared, withHandlers } from "../../helpers/handlers";
import { expectNothingToDo } from "../../helpers/outcomes";
import { it } from "../integration/scene";

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

it("a reason that quotes a key in an input does not show it", async ({ emulator, host }) => {
  const inputs = { name: "net", region: `provider-a::${emulator.apiKey}`, subnet: "10.56.72.0/24", tags: [] };
  const { failures } = await host()
    .handler("vpc")
    .check({}, { __provider: "pulumi-broker/host", ...inputs });
  expect(failures).toEqual([{ property: "region", reason: expect.stringContaining("provider-a::[secret]") }]);
});

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
