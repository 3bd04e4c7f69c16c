import type { FirewallRule } from "../../provider/emulator/records/firewalls";
import type { Declared, Outcome } from "../helpers/handlers";
import { type Handlers, startHandlers } from "../helpers/handlers";

type Rule = { ip: string; services?: FirewallRule["services"]; ports?: number[] };

const nine: FirewallRule["services"] = [
  "AMQP",
  "AMQPS",
  "HTTPS",
  "MQTT",
  "MQTTS",
  "STOMP",
  "STOMPS",
  "STREAM",
  "STREAM_SSL",
];
const a: Rule = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] };
const b: Rule = { ip: "203.0.113.7/32", ports: [5671, 443] };
const foreign: Rule = { ip: "192.0.2.0/24", services: ["HTTPS"] };

let at: Handlers;
let instance: string;

beforeEach(async () => {
  at = await startHandlers();
  instance = String(at.emulator.instances[0]!.id);
});
afterEach(() => at.close());

const set = (name: string, rules: Rule[], more: object = {}): Declared => ({
  type: "firewallRuleSet",
  name,
  inputs: { instance, rules, ...more },
});

const firewall = () => at.emulator.state().firewalls.find((each) => String(each.instance_id) === instance)!;

/** The rules in force, as network → what it may use. */
const inForce = (rules = firewall().rules) =>
  Object.fromEntries(rules.map(({ ip, services, ports }) => [ip, [...services, ...ports].sort()]));

const patches = () => at.emulator.requests().filter(({ method }) => method === "PATCH");

/** What an outsider does: the rules are in force at once. */
function byHand(rules: Rule[]): void {
  const { id } = firewall();
  const full = rules.map(({ ip, services = [], ports = [] }) => ({ ip, services, ports, description: "" }));
  at.emulator.patch({ op: "set", in: "firewalls", id, fields: { rules: full } });
}

const wanted = (...rules: Rule[]) =>
  Object.fromEntries(rules.map(({ ip, services = [], ports = [] }) => [ip, [...services, ...ports].sort()]));

function fine(outcome: Outcome): Outcome {
  expect(outcome.errors).toEqual([]);
  return outcome;
}

describe("exclusive", () => {
  test("takes the place of the service's Default, by one PATCH, and waits until it is in force", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a, b])]));
    expect(inForce()).toEqual(wanted(a, b));
    expect(firewall().change).toBeNull();
    expect(patches().map(({ body }) => body)).toEqual([
      [
        { ip: a.ip, services: a.services, ports: [] },
        { ip: b.ip, services: [], ports: b.ports },
        { ip: "0.0.0.0/0", services: [], ports: [] },
      ],
    ]);
    expect(fine(await stack.up([set("fw", [a, b])])).requests).toBe(0);
    expect(fine(await stack.refresh()).changes).toEqual([]);
  });

  test("fails over rules of others, listing them, and takes them with takeOver", async () => {
    byHand([{ ip: "0.0.0.0/0", services: nine }, foreign, b]);
    const stack = at.stack();
    const refused = await stack.up([set("fw", [a, b])]);
    expect(refused.errors).toEqual([
      'FirewallRuleSet "fw": there are rules that the set does not declare: 192.0.2.0/24 (HTTPS); declare them, name them in unmanaged, or add takeOver: true',
    ]);
    expect(patches()).toEqual([]);
    expect(stack.state).toEqual([]);
    fine(await stack.up([set("fw", [a, b], { takeOver: true })]));
    expect(inForce()).toEqual(wanted(a, b));
  });

  test("takes the declared rules as they are, sending nothing", async () => {
    byHand([b, a]);
    fine(await at.stack().up([set("fw", [a, b])]));
    expect(patches()).toEqual([]);
  });

  test("leaves the networks in unmanaged alone, in drift and in change", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a], { unmanaged: [foreign.ip] })]));
    byHand([a, foreign]);
    expect(fine(await stack.refresh()).changes).toEqual([]);
    expect(fine(await stack.up([set("fw", [a], { unmanaged: [foreign.ip] })])).changes).toEqual([]);
    fine(await stack.up([set("fw", [b], { unmanaged: [foreign.ip] })]));
    expect(inForce()).toEqual(wanted(b, foreign));
  });

  test("names a foreign rule in the drift, and takes it away", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a])]));
    byHand([a, foreign]);
    const drift = fine(await stack.refresh());
    expect(drift.changes).toEqual(["drift fw"]);
    const repair = fine(await stack.up([set("fw", [a])]));
    expect(repair.lines.map(({ text }) => text)).toContain("takes away the rules of 192.0.2.0/24");
    expect(inForce()).toEqual(wanted(a));
  });

  test.each([
    ["keep", wanted(a)],
    ["close", {}],
    ["open", { "0.0.0.0/0": nine.toSorted() }],
  ])("onDelete %s", async (onDelete, left) => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a], { onDelete })]));
    fine(await stack.destroy());
    expect(inForce()).toEqual(left);
  });

  test("a change of onDelete alone sends nothing and is used by the next destroy", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a])]));
    const local = fine(await stack.up([set("fw", [a], { onDelete: "close" })]));
    expect([local.changes, local.requests]).toEqual([["update fw"], 0]);
    fine(await stack.destroy());
    expect(inForce()).toEqual({});
  });
});

