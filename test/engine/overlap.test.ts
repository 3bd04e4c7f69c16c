import * as broker from "pulumi-broker";
import { withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** What the service does one at a time on an instance: these paths are written by the queue's turn alone. */
const queued = /\/api\/(security\/firewall|plugins|vpc-peering|vpc-connect|custom-domain|config)/;

const plugins = ["broker_web_mqtt", "broker_federation", "broker_mqtt", "broker_stomp", "broker_top"];

/** All that stands around one instance, declared at once and without a word of what comes first. */
function around(name: string, instance: string): void {
  for (let i = 0; i < 10; i += 1) {
    new broker.Alarm(`${name}-alarm-${i}`, {
      instance,
      type: "connection",
      valueThreshold: 100 + i,
      timeThreshold: 600,
    });
  }
  for (const plugin of plugins) new broker.Plugin(`${name}-${plugin}`, { instance, name: plugin });
  new broker.FirewallRuleSet(`${name}-firewall`, {
    instance,
    mode: "merge",
    rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"] }],
  });
  for (const i of [1, 2]) {
    new broker.VpcPeering(`${name}-peering-${i}`, {
      instance,
      peerAccountId: "200000000002",
      peerVpcId: `vpc-0a${i}`,
      peerSubnet: `10.${i}.0.0/16`,
    });
  }
  new broker.VpcConnect(`${name}-connect`, { instance, allowedPrincipals: ["arn:cloud:iam::123456789012:root"] });
  new broker.CustomDomain(`${name}-domain`, { instance, hostname: `${name}.example.com` });
  new broker.MaintenanceSettings(`${name}-maintenance`, {
    instance,
    preferredMaintenanceDay: "Sunday",
    preferredMaintenanceTime: "03:30",
  });
  new broker.BrokerConfig(`${name}-config`, { instance, config: { heartbeat: 60 } });
}

test("changes of one instance run one after another, those of two side by side, with no dependsOn", () =>
  withEmulator(
    (emulator) => {
      const region = "provider-a::region-1";
      const [one = "", two = ""] = [72, 73].map((part) => {
        const subnet = `10.56.${part}.0/24`;
        const [vpc_id] = emulator.patch({ op: "add", in: "vpcs", fields: { region, name: `net-${part}`, subnet } });
        const fields = { region, name: `shop-${part}`, plan: "clustered-medium-3", nodes: 3, vpc_id: vpc_id! };
        return String(emulator.patch({ op: "add", in: "instances", fields })[0]);
      });
      const program = async () => {
        around("one", one);
        around("two", two);
      };
      const config = {
        "broker:apiKey": { secret: emulator.apiKey },
        "broker:customerUrl": emulator.customerUrl,
        "broker:baseUrl": emulator.baseUrl,
      };
      return withStack("overlap", program, { config }, async (stack) => {
        const up = await stack.up({ flags: ["--parallel", "16"] });
        expect(up.changes).toHaveLength(44);

        const writes = emulator.requests().filter(({ method, path }) => method !== "GET" && queued.test(path));
        const spans = (instance: string) =>
          writes
            .filter((each) => String(each.instance) === instance)
            .map(({ at, answeredAt = at }) => ({ from: at, to: answeredAt }))
            .sort((a, b) => a.from - b.from);
        for (const instance of [one, two]) {
          const own = spans(instance);
          expect(own.length).toBeGreaterThanOrEqual(11);
          expect(own.filter(({ from }, i) => i > 0 && from < (own[i - 1]?.to ?? 0))).toEqual([]);
        }
        // From the first to the last change of each, the two stretches of time lie over each other for the most part.
        const stretch = (instance: string) => {
          const own = spans(instance);
          return { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
        };
        const [a, b] = [stretch(one), stretch(two)];
        const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
        expect(shared / Math.min(a.to - a.from, b.to - b.from)).toBeGreaterThan(0.5);

        emulator.clearRequests();
        expect((await stack.up()).changes).toEqual([]);
        expect(emulator.requests()).toEqual([]);
        expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
        await stack.destroy({ flags: ["--parallel", "16"] });
      });
    },
    { speed: 300 },
  ));
