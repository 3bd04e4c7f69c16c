import { createClient, type ServiceClient } from "../../provider/client";
import type { Emulator } from "../../provider/emulator";
import { namesOf } from "./large-account-names";
import { connectNetworks } from "./large-account-networks";
import { fillInstance, type Place } from "./large-account-parts";

/** Something that the account holds and that a program can declare. */
export interface Held {
  /** The name of the resource's class. */
  type: string;
  id: string;
  /** What the service or its users call it; the empty text where nothing has that role. */
  name: string;
  /** True for what the service made with an instance, and for what the emulator holds from the start. */
  isGiven?: true;
}

export interface FillOptions {
  /** How many instances the account holds in the end, with those that it has already. */
  instances: number;
  names: "plain" | "hostile";
  /** A text of letters, digits and `-` that every secret holds, so that a test can search for it. */
  canary?: string;
  /** The speed of the emulator's clock afterwards. Default: 600. */
  speed?: number;
}

/** The speed while the account is filled: what takes the service minutes takes milliseconds. */
const fillingSpeed = 10_000;
const minuteMs = 60_000;

/** How many instances are filled at once. */
const atOnce = 8;

/**
 * Fills the account of an emulator that has a clock of its own with instances of all providers, plans and kinds of
 * broker, and with everything on them that a program can declare; answers all that the account then holds. What was set
 * on an instance itself (`config`, `disk`) belongs to the `Instance`, so that no `BrokerConfig` is named. 40 instances
 * take some 1,900 requests and a few seconds, and hold 1,650 things.
 */
export async function fillAccount(emulator: Emulator, options: FillOptions): Promise<Held[]> {
  const { customerUrl, baseUrl, apiKey } = emulator;
  const client = createClient({ customerUrl, baseUrl, apiKey });
  const names = namesOf(options.names);
  const pass = (minutes: number) => emulator.advance(minutes * minuteMs);
  emulator.speed(fillingSpeed);
  try {
    const held: Held[] = [];
    const networks = await makeNetworks(client, names.next, options.instances);
    held.push(...networks.map(({ id, name }) => ({ type: "Vpc", id, name })));
    pass(5);
    const known = (await client.instances.list()).map(({ id }) => id);
    await makeInstances(client, names.next, networks, options.instances - known.length);
    pass(10);
    const places = await findPlaces(client);
    for (const { id, vpc, name } of places) {
      held.push({ type: "Instance", id, name, ...(known.includes(id) && { isGiven: true }) });
      if (vpc !== undefined && !held.some((each) => each.type === "Vpc" && each.id === vpc))
        held.push({ type: "Vpc", id: vpc, name });
    }
    // Each instance has a source of its own, because instances are filled side by side.
    const namesFor = (number: number) => namesOf(options.names, number * 14);
    const secret = (what: string) => `${options.canary ?? "secret"}-${what}`;
    for (let start = 0; start < places.length; start += atOnce) {
      const filled = places.slice(start, start + atOnce).map((place, i) => {
        const number = start + i;
        return fillInstance(client.instance(place.id), place, { number, names: namesFor(number), secret });
      });
      held.push(...(await Promise.all(filled)).flat());
    }
    pass(10);
    held.push(...(await connectNetworks(client, emulator, places, pass)));
    await resizeDisks(client, places);
    pass(200);
    held.push(...(await inviteTeam(client, names.next)), ...(await planMaintenance(client, emulator, places)));
    return held;
  } finally {
    emulator.speed(options.speed ?? 600);
    await client.close();
  }
}

interface Network {
  id: string;
  name: string;
  region: string;
}

/** Makes a network for about every fourth instance, on all providers, and one that nothing is in. */
async function makeNetworks(client: ServiceClient, name: (plain: string) => string, instances: number) {
  const made: Network[] = [];
  for (let i = 0; i < Math.max(3, Math.ceil(instances / 4)); i += 1) {
    const region = `provider-${"abc"[i % 3]}::region-${1 + (Math.floor(i / 3) % 2)}`;
    const vpc = { name: name(`network-${i + 1}`), region, subnet: `10.${60 + i}.0.0/24`, tags: ["network"] };
    made.push({ ...vpc, id: (await client.vpcs.create(vpc)).id });
  }
  // Nothing is put into this one.
  const unused = { name: name("unused"), region: "provider-a::region-2", subnet: "10.200.0.0/24" };
  return [...made, { ...unused, id: (await client.vpcs.create(unused)).id }];
}

