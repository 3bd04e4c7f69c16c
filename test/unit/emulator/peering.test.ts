import { overlap } from "../../../provider/emulator/service/cidr";
import { makeInstanceVpcs } from "../../helpers/emulator";
import { testsOf } from "../../helpers/tests-of";
import { done, refused, runWith, tookMs, wrong } from "./scene";

const peeringPath = "/instance/api/vpc-peering";
const peer = { peer_account_id: "200000000002", peer_vpc_id: "vpc-0a1b2c3d", peer_subnet: "10.1.0.0/16" };
const ports = [443, 1883, 5551, 5552, 5671, 5672, 8883, 61613, 61614];

interface Row {
  vpc_peering_connection_id: string;
  status: { code: string; message: string };
}

/** Two instances on one platform, each in a VPC of its own, with the provider's ids of the VPCs. */
const run = runWith((emulator, platform: string = "provider-a") => ({
  vpcs: makeInstanceVpcs(emulator, platform),
  keys: emulator.instances.map(({ apiKey }) => apiKey),
  ask: (body: object, key?: string) => emulator.call("POST", peeringPath, { body, key }),
  accept: (id: string, key?: string) => emulator.call("PUT", `${peeringPath}/request/${id}`, { key }),
  rows: async (key?: string) => ((await emulator.call("GET", peeringPath, { key })).body as { rows: Row[] }).rows,
}));
const it = testsOf(run);
const onProviderC = testsOf((work: Parameters<typeof run>[0]) => run(work, "provider-c"));

const between = (from: string) => ({
  requester: { owner_id: "200000000002", vpc_id: "vpc-0a1b2c3d", cidr_block: "10.1.0.0/16" },
  accepter: { owner_id: "100000000001", vpc_id: from, cidr_block: "10.56.72.0/24" },
});

describe("a peering of provider A that is requested", () => {
  it("waits for an outsider to accept, is active then, and removed within seconds", async (on) => {
    const { ask, call, fault, rows, patch, state, advance, vpcs } = on;
    expect(await ask(peer)).toMatchObject({ status: 200, body: { success: true } });
    const { connection_id: id, id: record } = state().peerings[0]!;
    const row = {
      ...{ tag_set: [], vpc_peering_connection_id: id, routes: [] },
      requester_vpc_info: { owner_id: "100000000001", vpc_id: vpcs[0], cidr_block: "10.56.72.0/24" },
      accepter_vpc_info: { owner_id: "200000000002", vpc_id: "vpc-0a1b2c3d", cidr_block: "10.1.0.0/16" },
      status: { code: "pending-acceptance", message: "Pending Acceptance by 200000000002" },
    };
    const vpc = { id: vpcs[0], name: "net-0", subnet: "10.56.72.0/24" };
    expect((await call("GET", peeringPath)).body).toEqual({ rows: [row], vpc });
    patch({ op: "set", in: "peerings", id: record, fields: { status: "active" } });
    const active = { code: "active", message: "Active" };
    expect(await rows()).toMatchObject([{ status: active, routes: [{ destination: "10.1.0.0/16", state: "active" }] }]);
    fault({ match: { path: peeringPath }, fault: { merge: { status: "odd" } } });
    const { body } = await call("GET", peeringPath);
    expect(body).toMatchObject({ rows: [{ vpc_peering_connection_id: id, status: "odd" }] });
    expect(body).not.toHaveProperty("status");
    expect(await call("DELETE", `${peeringPath}/${id}`)).toMatchObject(done);
    expect(await rows()).toMatchObject([{ status: { code: "deleting" } }]);
    expect((await call("DELETE", `${peeringPath}/${id}`)).status).toBe(204);
    advance(10_000);
    expect(await rows()).toEqual([]);
    expect((await call("DELETE", `${peeringPath}/${id}`)).status).toBe(404);
  });

  it("is refused where there is one with this peer", async ({ ask }) => {
    expect((await ask(peer)).status).toBe(200);
    expect(await ask(peer)).toMatchObject(refused("A peering with vpc-0a1b2c3d exists already"));
  });

  it("needs a VPC that can be used", async ({ ask, call, patch, state }) => {
    const { id } = state().vpcs[0]!;
    patch({ op: "set", in: "vpcs", id, fields: { readyAt: Date.UTC(2031, 0) } });
    expect(await ask(peer)).toMatchObject(refused("VPC currently unavailable"));
    expect(await call("GET", peeringPath)).toMatchObject(refused("VPC currently unavailable"));
    patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: null } });
    expect(await ask(peer)).toMatchObject(refused("The instance isn't in a VPC"));
    expect((await call("GET", peeringPath)).body).toEqual({ rows: [] });
  });
});

