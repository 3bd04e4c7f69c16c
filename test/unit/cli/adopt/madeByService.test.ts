import { createClient, systemClock } from "../../../../provider/api";
import { findOnBroker, listAccount, type Reading } from "../../../../provider/cli/adopt/account";
import { isCandidate } from "../../../../provider/cli/adopt/take";
import { connectWith } from "../../../../provider/config";
import { noEngine } from "../../../../provider/framework/run/engine";
import { createRun } from "../../../../provider/framework/run/run";
import { withEmulator } from "../../../helpers/emulator";

const options = { speed: 600 };
test("all that the service makes with a broker counts as made by the service, and the rest does not", () =>
  withEmulator(async (emulator) => {
    const client = createClient(emulator);
    const call = { deadline: systemClock.now() + 60_000 };
    const run = createRun(systemClock, noEngine, connectWith(""));
    const reading: Reading = { run, client, call, isManaged: () => false };
    const region = "provider-a::region-1";
    for (const { name } of await client.plans.list(call))
      await client.operations.instances.create({ name, plan: name, region });
    emulator.advance(60 * 60_000);
    const listing = await listAccount(reading, { instances: [], tags: [], vpcs: [] });
    const kinds = new Set<string>();
    for (const instance of listing.instances) {
      const [, ...found] = await findOnBroker(reading, instance, listing);
      // A planned maintenance passes by itself and can be nothing of a program.
      const things = found.filter(isCandidate);
      for (const { definition } of things) kinds.add(definition.type);
      expect(things.filter(({ isOfService }) => !isOfService)).toEqual([]);
    }
    expect([...kinds].sort()).toEqual(["Alarm", "Plugin", "Recipient"]);
    // The same kinds count once somebody makes them.
    const api = client.instance("1001").operations;
    await api.alarms.create({ type: "flow", time_threshold: 30 });
    await api.plugins.enable("broker_top");
    emulator.advance(60 * 60_000);
    // A client of its own has no list of before.
    const later = createClient(emulator);
    const [seeded] = listing.instances.filter(({ id }) => id === "1001");
    const [, ...now] = await findOnBroker({ ...reading, client: later }, seeded!, listing);
    const others = now.filter(isCandidate).filter(({ isOfService }) => !isOfService);
    expect(others.map(({ label }) => label)).toEqual(["flow", "broker_top"]);
    await Promise.all([client.close(), later.close()]);
  }, options));
