import { createClient, systemClock } from "../../provider/api";
import { findNetworks, findOnBroker, findTeam, listAccount, type Reading } from "../../provider/cli/adopt/account";
import { isCandidate } from "../../provider/cli/adopt/candidate";
import { connectHost } from "../../provider/config";
import { noEngine } from "../../provider/framework/engine";
import { createRun } from "../../provider/framework/run";
import { definitions } from "../../provider/resources";
import { withEmulator } from "../helpers/emulator";
import { fillAccount } from "../helpers/large-account";

/** The kinds that the account does not hold as things of their own, each with the reason. */
const noThings: Record<string, string> = {
  BrokerAction: "it is done once and leaves nothing behind",
  BrokerConfig: "the settings are arguments of the Instance",
  CredentialRotation: "it is done once and leaves nothing behind",
  Firehose: "the service does not show which vhosts it traces",
  MaintenanceDate: "the service has planned it, and it passes by itself",
};

test("adopt finds things of every kind that an account can hold", () =>
  withEmulator(async (emulator) => {
    const { customerUrl, baseUrl, apiKey } = emulator;
    const held = await fillAccount(emulator, { instances: 7, names: "plain" });
    const client = createClient({ customerUrl, baseUrl, apiKey });
    const reading: Reading = {
      ...{ run: createRun(systemClock, noEngine, connectHost), client, isManaged: () => false },
      call: { deadline: systemClock.now() + 600_000 },
    };
    try {
      const listing = await listAccount(reading, { instances: [], tags: [], vpcs: [] });
      const found = [...findNetworks(listing), ...(await findTeam(reading))];
      for (const instance of listing.instances) found.push(...(await findOnBroker(reading, instance, listing)));
      const kinds = new Set(found.filter(isCandidate).map(({ definition }) => definition.type));
      expect([...kinds, ...Object.keys(noThings)].sort()).toEqual(definitions.map(({ type }) => type).sort());
      // Some of the brokers have a maintenance day alone or a time alone.
      const settings = (all: { id?: string }[]) =>
        all.flatMap(({ id }) => (id?.endsWith("settings") ? [id] : [])).sort();
      expect(settings(found.filter(isCandidate))).toEqual(settings(held));
    } finally {
      await client.close();
    }
  }));