const dedicatedPlans = [
  "clustered-small-1",
  "alternative-small-1",
  "clustered-medium-3",
  "alternative-medium-1",
  "clustered-large-1",
  "clustered-legacy",
];

async function makeInstances(
  client: ServiceClient,
  name: (plain: string) => string,
  networks: readonly Network[],
  count: number,
): Promise<void> {
  const usable = networks.slice(0, -1);
  for (let i = 0; i < count; i += 1) {
    const common = { name: name(`broker-${i + 1}`), tags: [name("shop"), `team-${i % 3}`] };
    if (i % 5 === 4) {
      const plan = i % 2 === 0 ? "clustered-shared-2" : "alternative-shared-1";
      await client.instances.create({ ...common, plan, region: `provider-${"abc"[i % 3]}::region-1` });
      continue;
    }
    const plan = dedicatedPlans[i % dedicatedPlans.length] ?? "";
    // Two of three instances stand in a network, several in the first ones.
    const network = i % 3 === 2 ? undefined : usable[Math.floor(i / 2) % usable.length];
    const region = network?.region ?? `provider-${"abc"[i % 3]}::region-2`;
    await client.instances.create({
      ...common,
      plan,
      region,
      ...(network && { vpc_id: Number(network.id) }),
      ...(i % 12 === 2 && { vpc_subnet: `10.${210 + Math.floor(i / 12)}.0.0/24` }),
      ...(plan === "clustered-legacy" && { nodes: 3 }),
      ...(plan === "clustered-small-1" && { rmq_version: "3.13.2" }),
      ...(plan === "clustered-medium-3" && i % 2 === 0 && { preferred_az: ["zone-1", "zone-2", "zone-2"] }),
    });
  }
}

/** Reads what has to be known of each instance to fill it. */
async function findPlaces(client: ServiceClient): Promise<Place[]> {
  const all = await client.instances.list();
  return Promise.all(
    all.map(async ({ id, name, region, plan, vpc_id: vpc }) => {
      const { backend } = await client.instances.get(id);
      const provider = region.slice(0, "provider-a".length);
      return { id, name, provider, isShared: plan.includes("shared"), isClustered: backend === "clustered", vpc };
    }),
  );
}

/** Gives more disk to some instances. */
async function resizeDisks(client: ServiceClient, places: readonly Place[]): Promise<void> {
  const some = places.filter(({ isShared }, i) => !isShared && i % 4 === 0);
  await Promise.all(
    some.map(({ id }) => client.instances.resizeDisk(id, { extra_disk_size: 50, allow_downtime: true })),
  );
}

async function inviteTeam(client: ServiceClient, name: (plain: string) => string): Promise<Held[]> {
  const there = await client.team.list();
  await client.team.invite({ email: "Dana.Ops@example.com", role: "devops" });
  await client.team.invite({ email: "o'brien+bills@example.com", role: "billing manager" });
  await client.team.invite({ email: "reader@example.com", role: "monitor", tags: [name("shop")] });
  await client.team.invite({ email: "member@example.com" });
  return (await client.team.list()).map(({ email }) => ({
    ...{ type: "TeamMember", id: email.toLowerCase(), name: email },
    ...(there.some((each) => each.email === email) && { isGiven: true }),
  }));
}

/** Moves the maintenance that the service plans for some instances; only the service itself can plan one. */
async function planMaintenance(client: ServiceClient, emulator: Emulator, places: readonly Place[]): Promise<Held[]> {
  const [place] = places.filter(({ isShared, id }) => !isShared && id !== "1001").slice(-1);
  if (place === undefined) return [];
  const [planned = 0] = emulator.patch({ op: "add", in: "maintenances", fields: { instance_id: Number(place.id) } });
  const { maintenance } = client.instance(place.id);
  const [found] = await maintenance.list();
  const latest = Date.parse(found?.required_by ?? "");
  await maintenance.reschedule(String(planned), { scheduled_by: new Date(latest - 86_400_000).toISOString() });
  return [{ type: "MaintenanceDate", id: `${place.id}/maintenance/${planned}`, name: "" }];
}
