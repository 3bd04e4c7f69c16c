import type * as broker from "pulumi-broker";
import { showLaterVersion } from "../helpers/later-version";
import { type Shop, said, startShop } from "./instance-shop";

/** The instance walked through what is changed in place: each cell is previewed, and then made. The tests are the steps, in this order. */

let shop: Shop;

beforeAll(async () => {
  shop = await startShop("instance", {
    plan: "clustered-medium-1",
    region: "provider-a::region-1",
    tags: ["a"],
    rmqVersion: "3.12.13",
  });
  showLaterVersion(shop.emulator);
});

afterAll(() => shop.close());

test("create: previewed with its price, made once, its secrets hidden", async () => {
  const preview = await shop.run("preview");
  expect(preview.changes.sort()).toEqual(["create hook", "create net", "create shop"]);
  expect(said(preview)).toContainEqual(expect.stringContaining("99 USD per month"));
  expect(shop.lines()).toEqual([]);
  const up = await shop.run("up");
  expect(up.changes.sort()).toEqual(["create hook", "create net", "create shop"]);
  expect(shop.lines().filter((text) => text.startsWith("POST /customer/api/instances"))).toHaveLength(1);
  expect(shop.held()).toMatchObject([{ tags: ["a"], rmq_version: "3.12.13", vpc_id: expect.any(Number) }]);
  for (const name of ["url", "urls", "password", "apiKey"]) {
    expect(up.stdout).toMatch(new RegExp(`\\b${name}\\s*: \\[secret\\]`));
  }
});

test("unchanged: preview and up ask nothing, a refresh makes one GET for each of both and lists the instances", async () => {
  expect((await shop.run("preview")).changes).toEqual([]);
  expect(shop.emulator.requests()).toEqual([]);
  expect((await shop.run("up")).changes).toEqual([]);
  expect(shop.emulator.requests()).toEqual([]);
  const { stdout } = await shop.run("refresh", { flags: ["--preview-only", "--expect-no-changes"] });
  expect(stdout).toContain("unchanged");
  const [{ id } = { id: 0 }] = shop.held();
  expect(shop.emulator.calls().sort()).toEqual([
    "GET /customer/api/instances",
    `GET /customer/api/instances/${id}`,
    "GET /customer/api/vpcs",
    "GET /instance/api/webhooks",
  ]);
});

/** What is declared over what was, how it is previewed, and what is sent for it. */
const cells: {
  what: string;
  change: Partial<broker.InstanceArgs>;
  sends: string[];
  says?: RegExp;
  becomes?: object;
}[] = [
  {
    what: "plan",
    change: { plan: "clustered-medium-3" },
    sends: ['PUT /customer/api/instances {"plan":"clustered-medium-3"}'],
    says: /99 → 297 USD per month/,
    becomes: { plan: "clustered-medium-3", nodes: 3 },
  },
  {
    what: "disk, name and tags",
    change: { disk: { extraSize: 100 }, name: "shop", tags: ["b"] },
    sends: [
      'PUT /customer/api/instances {"name":"shop","tags":["b"]}',
      'PUT /customer/api/instances/disk {"extra_disk_size":100}',
    ],
    becomes: { extra_disk_size: 100, tags: ["b"] },
  },
  {
    what: "config",
    change: { config: { heartbeat: 60, channelMax: 256 } },
    sends: ['PUT /instance/api/config {"broker.channel_max":256,"broker.heartbeat":60}'],
    becomes: { config: expect.objectContaining({ "broker.heartbeat": 60, "broker.channel_max": 256 }) },
  },
  {
    what: "one key of config",
    change: { config: { heartbeat: 30, channelMax: 256 } },
    sends: ['PUT /instance/api/config {"broker.heartbeat":30}'],
    becomes: { config: expect.objectContaining({ "broker.heartbeat": 30, "broker.channel_max": 256 }) },
  },
  {
    what: "one key of config removed",
    change: { config: { heartbeat: 30 } },
    sends: ['PUT /instance/api/config {"broker.channel_max":128}'],
    becomes: { config: expect.objectContaining({ "broker.heartbeat": 30, "broker.channel_max": 128 }) },
  },
  {
    what: "rmqVersion over two minor versions",
    change: { rmqVersion: "4.0.9" },
    sends: ["3.13.7", "4.0.9"].map((version) => `POST /instance/api/actions/upgrade-broker {"version":"${version}"}`),
    becomes: { rmq_version: "4.0.9" },
  },
];

test.each(cells)("in place: $what; what uses only its id stays as it is", async ({ change, sends, says, becomes }) => {
  const [before] = shop.held();
  shop.args = { ...shop.args, ...change };
  const preview = await shop.run("preview");
  expect(preview.changes).toEqual(["update shop"]);
  expect(shop.lines()).toEqual([]);
  if (says) expect(said(preview)).toContainEqual(expect.stringMatching(says));
  const up = await shop.run("up");
  expect(up.changes).toEqual(["update shop"]);
  expect(shop.lines()).toEqual(sends);
  expect(shop.held()).toEqual([expect.objectContaining({ id: before?.id, ...becomes })]);
});

test("a refresh makes one GET more for a disk and one for config", async () => {
  expect((await shop.run("refresh", { flags: ["--expect-no-changes"] })).code).toBe(0);
  const [{ id } = { id: 0 }] = shop.held();
  expect(shop.emulator.calls().sort()).toEqual([
    "GET /customer/api/instances",
    `GET /customer/api/instances/${id}`,
    "GET /customer/api/vpcs",
    "GET /instance/api/config",
    "GET /instance/api/nodes",
    "GET /instance/api/webhooks",
  ]);
});

test("config removed as a whole sends nothing", async () => {
  const { config, ...others } = shop.args;
  expect(config).toEqual({ heartbeat: 30 });
  shop.args = others;
  await shop.run("preview");
  await shop.run("up");
  expect(shop.lines()).toEqual([]);
  expect(shop.held()).toMatchObject([{ config: { "broker.heartbeat": 30 } }]);
});

test("removed as the last one in its VPC: the VPC stays, with no drift", async () => {
  const [net] = shop.emulator.state().vpcs;
  shop.empty = true;
  expect((await shop.run("up")).changes.sort()).toEqual(["delete hook", "delete shop"]);
  expect(shop.lines()).toContainEqual("DELETE /customer/api/instances undefined");
  shop.emulator.advance(3_600_000);
  expect(shop.emulator.state().vpcs).toEqual([net]);
  expect((await shop.run("refresh", { flags: ["--expect-no-changes"] })).code).toBe(0);
  expect((await shop.run("preview")).changes).toEqual([]);
});
