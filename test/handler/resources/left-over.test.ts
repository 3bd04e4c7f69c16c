import { definitions } from "../../../provider/resources";
import { withHandlers } from "../../helpers/handlers";
import { lastingLines, writesOf } from "../../helpers/outcomes";

/**
 * `up --replace` of what an instance has one of makes the same object again. Cut before the old one's delete, state holds
 * both, and the next run deletes the old one: that must not take away what the new one stands for.
 */
const kinds: [string, Record<string, unknown>][] = [
  ["brokerConfig", { config: { heartbeat: 60 } }],
  ["customDomain", { hostname: "mq.example.com" }],
  ["firewallRuleSet", { rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"], ports: [] }], mode: "merge" }],
  ["maintenanceSettings", { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" }],
  ["plugin", { name: "broker_mqtt", community: false }],
  ["vpcConnect", { allowedPrincipals: ["arn:cloud:iam::200000000002:root"] }],
];

test.each(kinds)("%s", (type, inputs) =>
  withHandlers(async ({ emulator, stack, clock }) => {
    const instance = `${emulator.instances[0]?.id}`;
    const one = stack();
    const program = [{ type, name: "one", inputs: { instance, ...inputs } }];
    expect((await one.up(program)).errors).toEqual([]);
    const [made] = one.state;
    one.state = [made!, { ...made!, condemned: true }];

    const next = await one.up(program);
    expect(next.errors).toEqual([]);
    expect(writesOf(next)).toEqual([]);
    const notDeleted = `${made!.id} is not deleted: the resource that replaced this one manages the same object`;
    const isNamed = definitions.some((each) => each.handler === type && each.named);
    expect(lastingLines(next).filter((line) => line.includes(made!.id))).toEqual(
      isNamed ? [expect.stringContaining(notDeleted)] : [],
    );
    expect(one.state).toMatchObject([{ condemned: false }]);
    await clock.advance(600_000);
    expect((await one.refresh()).changes).toEqual([]);
    expect((await one.destroy()).errors).toEqual([]);
    expect(one.state).toEqual([]);
  }),
);