describe("merge", () => {
  const merge = { mode: "merge" };

  test("never touches a foreign network, and takes only its own away", async () => {
    byHand([foreign]);
    const stack = at.stack();
    fine(await stack.up([set("fw", [a, b], merge)]));
    expect(inForce()).toEqual(wanted(foreign, a, b));
    fine(await stack.up([set("fw", [a], merge)]));
    expect(inForce()).toEqual(wanted(foreign, a));
    fine(await stack.destroy());
    expect(inForce()).toEqual(wanted(foreign));
  });

  test("fails over another rule for one of its networks", async () => {
    byHand([{ ...a, services: ["AMQP"] }]);
    const { errors } = await at.stack().up([set("fw", [a], merge)]);
    expect(errors).toEqual([
      'FirewallRuleSet "fw": there are other rules for these networks already: 198.51.100.0/24 (AMQP); declare them as they are, or add takeOver: true',
    ]);
  });

  test("two sets on one instance: one removed, its networks alone go", async () => {
    byHand([foreign]);
    const stack = at.stack();
    fine(await stack.up([set("one", [a], merge), set("two", [b], merge)]));
    expect(inForce()).toEqual(wanted(foreign, a, b));
    fine(await stack.up([set("two", [b], merge)]));
    expect(inForce()).toEqual(wanted(foreign, b));
  });

  test("an exclusive set beside it is refused", async () => {
    const { errors } = await at.stack().up([set("one", [a], merge), set("two", [b])]);
    expect(errors.join()).toContain('an exclusive set is alone on its instance, and "one" is another one');
  });
});