describe("a request of provider A that is accepted", () => {
  it("is active seconds later, and opens the firewall for the other side", async (on) => {
    const { accept, call, rows, patch, state, advance, vpcs } = on;
    patch({ op: "add", in: "peerings", fields: { ...between(vpcs[0]!), connection_id: "pcx-1" } });
    const opened = { success: true, ports, subnets: ["10.1.0.0/16"] };
    expect(await accept("pcx-1")).toMatchObject({ status: 200, body: opened });
    expect(tookMs(on)).toBe(5_000);
    expect(await rows()).toMatchObject([{ status: { code: "provisioning" } }]);
    advance(10_000);
    expect(await rows()).toMatchObject([{ status: { code: "active" } }]);
    advance(40_000);
    const rule = { description: "VPC peering", ip: "10.1.0.0/16", services: [], ports };
    const { body } = await call("GET", "/instance/api/security/firewall");
    expect(body).toMatchObject([{ description: "Default" }, rule]);
    expect((await accept("pcx-1")).status).toBe(200);
    expect(state().firewalls[0]!.change).toBeNull();
  });

  it("has to wait for the firewall, and the firewall for it", async ({ accept, call, patch, advance, vpcs }) => {
    patch({ op: "add", in: "peerings", fields: { ...between(vpcs[0]!), connection_id: "pcx-1" } });
    const rule = { body: [{ ip: "192.0.2.0/24", ports: [80] }] };
    const configuring = { status: 400, body: { error_code: 40001 } };
    await call("PATCH", "/instance/api/security/firewall", rule);
    expect(await accept("pcx-1")).toMatchObject(configuring);
    advance(40_000);
    expect((await call("PUT", `${peeringPath}/pcx-1`)).status).toBe(200);
    expect(await call("PATCH", "/instance/api/security/firewall", rule)).toMatchObject(configuring);
  });

  it("may come from another instance of the service, and is not known at once", async (on) => {
    const { ask, accept, call, rows, advance, vpcs, keys } = on;
    await ask({ ...peer, peer_vpc_id: vpcs[1], peer_subnet: "10.56.73.0/24" });
    const id = (await rows())[0]!.vpc_peering_connection_id;
    expect(await rows(keys[1])).toEqual([]);
    const notYet = { status: 400, body: { error_code: 40003 } };
    expect(await accept(id, keys[1])).toMatchObject(notYet);
    expect(await call("DELETE", `${peeringPath}/${id}`, { key: keys[1] })).toMatchObject(notYet);
    advance(8_000);
    expect(await accept(id)).toMatchObject(refused("The other side has to accept this request"));
    expect((await accept(id, keys[1])).status).toBe(200);
    advance(10_000);
    for (const key of keys)
      expect(await rows(key)).toMatchObject([{ vpc_peering_connection_id: id, status: { code: "active" } }]);
  });

  it("is one that can be accepted, and one's own", async ({ accept, patch, vpcs, keys }) => {
    const fields = { ...between(vpcs[0]!), connection_id: "pcx-1", status: "expired" } as const;
    patch({ op: "add", in: "peerings", fields });
    expect(await accept("pcx-1")).toMatchObject(refused("The request is expired"));
    expect((await accept("pcx-1", keys[1])).status).toBe(404);
    expect((await accept("pcx-2")).status).toBe(404);
  });
});

