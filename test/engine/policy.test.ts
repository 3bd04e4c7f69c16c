import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import * as broker from "../../provider";
import type { Run } from "../helpers/engine-run";
import { repositoryRoot, temporaryFolder } from "../helpers/paths";
import { onStack } from "../helpers/shared-stack";
import { testYaml } from "../helpers/yaml-stack";

/** Needs the engine: it asks the policy pack of the examples, which refuses and passes stacks. */

const folder = temporaryFolder("policy");
const settings = join(folder, "settings.json");

beforeAll(() => {
  // The official download has a language host, which starts policy packs. To a CLI without one the engine offers this way:
  // it starts the Pulumi SDK's own server of policy packs, as the language host does.
  const script = `#!/bin/sh\nexec node "${require.resolve("@pulumi/pulumi/cmd/run-policy-pack")}" "$@"\n`;
  const file = join(folder, "pulumi-analyzer-policy-nodejs");
  writeFileSync(file, script);
  chmodSync(file, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const flags = ["--policy-pack", join(repositoryRoot, "examples", "policy")];

/** What the policy pack says of a run, as `rule: message`. */
const refusals = ({ events }: Run) =>
  events.flatMap(({ policyEvent: event }) => (event ? [`${event.policyName}: ${lastLine(event.message)}`] : [])).sort();

const lastLine = (message: string) =>
  message
    .replace(/<\{%.*?%\}>/g, "")
    .trim()
    .split("\n")
    .at(-1)
    ?.trim();

/** Runs a program's stack where the engine finds what starts policy packs. */
const withPolicies = (name: string, program: PulumiFn, body: Parameters<typeof onStack>[2]) =>
  onStack(name, { speed: 300, env: { PATH: folder + delimiter + (process.env["PATH"] ?? "") } }, (on) => {
    on.stack.program = program;
    return body(on);
  });

const region = "provider-a::region-1";
const office = { ip: "198.51.100.0/24", services: ["AMQPS" as const] };
const everybody = { ip: "0.0.0.0/0", services: ["AMQPS" as const] };

/** An alarm that reaches all recipients of its broker, or those that are named. */
const alarmOn = (instance: broker.InstanceInput, more: Partial<broker.CpuAlarmArgs> = {}) =>
  new broker.Alarm("cpu", {
    instance,
    type: "cpu",
    valueThreshold: 80,
    timeThreshold: 300,
    adoptDefault: true,
    ...more,
  });

const teamOn = (instance: broker.InstanceInput) =>
  new broker.Recipient("team", { instance, type: "email", value: "team@example.com" });

const noAlarm = (name: string) =>
  `broker-has-alarm: "${name}" has no alarm that reaches someone: declare an Alarm and a Recipient for it.`;

const noSharedPlan = (name: string) =>
  `no-shared-plan-in-production: "${name}" is on the shared plan clustered-shared-1: choose a dedicated one for production.`;

test("refuses what breaks a rule before anything is sent, and says what to do", () =>
  withPolicies(
    "production",
    async () => {
      new broker.Instance("shop", { plan: "clustered-shared-1", region });
      const gate = new broker.Instance("gate", { plan: "clustered-medium-1", region });
      new broker.FirewallRuleSet("doors", { instance: gate, rules: [office, everybody, { ...everybody, ip: "::/0" }] });
      alarmOn(gate, { enabled: false });
      teamOn(gate);
      // What stands on one broker is nothing for another one.
      const watched = new broker.Instance("watched", { plan: "clustered-medium-1", region });
      const call = new broker.Recipient("call", { instance: watched, type: "email", value: "call@example.com" });
      new broker.Alarm("flow", { instance: watched, type: "flow", timeThreshold: 60, recipients: [call] });
    },
    async ({ stack, emulator }) => {
      const said = [
        noAlarm("gate"),
        noAlarm("shop"),
        `no-open-firewall: "doors" lets everybody connect (0.0.0.0/0, ::/0): name the networks that need to.`,
        noSharedPlan("shop"),
      ];
      // `up` previews first.
      expect(refusals(await stack.up({ flags: [...flags, "--skip-preview=false"], exit: "failure" }))).toEqual(said);
      expect(emulator.writes()).toEqual([]);

      const excepted = {
        "no-open-firewall": { except: ["doors"] },
        "broker-has-alarm": { except: ["shop", "gate"] },
        "no-shared-plan-in-production": { stacks: ["live"] },
      };
      expect(refusals(await stack.preview({ flags: configured(excepted) }))).toEqual([]);
    },
  ));

test("passes what keeps the rules, new and unchanged, and reads from state what a preview cannot know", () =>
  withPolicies(
    "production",
    async () => {
      const shop = new broker.Instance("shop", { plan: "clustered-medium-1", region });
      new broker.FirewallRuleSet("doors", { instance: shop, rules: [office], takeOver: true });
      teamOn(shop);
      alarmOn(shop);
    },
    async ({ stack }) => {
      const kept = stack.program;
      const up = await stack.up({ flags });
      expect([refusals(up), up.changes.length]).toEqual([[], 4]);

      // An alarm that names its recipient, on a broker whose plan has a name that tells nothing.
      stack.program = async () => {
        await kept();
        const small = new broker.Instance("small", { plan: "clustered-shared-1", region });
        const onCall = new broker.Recipient("on-call", { instance: small, type: "email", value: "call@example.com" });
        new broker.Alarm("flow", { instance: small, type: "flow", timeThreshold: 60, recipients: [onCall] });
      };
      const unknown = configured({ "no-shared-plan-in-production": { plans: [] } });
      expect(refusals(await stack.preview({ flags: unknown }))).toEqual([]);
      await stack.up();
      // A broker that the stack only reads has its alarms elsewhere.
      const made = stack.program;
      stack.program = async () => {
        await made();
        broker.Instance.get("seeded", "1001");
      };
      expect(refusals(await stack.preview({ flags: unknown, exit: "failure" }))).toEqual([noSharedPlan("small")]);
    },
  ));

/** A reference to a resource of the program. */
const ref = (path: string) => `\${${path}}`;
const yaml = { project: "production", onPath: [folder] };

testYaml("a stack in YAML, whose types are the plugin's, is judged by the same rules", yaml, async ({ stack }) => {
  const shop = { type: "broker:Instance", properties: { plan: "clustered-shared-1", region } };
  const gate = { type: "broker:Instance", properties: { plan: "clustered-medium-1", region } };
  const doors = (rules: object[]) => ({ type: "broker:FirewallRuleSet", properties: { instance: ref("gate"), rules } });
  stack.declare({ resources: { shop, gate, doors: doors([office, everybody]) } });
  expect(refusals(await stack.fail("preview", ...flags))).toEqual([
    noAlarm("gate"),
    noAlarm("shop"),
    `no-open-firewall: "doors" lets everybody connect (0.0.0.0/0): name the networks that need to.`,
    noSharedPlan("shop"),
  ]);

  const email = { type: "email", value: "team@example.com" };
  const team = { type: "broker:Recipient", properties: { instance: ref("gate"), ...email } };
  const cpu = { type: "cpu", valueThreshold: 80, timeThreshold: 300, adoptDefault: true };
  const properties = { instance: ref("gate"), ...cpu, recipients: [ref("team.id")] };
  stack.declare({ resources: { gate, doors: doors([office]), team, alarm: { type: "broker:Alarm", properties } } });
  expect(refusals(await stack.run("preview", ...flags))).toEqual([]);
});

/** The flags of a run with settings of the policies. */
function configured(values: object): string[] {
  writeFileSync(settings, JSON.stringify(values));
  return [...flags, "--policy-pack-config", settings];
}
