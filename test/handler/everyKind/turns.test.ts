import { resource, withHandlers } from "../../helpers/handlers";
import { minutes } from "../../helpers/outcomes";

/** Changes of one instance run in turn: what comes later has its whole time, however long it has waited. */

const kinds: [string, Record<string, unknown>][] = [
  ["firewallRuleSet", { rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"] }] }],
  ["customDomain", { hostname: "mq.example.com" }],
  ["firehose", { vhost: "/" }],
  ["hipe", {}],
];

test.each(kinds)("%s: a delete that waited for its turn until the instance was gone is a success", (type, inputs) =>
  withHandlers(async ({ one, emulator, clock }) => {
    const instance = `${emulator.instances[0]?.id}`;
    const plugin = resource("plugin", "first", { instance, name: "broker_mqtt", community: false });
    const second = resource(type, "second", { instance, ...inputs }, { timeouts: { delete: "5m" } });
    expect((await one.up([plugin])).errors).toEqual([]);
    expect((await one.up([plugin, second])).errors).toEqual([]);
    emulator.fault({ match: { method: "DELETE" }, times: "always", fault: { status: 423, body: { error: "Locked" } } });
    const removed = clock.sleep(minutes(11)).then(() => {
      emulator.patch({ op: "delete", in: "instances", id: Number(instance) });
      emulator.clearFaults();
    });
    expect(await one.destroy()).toMatchObject({ errors: [] });
    await removed;
    expect(one.state).toEqual([]);
  }),
);
