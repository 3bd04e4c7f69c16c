import { testsOf } from "../../helpers/tests-of";
import { runWith } from "./scene";

const firewallPath = "/instance/api/security/firewall";
const services = ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"] as const;
const open = { description: "Default", ip: "0.0.0.0/0", ports: [], services: [...services] };
const office = { ip: "192.0.2.0/24", services: ["AMQPS"], ports: [] };
const lab = { ip: "198.51.100.7/32", services: [], ports: [4567] };
const kept = (rule: object) => ({ description: "", ...rule });
const unfinished = "Your new firewall rules have not finished configuring yet,try again in a few minutes";
const configuring = { status: 400, body: { error_code: 40001, message: unfinished } };
const appliedMs = 40_000;

const scene = runWith((emulator) => ({
  patchRules: (body: unknown, key?: string) => emulator.call("PATCH", firewallPath, { body, key }),
  rules: async (key?: string) => (await emulator.call("GET", firewallPath, { key })).body,
  firewall: () => emulator.state().firewalls[0]!,
}));
const it = testsOf(scene);

describe("the firewall", () => {
  it("of a new instance is open to everybody", async ({ rules }) => expect(await rules()).toEqual([open]));

  it("PATCH adds a CIDR, writes over one, and deletes one sent empty; the others stay", async (on) => {
    const { patchRules, rules, advance } = on;
    const answer = await patchRules([office, lab]);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("content-type")).toBe("application/json");
    advance(appliedMs);
    expect(await rules()).toEqual([open, kept(office), kept(lab)]);
    const both = { ip: office.ip, services: ["STREAM", "AMQP", "AMQP"], ports: [9000, 80, 80] };
    await patchRules([both, { ip: open.ip, services: [], ports: [] }, { ip: "10.0.0.0/8" }]);
    advance(appliedMs);
    const sorted = { ip: office.ip, services: ["AMQP", "STREAM"], ports: [80, 9000] };
    expect(await rules()).toEqual([kept(sorted), kept(lab)]);
    await patchRules([{ ip: office.ip }, { ip: lab.ip }]);
    advance(appliedMs);
    expect(await rules()).toEqual([]);
  });

  it("POST replaces all rules", async ({ call, rules, advance }) => {
    const answer = await call("POST", firewallPath, { body: [office] });
    expect(answer).toMatchObject({ status: 201, text: "" });
    expect(answer.headers.get("content-type")).toBe("application/json");
    advance(appliedMs);
    expect(await rules()).toEqual([kept(office)]);
    const empty = { status: 400, body: { error_code: 40002, message: "192.0.2.0/24: Needs a service or a port" } };
    expect(await call("POST", firewallPath, { body: [{ ip: office.ip }] })).toMatchObject(empty);
  });

  it("takes 10 to 40 s to apply a change, and refuses another until then, but not another instance's", async (on) => {
    const { call, patchRules, rules, advance, instances, requests } = on;
    expect((await patchRules([office])).status).toBe(204);
    advance(9_000);
    expect(await rules()).toEqual([open]);
    expect(await patchRules([lab])).toMatchObject(configuring);
    expect(await call("POST", firewallPath, { body: [lab] })).toMatchObject(configuring);
    expect((await patchRules([lab], instances[1]!.apiKey)).status).toBe(204);
    advance(31_000);
    expect(await rules()).toEqual([open, kept(office)]);
    expect(requests().filter(({ poll }) => poll)).toHaveLength(2);
    expect((await patchRules([lab])).status).toBe(204);
  });

  it("can show a change before it is in force", async ({ patchRules, patch, rules, firewall, advance }) => {
    patch({ op: "set", in: "firewalls", id: firewall().id, fields: { shows: "asked for" } });
    await patchRules([office]);
    expect(await rules()).toEqual([open, kept(office)]);
    expect(firewall().rules).toEqual([open]);
    advance(appliedMs);
    expect(await rules()).toEqual([open, kept(office)]);
    expect(firewall().rules).toEqual([open, kept(office)]);
  });

  it("remembers the rules in force at every moment, an outsider's too", async (on) => {
    const { patchRules, patch, firewall, advance } = on;
    const { id, history } = firewall();
    const begin = history[0]!.at;
    await patchRules([{ ip: open.ip }, office]);
    const { endsAt } = firewall().change!;
    expect(endsAt - begin).toBeGreaterThanOrEqual(10_000);
    expect(endsAt - begin).toBeLessThanOrEqual(40_000);
    advance(100_000);
    patch({ op: "set", in: "firewalls", id, fields: { rules: [open] } });
    expect(firewall()).toMatchObject({ rules: [open], change: null });
    expect(firewall().history).toEqual([
      { at: begin, rules: [open] },
      { at: endsAt, rules: [kept(office)] },
      { at: begin + 100_000, rules: [open] },
    ]);
  });

  it.each([
    ["a host bit", { ip: "192.0.2.1/24", services: ["AMQPS"] }, "Has bits set outside of its network"],
    ["no CIDR", { ip: "everywhere", ports: [80] }, "Must be a CIDR, such as 10.56.72.0/24"],
    ["a mask too long", { ip: "192.0.2.0/33", ports: [80] }, "Must be a CIDR, such as 10.56.72.0/24"],
    ["port 0", { ip: "192.0.2.0/24", ports: [0] }, "Port 0 is not from 1 to 65535"],
    ["port 65536", { ip: "192.0.2.0/24", ports: [65_536] }, "Port 65536 is not from 1 to 65535"],
    ["an unknown service", { ip: "192.0.2.0/24", services: ["amqps"] }, "Unknown service amqps"],
    ["a host bit of IPv6", { ip: "2001:db8::1/64", services: ["AMQPS"] }, "Has bits set outside of its network"],
    ["an IPv6 mask too long", { ip: "2001:db8::/129", services: ["AMQPS"] }, "Must be a CIDR, such as 10.56.72.0/24"],
    ["no IPv6 at all", { ip: "2001:db8:::/32", services: ["AMQPS"] }, "Must be a CIDR, such as 10.56.72.0/24"],
  ])("refuses %s with code 40002, and does nothing", async (on, _, wrong, problem) => {
    const { call, patchRules, rules, firewall } = on;
    const refused = { status: 400, body: { error_code: 40002, message: `${wrong.ip}: ${problem}` } };
    expect(await patchRules([lab, wrong])).toMatchObject(refused);
    expect(await call("POST", firewallPath, { body: [lab, wrong] })).toMatchObject(refused);
    expect(await rules()).toEqual([open]);
    expect(firewall().change).toBeNull();
  });

  it.each(["2001:db8::/32", "::/0", "2001:db8::1/128", "::ffff:192.0.2.0/120"])("takes %s", async (on, ip) => {
    expect((await on.patchRules([{ ip, services: ["AMQPS"], ports: [] }])).status).toBe(204);
  });

  it("refuses a CIDR given twice, and what is no list of rules", async ({ patchRules }) => {
    const twice = { status: 400, body: { error_code: 40002, message: "192.0.2.0/24: Given twice" } };
    expect(await patchRules([office, { ...office, services: ["MQTT"] }])).toMatchObject(twice);
    const errors = async (body: unknown) => (await patchRules(body)).body;
    expect(await errors(office)).toEqual({ errors: [{ body: "Must be a list" }] });
    expect(await errors([{ services: ["AMQP"] }])).toEqual({ errors: [{ "0.ip": "Field is required" }] });
    expect(await errors([{ ...office, name: "x" }])).toEqual({ errors: [{ "0.name": "Unknown field" }] });
    expect(await errors([{ ...office, ports: ["80"] }])).toEqual({ errors: [{ "0.ports.0": "Must be a number" }] });
  });

  it("POST and PUT keep descriptions; another path tells when the rules are in force", async (on) => {
    const { call, rules, advance } = on;
    for (const [method, status] of Object.entries({ POST: 201, PUT: 204 })) {
      const described = [{ ...office, description: method }];
      expect(await call(method, firewallPath, { body: described })).toMatchObject({ status, text: "" });
      expect(await call("GET", `${firewallPath}/configured`)).toMatchObject(configuring);
      advance(appliedMs);
      expect((await call("GET", `${firewallPath}/configured`)).status).toBe(200);
      expect(await rules()).toEqual(described);
    }
  });
});
