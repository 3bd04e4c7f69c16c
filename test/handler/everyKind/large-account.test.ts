import { type TestEmulator, withEmulator } from "../../helpers/emulator";
import { fillAccount } from "../../helpers/large-account";
import { hostileNames } from "../../helpers/large-account-names";

const canary = "canary-0f8a2c77";

/** The Pulumi ids of all that the emulator holds and that has an id of its own, read from its records. */
function idsIn(emulator: TestEmulator): string[] {
  const state = emulator.state();
  const kinds = {
    ...{ alarms: state.alarms, recipients: state.recipients, webhooks: state.webhooks },
    ...{ eventbridges: state.eventBridges, logs: state.logs, metrics: state.metrics },
  };
  const singles = {
    "custom-domain": state.customDomains.filter(({ hostname }) => hostname !== null),
    "maintenance-settings": state.maintenanceSettings.filter(
      (each) => each.preferred_maintenance_day !== "" || each.preferred_maintenance_time !== "",
    ),
    "vpc-connect": state.vpcConnects.filter(({ enabled }) => enabled),
  };
  // A shared instance has plugins in the emulator's records, and none on the service.
  const dedicated = state.instances.filter(({ shared }) => !shared);
  const isDedicated = (instance: number) => dedicated.some(({ id }) => id === instance);
  return [
    ...[...state.vpcs, ...state.instances].map(({ id }) => String(id)),
    ...state.team.map(({ email }) => email.toLowerCase()),
    ...Object.entries(kinds).flatMap(([kind, all]) => all.map((each) => `${each.instance_id}/${kind}/${each.id}`)),
    ...Object.entries(singles).flatMap(([kind, all]) => all.map((each) => `${each.instance_id}/${kind}`)),
    ...dedicated.map(({ id }) => `${id}/firewall`),
    ...dedicated.filter(({ hipe }) => hipe.length > 0).map(({ id }) => `${id}/hipe`),
    ...state.plugins
      .filter(({ instance_id, enabled, required }) => enabled && required === null && isDedicated(instance_id))
      .map(
        ({ instance_id, name, require }) =>
          `${instance_id}/${require === null ? "plugins" : "community-plugins"}/${name}`,
      ),
  ];
}

test("an account is filled with things of every kind; the list of them is complete, and every secret holds the canary", () =>
  withEmulator(async (emulator) => {
    const held = await fillAccount(emulator, { instances: 7, names: "plain", canary });
    const { instances, recipients, webhooks, logs, metrics, peerings, networkPeerings, firewalls } = emulator.state();
    expect([instances.length, emulator.requests().filter(({ status }) => (status ?? 0) >= 400)]).toEqual([7, []]);

    // A maintenance is planned by the service, and a peering is seen from both of its sides.
    const own = held.filter(({ type }) => type !== "MaintenanceDate" && type !== "VpcPeering");
    expect(own.map(({ id }) => id).sort()).toEqual(idsIn(emulator).sort());
    expect([...new Set(held.map(({ type }) => type))].sort()).toEqual([
      ...["Alarm", "CustomDomain", "EventBridge", "FirewallRuleSet", "Hipe", "Instance", "Integration"],
      ...["MaintenanceDate", "MaintenanceSettings", "Plugin", "Recipient", "TeamMember", "Vpc", "VpcConnect"],
      ...["VpcPeering", "Webhook"],
    ]);
    expect(new Set(instances.map(({ region }) => region[9]))).toEqual(new Set(["a", "b", "c"]));
    expect(new Set(instances.map(({ shared, backend }) => `${shared} ${backend}`)).size).toBeGreaterThan(2);

    const named = held.filter(({ type }) => type === "VpcPeering").map(({ name }) => name);
    const waiting = peerings.filter(({ status }) => status === "pending-acceptance");
    const strangers = waiting.filter(({ requester }) => requester.vpc_id === "vpc-0stranger1");
    expect([waiting.length, strangers.map(({ connection_id }) => named.includes(connection_id))]).toEqual([2, [false]]);
    expect(new Set(named).size).toBe(peerings.length - 1 + networkPeerings.length);
    const described = firewalls.flatMap(({ rules }) => rules.map(({ description }) => description));
    expect(described).toEqual(expect.arrayContaining(["VPC peering", "VPC connect"]));

    const secrets = [
      ...recipients.filter(({ name }) => name !== "Default").map(({ value }) => value),
      ...webhooks.map(({ webhook_uri }) => webhook_uri),
      ...[...logs, ...metrics].map(({ config }) => JSON.stringify(config)),
    ];
    expect(secrets.length).toBeGreaterThan(100);
    expect(secrets.filter((text) => !text.includes(canary))).toEqual([]);
  }));

test("with hostile names, all of them are in a small account, and what has no name is there too", () =>
  withEmulator(async (emulator) => {
    const held = await fillAccount(emulator, { instances: 3, names: "hostile" });
    const given = new Set(held.map(({ name }) => name));
    const state = JSON.stringify(emulator.state());
    expect(hostileNames.filter((name) => !state.includes(JSON.stringify(name).slice(1, -1)))).toEqual([]);
    expect(given.has("")).toBe(true);
  }));
