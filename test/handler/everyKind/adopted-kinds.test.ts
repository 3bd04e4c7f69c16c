import { createClient, systemClock } from "../../../provider/api";
import { findAll, findOnBroker, listAccount, type Reading } from "../../../provider/cli/adopt/account";
import { type Found, importOf, isCandidate, take } from "../../../provider/cli/adopt/take";
import { connectHost } from "../../../provider/config";
import { noEngine } from "../../../provider/framework/run/engine";
import { createRun } from "../../../provider/framework/run/run";
import { definitions } from "../../../provider/resources/definitions";
import { configOf, it, type TestEmulator } from "../../helpers/emulator";
import { fillAccount } from "../../helpers/large-account";
import { kinds } from "../../kinds";

/** Runs `work` with what `adopt` reads an account with. */
async function withReading(emulator: TestEmulator, work: (reading: Reading) => Promise<void>): Promise<void> {
  const client = createClient(emulator);
  const run = createRun(systemClock, noEngine, connectHost);
  const config: Record<string, string> = configOf(emulator);
  run.configure((key) => config[key]);
  const call = { deadline: systemClock.now() + 600_000 };
  await work({ run, client, call, isManaged: () => false }).finally(() => client.close());
}

it("adopt finds things of every kind that an account can hold", async (emulator) => {
  const held = await fillAccount(emulator, { instances: 7, names: "plain" });
  await withReading(emulator, async (reading) => {
    const listing = await listAccount(reading, { instances: [], tags: [], vpcs: [] });
    const found: Found[] = [];
    for await (const part of findAll(reading, listing, { say() {} })) found.push(...part.found);
    const adopted = new Set(found.filter(isCandidate).map(({ definition }) => definition.type));
    const others = kinds.filter(({ notAdopted }) => notAdopted !== undefined).map(({ className }) => className);
    expect([...adopted, ...others].sort()).toEqual(definitions.map(({ type }) => type).sort());
    // Some of the brokers have a maintenance day alone or a time alone.
    const settings = (all: { id?: string }[]) => all.flatMap(({ id }) => (id?.endsWith("settings") ? [id] : [])).sort();
    expect(settings(found.filter(isCandidate))).toEqual(settings(held));
  });
});

it("adopt takes integrations with systems and parameters that are newer than the package", async (emulator) => {
  const [{ id: instance_id = 0 } = {}] = emulator.instances;
  const newer = { log_vendor_z: { any_key: "1" }, log_vendor_e: { token: "the-token", any_key: "1" } };
  for (const [type, config] of Object.entries(newer))
    emulator.patch({ op: "add", in: "logs", fields: { instance_id, type, config } });
  await withReading(emulator, async (reading) => {
    const { run } = reading;
    const listing = await listAccount(reading, { instances: [`${instance_id}`], tags: [], vpcs: [] });
    const found = (await findOnBroker(reading, listing.instances[0]!, listing)).filter(isCandidate);
    const all = await Promise.all(found.filter(({ id }) => id.includes("/logs/")).map((each) => take(run, each)));
    const taken = all.flatMap((each) => each ?? []);
    const parameters = { any_key: "1" };
    expect(taken.map(({ inputs }) => inputs)).toEqual([
      { instance: `${instance_id}`, system: "log_vendor_z", config: { parameters } },
      { instance: `${instance_id}`, system: "log_vendor_e", config: { token: "the-token", parameters } },
    ]);
    const imports = taken.map((each) => importOf(run, each, { type: "", name: "one", urn: "urn:one" }));
    expect(imports.flatMap(({ refusals }) => refusals)).toEqual([]);
  });
});
