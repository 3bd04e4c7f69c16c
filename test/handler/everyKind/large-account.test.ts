import { it } from "../../helpers/emulator";
import { fillAccount } from "../../helpers/large-account";
import { hostileNames } from "../../helpers/large-account-names";

const canary = "canary-0f8a2c77";

// That things of every kind are among them, and that the list is complete, the tests of adopt show.
it("an account is filled with things of every kind, and every secret holds the canary", async (emulator) => {
  const held = await fillAccount(emulator, { instances: 7, names: "plain", canary });
  const { instances, recipients, webhooks, logs, metrics, peerings, networkPeerings, firewalls } = emulator.state();
  expect([instances.length, emulator.requests().filter(({ status }) => (status ?? 0) >= 400)]).toEqual([7, []]);

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
});

it("with hostile names, all of them are in a small account, and what has no name is there too", async (emulator) => {
  const held = await fillAccount(emulator, { instances: 3, names: "hostile" });
  const given = new Set(held.map(({ name }) => name));
  const state = JSON.stringify(emulator.state());
  expect(hostileNames.filter((name) => !state.includes(JSON.stringify(name).slice(1, -1)))).toEqual([]);
  expect(given.has("")).toBe(true);
});
