import type * as broker from "pulumi-broker";
import { type Shop, said, startShop } from "./instance-shop";

/** The instance under the rules of its row: what is no change, what is refused, what replaces. The tests are the steps, in this order. */

let shop: Shop;

beforeAll(async () => {
  shop = await startShop("instance-rules", {
    plan: "clustered-medium-3",
    region: "provider-a::region-1",
    rmqVersion: "3.12.13",
    disk: { extraSize: 100 },
  });
});

afterAll(() => shop.close());

test("made", async () => {
  await shop.run("up");
  expect(shop.held()).toHaveLength(1);
});

test("a service that is newer than the declared minimum is no change, and a note says so", async () => {
  shop.emulator.patch({ op: "set", in: "instances", id: shop.held()[0]!.id, fields: { rmq_version: "3.12.14" } });
  expect((await shop.run("refresh", { flags: ["--expect-no-changes"] })).code).toBe(0);
  const preview = await shop.run("preview");
  expect(preview.changes).toEqual([]);
  expect(said(preview)).toContainEqual(
    expect.stringMatching(/on 3\.12\.14, newer than the declared minimum 3\.12\.13/),
  );
});

test.each<[string, Partial<broker.InstanceArgs>, RegExp]>([
  ["plan", { plan: "clustered-medium-33" }, /no plan "clustered-medium-33": did you mean clustered-medium-3/],
  ["disk", { disk: { extraSize: 25 } }, /is made smaller \(from 100 to 25 GB\).*allowDowntime/],
  ["disk, with another plan in place", { plan: "clustered-large-3", disk: { extraSize: 25 } }, /disk is made smaller/],
  ["config", { config: { vmMemoryHighWatermark: 0.95 } }, /vmMemoryHighWatermark: must be 0\.9 or less/],
])("refused at preview: %s", async (_what, change, reason) => {
  const good = shop.args;
  shop.args = { ...shop.args, ...change };
  const preview = await shop.run("preview", { exit: "failure" });
  shop.args = good;
  expect(preview.text).toMatch(reason);
  expect(shop.lines()).toEqual([]);
});

test.each<[string, Partial<broker.InstanceArgs>]>([
  ["dedicated → shared", { plan: "clustered-shared-1", disk: undefined, vpc: undefined }],
  ["another software", { plan: "alternative-medium-3", rmqVersion: undefined }],
])("replaced: %s; the preview shows what is lost, and its children as replaced", async (_what, change) => {
  const good = shop.args;
  shop.args = { ...shop.args, ...change };
  const preview = await shop.run("preview");
  shop.args = good;
  expect(preview.changes).toEqual(expect.arrayContaining(["replace shop", "replace hook"]));
  expect(preview.changes.filter((text) => text.endsWith(" net"))).toEqual([]);
  expect(said(preview)).toContainEqual(expect.stringMatching(/replaced because of plan: its messages, queues/));
  expect(shop.lines()).toEqual([]);
});

test("replaced: the region; another id, and the old one gone", async () => {
  const [before] = shop.held();
  shop.args = { ...shop.args, region: "provider-a::region-2" };
  const up = await shop.run("up");
  expect(up.changes).toEqual(expect.arrayContaining(["create-replacement shop", "delete-replaced shop"]));
  const posts = shop.lines().filter((text) => text.startsWith("POST /customer/api/instances"));
  expect(posts).toHaveLength(1);
  expect(shop.held()).toMatchObject([{ region: "provider-a::region-2", extra_disk_size: 100 }]);
  expect(shop.held()[0]?.id).not.toBe(before?.id);
});

test("deleted outside: a refresh drops it with its child, and one up brings both back, once", async () => {
  const [{ id } = { id: 0 }] = shop.held();
  shop.emulator.patch({ op: "delete", in: "instances", id });
  const dropped = await shop.run("refresh");
  expect(dropped.changes.sort()).toEqual(["delete hook", "delete shop"]);
  const up = await shop.run("up");
  expect(up.changes.sort()).toEqual(["create hook", "create shop"]);
  expect(
    shop
      .lines()
      .filter((text) => text.startsWith("POST"))
      .map((text) => text.split(" ")[1]),
  ).toEqual(["/customer/api/instances", "/instance/api/webhooks"]);
  expect(shop.held()).toHaveLength(1);
  expect(shop.held()[0]?.id).not.toBe(id);
});

test("customTimeouts.delete alone is an update that sends nothing, and the next destroy keeps to it", async () => {
  shop.timeouts = { delete: "1s" };
  expect((await shop.run("up")).changes).toEqual(["update shop"]);
  expect(shop.emulator.requests()).toEqual([]);
  shop.emulator.patch({ op: "set", in: "timings", id: 1, fields: { deleting: [4_000_000, 4_000_000] } });
  const cut = await shop.run("destroy", { exit: "failure" });
  expect(cut.text).toMatch(/gave up waiting for instance \d+ to be gone after [12]s/);
  shop.emulator.patch({ op: "set", in: "timings", id: 1, fields: { deleting: [0, 0] } });
  shop.emulator.advance(4_000_000);
  expect((await shop.run("destroy")).changes.sort()).toEqual(["delete net", "delete shop"]);
  expect(shop.held()).toEqual([]);
});
