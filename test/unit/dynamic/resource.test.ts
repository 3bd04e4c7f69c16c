import * as pulumi from "@pulumi/pulumi";
import { FirewallRuleSet, type FirewallRuleSetArgs } from "../../../provider/resources/firewall/firewallRuleSet";
import { Vpc } from "../../../provider/resources/vpc/vpc";

let registered: Record<string, unknown>;
const newResource = ({ inputs }: pulumi.runtime.MockResourceArgs) => {
  registered = inputs;
  return { id: "1", state: {} };
};
beforeAll(() => pulumi.runtime.setMocks({ newResource, call: () => ({}) }));

const declare = (customTimeouts: pulumi.CustomTimeouts) => () =>
  new Vpc("net", { region: "provider-a::region-1", subnet: "10.0.0.0/24" }, { customTimeouts });

// The documentation of Pulumi's SDK has `1d` as an example, and the engine takes no days. In a program of the Automation
// API, its late refusal of the resource ends in a delete.
test.each(["1d", "5 minutes", "5"])("a time limit of %p ends the program before the resource is registered", (text) => {
  const reason = `must be a duration in hours, minutes and seconds, such as "24h" or "1m30s", but is "${text}"`;
  const error = new pulumi.RunError(`Vpc "net": customTimeouts.delete ${reason}`);
  expect(declare({ create: "5m", delete: text })).toThrow(error);
});

test("a time limit that the engine reads does not", () =>
  expect(declare({ create: "24h", update: "1m30s", delete: "" })).not.toThrow());

const network = "10.0.0.0/8";
const secret = pulumi.secret(network);
const rule = { ip: network, services: ["AMQPS" as const] };
const hidden = { ...rule, ip: secret };

test.each<[string, Partial<FirewallRuleSetArgs>, string[] | undefined]>([
  ["nothing", { rules: [rule], unmanaged: ["10.1.0.0/16"] }, undefined],
  ["outputs and promises", { rules: pulumi.output([rule]), unmanaged: Promise.resolve(["a"]) }, undefined],
  ["a value", { rules: [rule], unmanaged: pulumi.secret(["10.1.0.0/16"]) }, ["unmanaged"]],
  ["a part of a value", { rules: [hidden], unmanaged: [] }, ["rules"]],
  ["parts of outputs", { rules: pulumi.output([hidden]), unmanaged: [secret] }, ["rules", "unmanaged"]],
  ["a part of what a promise brings", { rules: [Promise.resolve(hidden)] as never }, ["rules"]],
])("the names of the inputs that hold a secret go to the handlers: %s", async (_what, args, names) => {
  const set = new FirewallRuleSet("fw", { instance: 1001, rules: [], ...args });
  await new Promise((resolve) => set.id.apply(resolve));
  expect(registered["__secrets"]).toEqual(names);
});