describe("no moment allows more or less than both before and after", () => {
  /** Each set of rules that was in force, from the beginning of `change`. */
  async function during(change: () => Promise<unknown>) {
    const from = firewall().history.length;
    const before = inForce();
    await change();
    const after = inForce();
    const moments = firewall()
      .history.slice(from)
      .map(({ rules }) => inForce(rules));
    return { before, after, moments };
  }

  function expectNoGap({ before, after, moments }: Awaited<ReturnType<typeof during>>): void {
    for (const moment of moments) {
      for (const ip of new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(moment)])) {
        const [was, is, becomes] = [before[ip] ?? [], moment[ip] ?? [], after[ip] ?? []];
        const atLeast = was.filter((each) => becomes.includes(each));
        const atMost = new Set([...was, ...becomes]);
        expect(atLeast.filter((each) => !is.includes(each))).toEqual([]);
        expect(is.filter((each) => !atMost.has(each))).toEqual([]);
      }
    }
  }

  test.each<[string, Declared[] | "destroy"]>([
    ["rename", [set("other", [a, b])]],
    ["rename with other rules", [set("other", [b, foreign], { takeOver: true })]],
    ["mode", [set("fw", [a, b], { mode: "merge" })]],
    ["rules", [set("fw", [{ ...a, services: ["AMQPS"] }, foreign])]],
    ["destroy", "destroy"],
  ])("%s", async (_what, next) => {
    const stack = at.stack();
    const own = (declared: Declared) => ({ ...declared, inputs: { ...declared.inputs, instance } });
    fine(await stack.up([set("fw", [a, b])]));
    const seen = await during(async () =>
      fine(next === "destroy" ? await stack.destroy() : await stack.up(next.map(own))),
    );
    expectNoGap(seen);
  });

  test("merge sets renamed: nothing is sent at all", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a, b], { mode: "merge" })]));
    const before = patches().length;
    const seen = await during(async () => fine(await stack.up([set("new", [a, b], { mode: "merge" })])));
    expectNoGap(seen);
    expect(patches().length).toBe(before);
    expect(inForce()).toMatchObject(wanted(a, b));
  });

  test("another instance: the new one is closed first, the old one stays", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [a])]));
    const second = String(at.emulator.instances[1]!.id);
    const moved = fine(
      await stack.up([{ type: "firewallRuleSet", name: "fw", inputs: { instance: second, rules: [a] } }]),
    );
    expect(moved.changes).toEqual(["replace fw", "delete fw"]);
    expect(inForce()).toEqual(wanted(a));
  });
});

describe("comparing", () => {
  const hundred = Array.from(
    { length: 100 },
    (_, i): Rule => ({ ip: `10.${i}.0.0/16`, services: ["AMQPS", "HTTPS"], ports: [15671, 8080] }),
  );
  const shuffled: Rule[] = hundred
    .map((rule, i) => ({
      ...rule,
      services: i % 2 ? (["HTTPS", "AMQPS"] as const).slice() : rule.services,
      ports: [8080, 15671],
    }))
    .sort((x, y) => x.ip.split("").reverse().join("").localeCompare(y.ip.split("").reverse().join("")));

  test("100 rules in another order and spelling: no difference; one changed: one PATCH with one element", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", hundred)]));
    expect(fine(await stack.up([set("fw", shuffled)])).changes).toEqual([]);
    expect(fine(await stack.refresh()).changes).toEqual([]);
    const changed = shuffled.map((rule) => (rule.ip === "10.42.0.0/16" ? { ...rule, ports: [15671] } : rule));
    const before = patches().length;
    fine(await stack.up([set("fw", changed)]));
    expect(
      patches()
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([[{ ip: "10.42.0.0/16", services: ["AMQPS", "HTTPS"], ports: [15671] }]]);
  });

  test("MQTT and port 1883 are two things, whatever the service maps to what", async () => {
    const stack = at.stack();
    fine(await stack.up([set("fw", [{ ip: a.ip, services: ["MQTT"] }])]));
    expect(fine(await stack.up([set("fw", [{ ip: a.ip, ports: [1883] }])])).changes).toEqual(["update fw"]);
  });
});

test("rules that are being configured for ten minutes are waited out, with a line", async () => {
  at.emulator.fault({
    match: { method: "PATCH", path: "/instance/api/security/firewall" },
    times: 40,
    fault: {
      status: 400,
      body: { error_code: 40001, message: "Your new firewall rules have not finished configuring yet" },
    },
  });
  const outcome = fine(await at.stack().up([set("fw", [a])]));
  expect(inForce()).toEqual(wanted(a));
  expect(outcome.ms).toBeGreaterThan(60_000);
  expect(outcome.lines.some(({ text }) => text.includes("waiting for the service"))).toBe(true);
});
