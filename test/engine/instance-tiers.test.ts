import type * as broker from "pulumi-broker";
import { showLaterVersion } from "../helpers/later-version";
import { type Shop, said, startShop } from "./instance-shop";

/** Tiers, nodes, disks with downtime and long upgrades on the real engine. The tests are the steps, in this order. */

let shop: Shop;

/** Previews and makes a change that must keep the instance; answers its record after it. */
async function inPlace(change: Partial<broker.InstanceArgs>, sends: string[]) {
  const [before] = shop.held();
  shop.args = { ...shop.args, ...change };
  expect((await shop.run("preview")).changes).toEqual(["update shop"]);
  expect(shop.lines()).toEqual([]);
  expect((await shop.run("up")).changes).toEqual(["update shop"]);
  expect(shop.lines()).toEqual(sends);
  const [after] = shop.held();
  expect(after?.id).toBe(before?.id);
  return after;
}

describe("the alternative broker", () => {
  beforeAll(async () => {
    shop = await startShop("instance-alternative", {
      plan: "alternative-shared-1",
      region: "provider-a::region-1",
      vpc: undefined,
      preferredAz: ["zone-a"],
    });
    await shop.run("up");
  });
  afterAll(() => shop.close());

  test("is migrated from a shared to a dedicated plan in another region in place, and the preview says what changes", async () => {
    const [before] = shop.held();
    const change = { plan: "alternative-small-1", region: "provider-b::region-2" };
    const good = shop.args;
    shop.args = { ...good, ...change };
    expect(said(await shop.run("preview"))).toContainEqual(
      expect.stringMatching(
        /^Instance "shop": moves to the region provider-b::region-2 in place, together with the new plan: the host name changes/,
      ),
    );
    shop.args = good;
    const after = await inPlace(change, [`PUT /customer/api/instances ${JSON.stringify(change)}`]);
    expect(after).toMatchObject({ ...change, shared: false, apikey: before?.apikey });
    expect(after?.host).not.toBe(before?.host);
    expect((await shop.run("preview")).changes).toEqual([]);
  });

  test("goes from one node to three in place, its zones named", async () => {
    const change = { plan: "alternative-medium-3", preferredAz: ["zone-a", "zone-b", "zone-c"] };
    const after = await inPlace(change, ['PUT /customer/api/instances {"plan":"alternative-medium-3"}']);
    expect(after).toMatchObject({ nodes: 3 });
  });
});

describe("the clustered broker on a shared plan", () => {
  beforeAll(async () => {
    const args = { plan: "clustered-shared-1", region: "provider-a::region-1", vpc: undefined };
    shop = await startShop("instance-shared", args);
    await shop.run("up");
  });
  afterAll(() => shop.close());

  test("is replaced for a dedicated one, and the preview says what is lost", async () => {
    shop.args = { ...shop.args, plan: "clustered-small-1" };
    const preview = await shop.run("preview");
    expect(preview.changes).toEqual(expect.arrayContaining(["replace shop", "replace hook"]));
    expect(said(preview)).toContainEqual(expect.stringMatching(/replaced because of plan: its messages, queues/));
  });
});

describe("the clustered broker on provider B", () => {
  beforeAll(async () => {
    shop = await startShop("instance-provider-b", {
      plan: "clustered-legacy",
      region: "provider-b::region-1",
      vpc: undefined,
      rmqVersion: "3.11.28",
    });
    // A swap takes up to three hours: at this speed half a minute. Twenty minutes of the service will do here.
    const swappingDisk: [number, number] = [1_200_000, 1_200_000];
    shop.emulator.patch({ op: "set", in: "timings", id: 1, fields: { swappingDisk } });
    showLaterVersion(shop.emulator);
    await shop.run("up");
  });
  afterAll(() => shop.close());

  test("more nodes are a resize in place", async () => {
    const after = await inPlace({ nodes: 3 }, ['PUT /customer/api/instances {"nodes":3}']);
    expect(after).toMatchObject({ nodes: 3 });
  });

  test("a disk without downtime is refused at preview, with the way out", async () => {
    const good = shop.args;
    shop.args = { ...good, disk: { extraSize: 100 } };
    const preview = await shop.run("preview", { exit: "failure" });
    shop.args = good;
    expect(preview.text).toMatch(/cannot be changed on this provider without downtime: add allowDowntime: true/);
  });

  test.each([100, 25] as const)("a disk of %i GB with downtime is swapped in place", async (extraSize) => {
    const sent = `PUT /customer/api/instances/disk {"extra_disk_size":${extraSize},"allow_downtime":true}`;
    const after = await inPlace({ disk: { extraSize, allowDowntime: true } }, [sent]);
    expect(after).toMatchObject({ extra_disk_size: extraSize });
  });

  test("an upgrade over three minor versions is one run", async () => {
    const after = await inPlace(
      { rmqVersion: "4.0.9" },
      ["3.12.14", "3.13.7", "4.0.9"].map(
        (version) => `POST /instance/api/actions/upgrade-broker {"version":"${version}"}`,
      ),
    );
    expect(after).toMatchObject({ rmq_version: "4.0.9" });
  });

  test("a VPC that the service makes for it is no change, refresh included", async () => {
    const [record] = shop.held();
    const body = { approved_subscriptions: ["01234567-89ab-cdef-0123-456789abcdef"] };
    const answer = await shop.emulator.call("POST", "/instance/api/vpc-connect", { body, key: record!.apikey });
    expect(answer.status).toBe(204);
    shop.emulator.advance(3_600_000);
    expect(shop.held()[0]?.vpc_id).not.toBeNull();
    await shop.run("refresh");
    expect((await shop.run("preview")).changes).toEqual([]);
  });

  test("a plan that the service refuses says how to replace the broker on purpose", async () => {
    const error = "Sorry, you can't move to this plan automatically.";
    const match = { method: "PUT", path: "/customer/api/instances/*" };
    shop.emulator.fault({ match, fault: { status: 422, body: { error } } });
    shop.args = { ...shop.args, plan: "clustered-large-3", nodes: undefined };
    const up = await shop.run("up", { exit: "failure" });
    expect(up.text).toMatch(/can't move to this plan automatically.*pulumi up --target-replace 'urn:pulumi:/);
    expect(shop.held()).toMatchObject([{ plan: "clustered-legacy" }]);
  });
});
