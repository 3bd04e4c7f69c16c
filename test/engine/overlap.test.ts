import * as broker from "pulumi-broker";
import type { LoggedRequest } from "../../provider/emulator";
import type { TestEmulator } from "../helpers/emulator";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it starts the changes of a run side by side. */

/** What the service does one at a time on an instance: these paths are written by the queue's turn alone. */
const queued = /\/api\/(security\/firewall|plugins|vpc-peering|vpc-connect|custom-domain|config)/;

const plugins = ["broker_web_mqtt", "broker_federation", "broker_mqtt", "broker_stomp", "broker_top"];

/** All that stands around one instance, declared at once and without a word of what comes first. */
function around(name: string, instance: string): void {
  for (let i = 0; i < 10; i += 1) {
    const alarm = { type: "connection" as const, valueThreshold: 100 + i, timeThreshold: 600 };
    new broker.Alarm(`${name}-alarm-${i}`, { instance, ...alarm });
  }
  for (const plugin of plugins) new broker.Plugin(`${name}-${plugin}`, { instance, name: plugin });
  const rules = [{ ip: "198.51.100.0/24", services: ["AMQPS" as const] }];
  new broker.FirewallRuleSet(`${name}-firewall`, { instance, mode: "merge", rules });
  for (const i of [1, 2]) {
    const peer = { peerAccountId: "200000000002", peerVpcId: `vpc-0a${i}`, peerSubnet: `10.${i}.0.0/16` };
    new broker.VpcPeering(`${name}-peering-${i}`, { instance, ...peer });
  }
  new broker.VpcConnect(`${name}-connect`, { instance, allowedPrincipals: ["arn:cloud:iam::123456789012:root"] });
  new broker.CustomDomain(`${name}-domain`, { instance, hostname: `${name}.example.com` });
  const sunday = { preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" } as const;
  new broker.MaintenanceSettings(`${name}-maintenance`, { instance, ...sunday });
  new broker.BrokerConfig(`${name}-config`, { instance, config: { heartbeat: 60 } });
}

/** A change of an instance, from its request until the emulator is done with it. */
interface Change {
  what: string;
  from: number;
  to: number;
}

/** The queue's changes of an instance, in the order in which they began. */
function changesOf(requests: LoggedRequest[], instance: string): Change[] {
  return requests
    .filter((each) => each.method !== "GET" && queued.test(each.path) && String(each.instance) === instance)
    .map(({ method, path, at, answeredAt = at, changesUntil = at }) => ({
      what: `${method} ${path}`,
      from: at,
      to: Math.max(answeredAt, changesUntil),
    }))
    .sort((a, b) => a.from - b.from);
}

const overlap = (a: Change, b: Change) => a.from < b.to && b.from < a.to;

/**
 * No change of one instance begins before the emulator is done with the last one, none was refused, and changes of the two
 * lie over each other. The rules that VPC connect adds to the firewall are in force long before it is enabled, which is
 * waited for, so not even they make another change busy.
 */
function expectInTurn(emulator: TestEmulator, [one, two]: [string, string], count: number): void {
  const requests = emulator.requests();
  const refused = requests.filter(({ method, status }) => method !== "GET" && status >= 400);
  expect(refused.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([]);
  for (const instance of [one, two]) {
    const changes = changesOf(requests, instance);
    expect(changes).toHaveLength(count);
    expect(changes.filter((each, i) => changes.slice(0, i).some((before) => overlap(before, each)))).toEqual([]);
  }
  const others = changesOf(requests, two);
  expect(changesOf(requests, one).filter((each) => others.some((other) => overlap(each, other)))).not.toEqual([]);
}

test("changes of one instance run one after another, those of two side by side, with no dependsOn", () =>
  onStack("overlap", { speed: 120 }, async ({ emulator, stack }) => {
    const region = "provider-a::region-1";
    const [one = "", two = ""] = [72, 73].map((part) => {
      const subnet = `10.56.${part}.0/24`;
      const [vpc_id] = emulator.patch({ op: "add", in: "vpcs", fields: { region, name: `net-${part}`, subnet } });
      const fields = { region, name: `shop-${part}`, plan: "clustered-medium-3", nodes: 3, vpc_id: vpc_id! };
      return String(emulator.patch({ op: "add", in: "instances", fields })[0]);
    });
    emulator.patch({
      op: "set",
      in: "timings",
      id: 1,
      fields: { changingPlugin: [60_000, 60_000], configuringFirewall: [120_000, 120_000] },
    });
    stack.program = async () => {
      around("one", one);
      around("two", two);
    };
    expect((await stack.up({ flags: ["--parallel", "16"] })).changes).toHaveLength(44);

    expectInTurn(emulator, [one, two], 11);

    emulator.clearRequests();
    expect((await stack.up()).changes).toEqual([]);
    expect(emulator.requests()).toEqual([]);
    expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);

    emulator.clearRequests();
    await stack.destroy({ flags: ["--parallel", "16"] });
    expectInTurn(emulator, [one, two], 10);
  }));
