import * as pulumi from "@pulumi/pulumi";
import { MonitoredInstance, type MonitoredInstanceArgs } from "pulumi-broker";

/** The type of each alarm that was registered, by name. */
const alarms = new Map<string, unknown>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      if (type.endsWith(":Alarm")) alarms.set(name, inputs["type"]);
      return { id: "123", state: inputs };
    },
    call: () => ({}),
  }),
);
beforeEach(() => alarms.clear());

const instance = { plan: "clustered-medium-1", region: "provider-a::region-1" };
const queue = { type: "queue", valueThreshold: 100, timeThreshold: 60 } as const;

/** Makes the component and waits until all its alarms are registered. */
async function make(args: Omit<MonitoredInstanceArgs, "instance">): Promise<void> {
  const made = new MonitoredInstance("shop", { instance, ...args });
  const urns = pulumi.all(Object.values(made.alarms).map(({ urn }) => urn));
  await new Promise((resolve) => urns.apply(resolve));
}

test.each<[string, MonitoredInstanceArgs["moreAlarms"], string]>([
  ["cpu", { cpu: queue }, "an alarm in moreAlarms has the name of a standard alarm (cpu)"],
  [
    "a name with a hyphen",
    { "server-unreachable": queue },
    "an alarm in moreAlarms has the name of a standard alarm (server-unreachable)",
  ],
  [
    "two names",
    { notice: queue, disk: queue },
    "an alarm in moreAlarms has the name of a standard alarm (disk, notice)",
  ],
])("%s in moreAlarms does not take the place of the standard alarm: refused", async (_what, moreAlarms = {}, says) => {
  await expect(make({ moreAlarms })).rejects.toThrow(`MonitoredInstance "shop": ${says}`);
  expect(alarms.size).toBe(0);
});

test("the name of a standard alarm that is left out is free, as any other name is", async () => {
  await make({ alarms: { cpu: false }, moreAlarms: { cpu: queue, orders: queue } });
  const standard = ["disk", "memory", "netsplit", "notice"].map((type) => [`shop-${type}`, type]);
  const others = { "shop-cpu": "queue", "shop-orders": "queue", "shop-server-unreachable": "server_unreachable" };
  expect(Object.fromEntries(alarms)).toEqual({ ...Object.fromEntries(standard), ...others });
});
