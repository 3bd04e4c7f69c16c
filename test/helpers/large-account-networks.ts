import type { AllowList, ServiceClient } from "../../provider/client";
import type { Emulator } from "../../provider/emulator";
import type { Held } from "./large-account";
import type { Place } from "./large-account-parts";

/** The account of the service at provider A, which is the peer of a network that peers with another one of the service. */
const serviceAccount = "100000000001";

/** One of the service's networks, with the instance through which its peerings are made. */
interface Side {
  place: Place;
  vpc: { id: string; subnet: string };
}

/** Makes peerings and private connections; `pass` lets minutes go by. Two requests, in and out, are left waiting. */
export async function connectNetworks(
  client: ServiceClient,
  emulator: Emulator,
  places: readonly Place[],
  pass: (minutes: number) => void,
): Promise<Held[]> {
  const held: Held[] = [];
  const vpcs = await client.vpcs.list();
  /** The networks on a provider, each with the oldest instance in it. */
  const sidesOn = (provider: string) =>
    vpcs.flatMap((vpc): Side[] => {
      const place = places.find((each) => each.provider === provider && each.vpc === vpc.id);
      return place === undefined ? [] : [{ place, vpc }];
    });
  const peering = ({ place }: Side, id: string): Held => ({
    type: "VpcPeering",
    id: `${place.id}/peerings/${encodeURIComponent(id)}`,
    name: id,
  });
  const apiOf = ({ place }: Side) => client.instance(place.id).peerings;

  const [first, second] = sidesOn("provider-a");
  if (first !== undefined) {
    const accepted = askFromOutside(emulator, first, "vpc-0customer1", "172.16.0.0/24");
    await apiOf(first).accept(accepted);
    pass(2);
    askFromOutside(emulator, first, "vpc-0stranger1", "172.30.0.0/24");
    for (const [peer_vpc_id, peer_subnet] of [
      ["vpc-0customer2", "172.16.2.0/24"],
      ["vpc-0customer3", "172.16.3.0/24"],
    ] as const)
      await apiOf(first).request({ peer_account_id: "300000000003", peer_vpc_id, peer_subnet });
    const asked = (await apiOf(first).list()).peerings;
    const idTo = (vpc: string) => asked.find(({ accepter }) => accepter?.vpc === vpc)?.id ?? "";
    const record = emulator.state().peerings.find(({ accepter }) => accepter.vpc_id === "vpc-0customer2");
    emulator.patch({ op: "set", in: "peerings", id: record?.id ?? 0, fields: { status: "active" } });
    held.push(...[accepted, idTo("vpc-0customer2"), idTo("vpc-0customer3")].map((id) => peering(first, id)));
  }
  if (first !== undefined && second !== undefined) {
    const { id: peer_vpc_id = "", subnet: peer_subnet = "" } = (await apiOf(second).list()).own;
    await apiOf(first).request({ peer_account_id: serviceAccount, peer_vpc_id, peer_subnet });
    pass(1);
    const [row] = (await apiOf(second).list()).peerings;
    await apiOf(second).accept(row?.id ?? "");
    held.push(peering(first, row?.id ?? ""), peering(second, row?.id ?? ""));
    pass(2);
  }
  const [onC] = sidesOn("provider-c");
  if (onC !== undefined) {
    await apiOf(onC).request({ peer_network_uri: "projects/customer-shop/global/networks/default" });
    const [made] = (await apiOf(onC).list()).peerings;
    const record = emulator.state().networkPeerings.find(({ name }) => name === made?.id);
    emulator.patch({ op: "set", in: "networkPeerings", id: record?.id ?? 0, fields: { state: "ACTIVE" } });
    held.push(peering(onC, made?.id ?? ""));
  }
  const all = [...held, ...(await connectPrivately(client, places))];
  pass(10);
  return [...all, ...(await findNewVpcs(client, vpcs))];
}

/** Adds a request of somebody outside, as the cloud provider would; answers its id. */
function askFromOutside(emulator: Emulator, { vpc }: Side, from: string, cidr_block: string): string {
  const requester = { owner_id: "300000000003", vpc_id: from, cidr_block };
  const { cloud_id = "" } = emulator.state().vpcs.find(({ id }) => String(id) === vpc.id) ?? {};
  const accepter = { owner_id: serviceAccount, vpc_id: cloud_id, cidr_block: vpc.subnet };
  const [id] = emulator.patch({ op: "add", in: "peerings", fields: { requester, accepter } });
  return emulator.state().peerings.find((each) => each.id === id)?.connection_id ?? "";
}

/** The list of those who may connect, by provider. */
const allowed: Record<string, AllowList> = {
  "provider-a": { allowed_principals: ["arn:cloud:iam::300000000003:root", "arn:cloud:iam::300000000003:role/shop"] },
  "provider-b": { approved_subscriptions: ["0f8fad5b-d9cb-469f-a165-70867728950e"] },
  "provider-c": { allowed_projects: ["customer-shop"] },
};

/** Switches private connectivity on for one instance of each provider, one of which is in no network before. */
async function connectPrivately(client: ServiceClient, places: readonly Place[]): Promise<Held[]> {
  const held: Held[] = [];
  for (const [provider, list] of Object.entries(allowed)) {
    const usable = places.filter((each) => each.provider === provider && !each.isShared);
    const place = (provider === "provider-b" ? usable.find(({ vpc }) => vpc === undefined) : undefined) ?? usable[0];
    if (place === undefined) continue;
    await client.instance(place.id).vpcConnect.enable(list);
    held.push({ type: "VpcConnect", id: `${place.id}/vpc-connect`, name: "" });
  }
  return held;
}

/** The networks that the service made for private connectivity. */
async function findNewVpcs(client: ServiceClient, known: readonly { id: string }[]): Promise<Held[]> {
  const isNew = ({ id }: { id: string }) => !known.some((each) => each.id === id);
  return (await client.vpcs.list()).filter(isNew).map(({ id, name }) => ({ type: "Vpc", id, name, isGiven: true }));
}
