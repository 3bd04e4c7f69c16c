import { setTimeout as sleep } from "node:timers/promises";
import { runtime } from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { onStack } from "../helpers/shared-stack";

/** Needs the engine: it decides the order of the sets of a run, and resumes a replacement that was cut off. */

const foreign = { description: "", ip: "192.0.2.0/24", services: ["HTTPS" as const], ports: [] };
const office = { ip: "198.51.100.0/24", services: ["AMQPS" as const] };
const vpn = { ip: "203.0.113.0/24", ports: [5671] };

test("a merge set through --replace, a rule that moves to another set, and a removal: its own rules, and no others", () =>
  onStack("firewall", { speed: 100 }, async ({ emulator, stack }) => {
    const [{ id: instance = 0 } = {}] = emulator.instances;
    const firewall = () => emulator.state().firewalls.find((each) => each.instance_id === instance);
    const networks = () => firewall()?.rules.map(({ ip }) => ip);
    const declare = (sets: Record<string, broker.FirewallRuleSetArgs["rules"]>) => async () => {
      for (const [name, rules] of Object.entries(sets)) {
        new broker.FirewallRuleSet(name, { instance, rules, mode: "merge" });
      }
    };
    emulator.patch({ op: "set", in: "firewalls", id: firewall()?.id ?? 0, fields: { rules: [foreign] } });
    stack.program = declare({ one: [office, vpn] });
    await stack.up();
    expect(networks()).toEqual([foreign.ip, office.ip, vpn.ip]);

    const history = firewall()?.history.length;
    const urn = stack.urn("pulumi-nodejs:dynamic/broker:FirewallRuleSet", "one");
    const replaced = await stack.up({ flags: ["--replace", urn] });
    expect(replaced.changes).toContain("replace one");
    expect(networks()).toEqual([foreign.ip, office.ip, vpn.ip]);
    expect(firewall()?.history).toHaveLength(history ?? 0);
    expect((await stack.up()).changes).toEqual([]);
    expect((await stack.refresh()).changes).toEqual([]);

    // Cut off between the two halves of a replacement: the next run deletes the old one.
    const state = stack.exportState();
    const { resources = [] } = state.deployment;
    resources.push(...resources.filter((each) => each.urn === urn).map((each) => ({ ...each, delete: true })));
    await stack.importState(state);
    expect((await stack.up()).changes).toEqual(["delete-replaced one"]);
    expect(networks()).toEqual([foreign.ip, office.ip, vpn.ip]);
    expect((await stack.up()).changes).toEqual([]);

    stack.program = declare({ one: [office], two: [{ ...vpn, ports: [5672] }] });
    await stack.up();
    expect(networks()?.sort()).toEqual([foreign.ip, office.ip, vpn.ip]);
    expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);

    stack.program = declare({ one: [office] });
    await stack.up();
    expect(networks()).toEqual([foreign.ip, office.ip]);
    await stack.destroy();
    expect(networks()).toEqual([foreign.ip]);
  }));

test("a rule that a merge set drops before the run meets another set that declares it is opened again", () =>
  onStack("firewall-late", { speed: 100 }, async ({ emulator, stack }) => {
    const [{ id: instance = 0 } = {}] = emulator.instances;
    const networks = () => emulator.state().firewalls.find((each) => each.instance_id === instance)?.rules ?? [];
    const isOpen = () => networks().some(({ ip }) => ip === vpn.ip);
    const declare = (rules: broker.FirewallRuleSetArgs["rules"], isLate: boolean) => async () => {
      const onceClosed = async () => {
        while (isLate && !runtime.isDryRun() && isOpen()) await sleep(50);
        return [vpn];
      };
      new broker.FirewallRuleSet("one", { instance, rules, mode: "merge" });
      new broker.FirewallRuleSet("two", { instance, rules: onceClosed(), mode: "merge" });
    };
    stack.program = declare([office, vpn], false);
    await stack.up();
    stack.program = declare([office], true);
    const { changes, text } = await stack.up();
    expect(changes.sort()).toEqual(["update one", "update two"]);
    expect(text).toContain(`opens ${vpn.ip} again`);
    expect(isOpen()).toBe(true);
    expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
  }));
