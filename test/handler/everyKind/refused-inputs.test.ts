import * as pulumi from "@pulumi/pulumi";
import { handlerName } from "../../../provider/framework/kind/tokens";
import { stubOf } from "../../../provider/framework/state/hidden";
import { definitions } from "../../../provider/resources/definitions";
import { canary, expectNoSecrets } from "../../helpers/canaries";
import { it, resource, withHandlers } from "../../helpers/handlers";
import { warningsOf } from "../../helpers/outcomes";
import { doors } from "../../helpers/plugin-door";

/** What a preview shows of inputs that are refused: all reasons at once, and nothing else. */

const region = "provider-a::region-1";

test("an instance: a value, a rule, a plan that is not on offer, and settings out of bounds and misspelt, in one go", () =>
  withHandlers(async ({ stack }) => {
    const config = { heartbeat: -1, hartbeat: 60, "broker.heartbeet": 60, vmMemoryHighWatermark: 2 };
    const inputs = { name: "shop", region: "provider-a::region-9", plan: "clustered-smal-1", tags: [""], config };
    const { errors, lines } = await stack().up([{ type: "instance", name: "shop", inputs }]);
    expect(errors).toHaveLength(1);
    for (const reason of [
      /tags: tags\[0\]: must not be empty/,
      /config: config\.heartbeat: must be 0 or more/,
      /config: config\.vmMemoryHighWatermark: must be 0\.9 or less/,
      /config: has unknown settings: "hartbeat" \(did you mean heartbeat\?\)/,
      /config: the service has no setting "broker\.heartbeet": did you mean "broker\.heartbeat"\?/,
      /region: the service has no region "provider-a::region-9": did you mean/,
      /plan: the service has no plan "clustered-smal-1": did you mean clustered-small-1/,
    ]) {
      expect(errors[0]).toMatch(reason);
    }
    expect(lines).toEqual([]);
  }));

it("settings of a broker: out of bounds, misspelt and declared twice", async ({ stack }) => {
  const on = (name: string, config: object) => resource("brokerConfig", name, { instance: "1001", config });
  const { errors } = await stack().up([
    on("one", { channelMax: 100 }),
    on("two", { heartbeat: -1, "broker.heartbeet": 60, channelMax: 200 }),
  ]);
  expect(errors).toHaveLength(1);
  for (const reason of [
    /config\.heartbeat: must be 0 or more/,
    /the service has no setting "broker\.heartbeet"/,
    /the resource "one" also declares broker\.channel_max of instance 1001/,
  ]) {
    expect(errors[0]).toMatch(reason);
  }
});

it("an import that is refused shows the refusal alone, without price and sizes", async ({ emulator, stack }) => {
  const [seeded] = emulator.state().instances;
  const inputs = { name: "seeded-clustered", plan: "clustered-large-3", region, tags: [] };
  const legacy = { type: "instance", name: "legacy", inputs, import: `${seeded?.id}` };
  const { errors, lines } = await stack().up([legacy]);
  expect(errors).toEqual([
    expect.stringMatching(/plan: is "clustered-large-3" in the program, but .* in the imported Instance 1001/),
  ]);
  expect(lines).toEqual([]);
});

const kinds = doors.flatMap((door) => definitions.map((definition) => ({ ...definition, door })));

test.each(kinds)("an output in a template literal as any input of a $type through the $door door", (kind) =>
  withHandlers(
    async ({ emulator, stack }) => {
      const names = Object.keys(kind.schema.unwrap().shape);
      const inputs = Object.fromEntries(names.map((name) => [name, `shop-${pulumi.output("net")}`]));
      const { errors } = await stack().up([{ type: handlerName(kind), name: "one", inputs }]);
      expect(errors).toHaveLength(1);
      for (const name of names)
        expect(errors[0]).toContain(
          `${name}: contains an output that was turned into text, so the value of the output is missing: use pulumi.interpolate or .apply`,
        );
      expect(emulator.requests()).toEqual([]);
    },
    { door: kind.door },
  ),
);

// The dynamic host gets plain values; the plugin's own message is tested with its protocol.
test.each(definitions)("no value that the program marks as secret, where a $type refuses it", ({ type, schema }) =>
  withHandlers(async ({ host }) => {
    const secret = canary("marked");
    const names = Object.keys(schema.unwrap().shape).filter((name) => name !== "instance");
    for (const value of [secret, [{ ip: secret }], { key: secret }]) {
      const values = Object.fromEntries(names.map((name) => [name, value]));
      const news = { __provider: stubOf({ type }), instance: "1001", ...values, __secrets: names };
      const { failures } = await host().handler(handlerName({ type })).check({}, news);
      expect(failures.map(({ property }) => property).filter((property) => names.includes(property))).toEqual([]);
      expectNoSecrets({ failures: JSON.stringify(failures) }, { secret });
      // The reason names the input in place of the property.
      const wrong = names.filter((name) => !schema.unwrap().shape[name].safeParse(value).success);
      for (const name of wrong)
        expect(failures.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(name));
    }
  }),
);

it("the lines about a firewall show no network that the program marks as secret", async ({ one }) => {
  const set = (ips: string[]) => {
    const rules = ips.map((ip) => ({ ip, ports: [5671] }));
    return [resource("firewallRuleSet", "fw", { instance: "1001", rules, takeOver: true, __secrets: ["rules"] })];
  };
  expect((await one.up(set(["10.99.1.0/24", "10.99.2.0/24"]))).errors).toEqual([]);
  const { lines } = await one.up(set(["10.99.1.0/24"]));
  expect(lines).toContainEqual(expect.objectContaining({ text: "removes the rules of [secret]" }));
  expect(JSON.stringify(lines)).not.toContain("10.99.");
});

test.each(doors)(
  "a wrong name in a rule of a firewall is warned of through the %s door, and in options it is none",
  (door) =>
    withHandlers(
      async ({ stack }) => {
        const on = (type: string, inputs: object) => resource(type, type, { instance: "1001", ...inputs });
        const rules = [{ ip: "10.0.0.0/8", ports: [5671], portss: [1] }];
        const recipient = { type: "email", value: "ops@example.com", name: "ops", options: { nope: 1 } };
        const run = await stack().up([on("firewallRuleSet", { rules, takeOver: true }), on("recipient", recipient)]);
        expect(run.errors).toEqual([]);
        expect(warningsOf(run)).toEqual([
          'ignores the input "rules[0].portss", which this version does not know (did you mean "ports"?)',
        ]);
      },
      { door },
    ),
);
