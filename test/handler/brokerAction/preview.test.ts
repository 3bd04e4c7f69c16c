import { allUnknowns } from "../../../provider/framework/kind/values";
import type { Bag } from "../../../provider/framework/state/hidden";
import { type Handlers, it } from "../../helpers/handlers";
import { declare } from "./scene";

/** Asks for a check as a preview does, and returns its failures and lines; nothing may be sent. */
async function check({ emulator, host }: Handlers, inputs: object, olds: object = {}, more: object = {}) {
  const one = host();
  const hidden = { __provider: "", __urn: "urn:pulumi:t::t::x::one", ...more };
  const news = { ...declare(emulator, inputs).inputs, ...hidden } as Bag;
  const { failures } = await one.handler("brokerAction").check(olds as Bag, news);
  expect(emulator.writes()).toEqual([]);
  const lines = one.lines.filter(({ passing }) => !passing).map(({ severity, text }) => `${severity}: ${text}`);
  return { refused: failures.map(({ property, reason }) => `${property}: ${reason}`), lines, requests: one.requests };
}

/** What is downtime on instance 1001, as a warning says it after "this action". */
const warned: [action: string, inputs: object, warning: string][] = [
  ["restart", {}, "restarts the broker on instance 1001: the broker there is down during the action"],
  [
    "restart",
    { nodes: ["broker-1001-01", "broker-1001-03"] },
    "restarts the broker on broker-1001-01, broker-1001-03 of instance 1001: the broker there is down during the action",
  ],
  ["cluster-restart", {}, "restarts the whole cluster on instance 1001: the broker is down during the action"],
  ["stop", {}, "stops the broker on instance 1001: the broker there is down until something starts it"],
  ["reboot", {}, "reboots instance 1001: the broker there is down during the action"],
  ["upgrade-erlang", {}, "upgrades Erlang on instance 1001: the broker restarts, and no upgrade can be taken back"],
  [
    "upgrade-broker-erlang",
    {},
    "upgrades broker 3.12.13 → 3.13.7 and Erlang 25.3 → 26.2.5.6 on instance 1001: the broker restarts, and no upgrade can be taken back",
  ],
  [
    "run-maintenance",
    {},
    "runs maintenance 12001 of instance 1001 now (Operating system upgrade, 10 minutes), instead of at the planned time 2030-01-08 00:00:00 +0000: the broker may be down during the action",
  ],
];

it.each(warned)("%s with %j warns of what it means", async (handlers, action, inputs, said) => {
  const warning = `warning: this action ${said}`;
  handlers.emulator.patch({ op: "set", in: "instances", id: 1001, fields: { erlang_version: "25.3" } });
  expect(await check(handlers, { action, ...inputs })).toMatchObject({ refused: [], lines: [warning] });
  // Other triggers carry the action out once more.
  const olds = { ...declare(handlers.emulator, { action, ...inputs }).inputs, __provider: "pulumi-broker/host" };
  expect(await check(handlers, { action, ...inputs, triggers: ["second"] }, olds)).toMatchObject({ lines: [warning] });
  expect(await check(handlers, { action, ...inputs }, olds)).toEqual({ refused: [], lines: [], requests: 0 });
});

it.each(["start", "mgmt-restart"])("%s means no downtime, and has no warning", async (handlers, action) => {
  expect(await check(handlers, { action })).toMatchObject({ refused: [], lines: [] });
});

const ofWhole = ["cluster-restart", "upgrade-erlang", "upgrade-broker-erlang", "run-maintenance"];
const onNodes = (action: string): [object, string] => [
  { action, nodes: ["broker-1001-01"] },
  `nodes: cannot be given for the action ${action}, which acts on the whole instance: leave this input out`,
];
// biome-ignore format: one row for each input
const refusals: [inputs: object, reason: string][] = [
  [{ action: "restart", nodes: [] }, "nodes: must name at least one node: name a node, or leave this input out if you mean all nodes"],
  [{ action: "restart", nodes: ["broker-9-01"] }, "nodes: instance 1001 has no node with the name broker-9-01. The instance has the nodes broker-1001-01, broker-1001-02"],
  ...ofWhole.map(onNodes),
  [{ action: "upgrade-erlang", instance: "1002" }, "action: the action upgrade-erlang is only for a broker that runs on Erlang: choose another action"],
  [{ action: "run-maintenance", instance: "1002" }, "action: instance 1002 has no planned maintenance: remove this resource from the program. When the service has planned a maintenance, add the resource again"],
  [{ action: "restart", triggers: "monday" }, "triggers: "],
];

it.each(refusals)("%j is refused", async (handlers, inputs, reason) => {
  expect((await check(handlers, inputs)).refused).toEqual([expect.stringContaining(reason)]);
});

it("a shared plan is refused, by what the program declares and by what the account shows", async (handlers) => {
  const { emulator } = handlers;
  const reason =
    "action: needs an instance with a dedicated plan, but the plan clustered-shared is shared: remove this resource, or choose a dedicated plan";
  const plan = emulator.state().plans.find(({ shared, backend }) => shared && backend === "clustered")!.name;
  const said = reason.replace("clustered-shared", plan);
  const byFacts = await check(handlers, { action: "restart" }, {}, { __facts: { plan } });
  expect(byFacts).toMatchObject({ refused: [said], lines: [] });
  emulator.patch({ op: "set", in: "instances", id: 1001, fields: { plan, shared: true } });
  expect(await check(handlers, { action: "stop" })).toMatchObject({ refused: [said], lines: [] });
});

it("the other broker, as the program declares it, has no Erlang to upgrade", async (handlers) => {
  const facts = { __facts: { backend: "alternative" } };
  const { refused, requests } = await check(handlers, { action: "upgrade-erlang" }, {}, facts);
  expect([refused, requests]).toEqual([
    ["action: the action upgrade-erlang is only for a broker that runs on Erlang: choose another action"],
    0,
  ]);
});

it("the newest versions are a note", async (handlers) => {
  const next = JSON.stringify({ new_broker_version: "3.12.13", new_erlang_version: null });
  const path = "/instance/api/actions/new-broker-erlang-versions";
  handlers.emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: next } });
  const { lines } = await check(handlers, { action: "upgrade-broker-erlang" });
  expect(lines).toEqual(["info: this action upgrades nothing on instance 1001: the service offers no newer versions"]);
});

it("out of reach, what the service shows is a warning, and so is the downtime", async (handlers) => {
  handlers.emulator.fault({ match: { path: "/instance/*" }, times: "always", fault: { status: 503 } });
  const { refused, lines } = await check(handlers, { action: "upgrade-broker-erlang" });
  expect(refused).toEqual([]);
  expect(lines).toEqual([
    expect.stringContaining("cannot read the list of nodes"),
    expect.stringContaining("cannot read the list of next versions"),
    "warning: this action upgrades broker and Erlang on instance 1001: the broker restarts, and no upgrade can be taken back",
  ]);
});

it("on an instance that is not made yet, only the downtime is certain", async (handlers) => {
  const { refused, lines, requests } = await check(handlers, { action: "restart", instance: allUnknowns[0] });
  expect([refused, requests]).toEqual([[], 0]);
  expect(lines).toEqual([
    "warning: this action restarts the broker on the new instance: the broker there is down during the action",
  ]);
});
