import { type Handlers, startHandlers } from "../../helpers/handlers";

let at: Handlers;
let instance: string;

beforeAll(async () => {
  at = await startHandlers();
  instance = String(at.emulator.instances[0]!.id);
});
afterAll(() => at.close());

const a = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] };
const b = { ip: "203.0.113.7/32", ports: [5671, 443] };

test.each<[string, object, string]>([
  ["host bits", { rules: [{ ip: "10.0.0.1/8", services: ["AMQPS"] }] }, "has host bits set: the network is 10.0.0.0/8"],
  ["no network", { rules: [{ ip: "everybody", services: ["AMQPS"] }] }, "is not a network in CIDR form"],
  ["IPv6 host bits", { rules: [{ ip: "2001:db8::1/64", services: ["AMQPS"] }] }, "the network is 2001:db8::/64"],
  [
    "no prefix length",
    { rules: [{ ip: "1.2.3.4", services: ["AMQPS"] }] },
    '"1.2.3.4" has no prefix length: write 1.2.3.4/32',
  ],
  ["IPv6 without prefix length", { rules: [a], unmanaged: ["2001:db8::1"] }, "write 2001:db8::1/128"],
  ["a port too high", { rules: [{ ip: a.ip, ports: [65536] }] }, "must be 65535 or less"],
  ["an unknown service", { rules: [{ ip: a.ip, services: ["FTP"] }] }, "must be one of AMQP"],
  ["one network twice", { rules: [a, { ...a, services: ["AMQP"] }] }, "has more than one rule for 198.51.100.0/24"],
  ["nothing opened", { rules: [{ ip: a.ip }] }, "opens nothing for 198.51.100.0/24"],
  ["unmanaged with merge", { rules: [a], mode: "merge", unmanaged: [b.ip] }, "is only for mode exclusive"],
  ["onDelete with merge", { rules: [a], mode: "merge", onDelete: "open" }, "is only for mode exclusive"],
  ["managed and unmanaged", { rules: [a], unmanaged: [a.ip] }, "which rules declares"],
])("refused at preview: %s", async (_what, inputs, reason) => {
  const { errors, requests } = await at
    .stack()
    .up([{ type: "firewallRuleSet", name: "fw", inputs: { instance, ...inputs } }]);
  expect(errors.join("\n")).toContain(reason);
  expect(requests).toBe(0);
});