describe("a peering of provider C", () => {
  const uri = "https://www.provider-c.example/compute/v1/projects/mine/global/networks/default";
  const network = "https://networks.provider-c.example/v1/projects/mine/global/networks/default";

  onProviderC("has rows of its own shape, takes 8 s to make and 15 s to remove", async (on) => {
    const { ask, call, rows, requests, patch, state } = on;
    expect(await ask({ peer_network_uri: uri })).toMatchObject({ status: 200, body: { peering: "peering-15001" } });
    const waiting = {
      name: "peering-15001",
      network,
      state: "INACTIVE",
      stateDetails: "Waiting for peer network to connect.",
      autoCreateRoutes: true,
    };
    expect((await call("GET", peeringPath)).body).toEqual({
      rows: [waiting],
      vpc: {
        network: "https://networks.provider-c.example/v1/projects/broker-service/global/networks/vpc-own0",
        name: "net-0",
        subnet: "10.56.72.0/24",
      },
    });
    patch({ op: "set", in: "networkPeerings", id: state().networkPeerings[0]!.id, fields: { state: "ACTIVE" } });
    expect(await rows()).toEqual([{ ...waiting, state: "ACTIVE", stateDetails: "Connected." }]);
    expect((await call("DELETE", `${peeringPath}/peering-15001`)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect(requests().map(({ at, answeredAt }) => answeredAt! - at)).toEqual([8_000, 0, 0, 15_000, 0]);
  });

  onProviderC("works once both sides have one, until one of them is removed", async (on) => {
    const { ask, call, rows, vpcs, keys } = on;
    const to = (vpc: string) => ({ peer_network_uri: `projects/broker-service/global/networks/${vpc}` });
    await ask(to(vpcs[1]!));
    expect(await rows()).toMatchObject([{ state: "INACTIVE" }]);
    await ask(to(vpcs[0]!), keys[1]);
    expect([await rows(), await rows(keys[1])]).toMatchObject([[{ state: "ACTIVE" }], [{ state: "ACTIVE" }]]);
    expect((await call("DELETE", `${peeringPath}/peering-15001`, { key: keys[1] })).status).toBe(404);
    await call("DELETE", `${peeringPath}/peering-15001`);
    expect([await rows(), await rows(keys[1])]).toMatchObject([[], [{ state: "INACTIVE" }]]);
  });

  onProviderC("takes the network in any spelling, once, and accepts nothing", async ({ ask, accept }) => {
    expect((await ask({ peer_network_uri: uri })).status).toBe(200);
    const there = refused("A peering with default exists already");
    for (const spelled of ["projects/mine/global/networks/default", network])
      expect(await ask({ peer_network_uri: spelled })).toMatchObject(there);
    const none = wrong({ peer_network_uri: "Must be the URI of a network" });
    expect(await ask({ peer_network_uri: "default" })).toMatchObject(none);
    expect(await ask({})).toMatchObject(wrong({ peer_network_uri: "Field is required" }));
    expect((await ask(peer)).status).toBe(400);
    expect(await accept("peering-15001")).toMatchObject(refused("Requests can be accepted on provider A only"));
  });

  const onProviderB = async ({ ask, rows }: Parameters<Parameters<typeof run>[0]>[0]) => {
    expect(await ask({ peer_network_uri: uri })).toMatchObject(refused("Peering isn't available on this platform"));
    expect(await rows()).toEqual([]);
  };
  it("is not to be had on provider B", onProviderB, "provider-b");
});

test.each([
  ["10.0.0.0/8", "10.1.0.0/16", true],
  ["10.1.0.0/16", "10.0.0.0/8", true],
  ["10.0.0.0/24", "10.0.1.0/24", false],
  ["10.0.0.0/24", "10.0.0.0/24", true],
  ["0.0.0.0/0", "255.255.255.255/32", true],
])("%s and %s overlap: %p", (a, b, expected) => expect(overlap(a, b)).toBe(expected));
