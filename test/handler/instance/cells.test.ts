import { unknownString } from "../../../provider/framework/kind/values";
import { expectNoErrors, lastingLines } from "../../helpers/outcomes";
import { expectSettled, type Inputs, lines, services, withInstance } from "./scene";

const shared = { plan: "clustered-shared-1", disk: undefined, config: undefined, rmqVersion: undefined };
const alternative = { plan: "alternative-shared-1", disk: undefined, config: undefined, rmqVersion: undefined };
const small = { ...alternative, plan: "alternative-small-1" };
const loses = /replaced because of .*: its messages, queues, users and settings are lost/;

const put = (body: object) => `PUT / ${JSON.stringify(body)}`;
const putDisk = (body: object) => `PUT /disk ${JSON.stringify(body)}`;
const putConfig = (body: object) => `PUT /config ${JSON.stringify(body)}`;
const upgrade = (version: string) => `POST /actions/upgrade-broker {"version":"${version}"}`;
const price = (from: number, to: number) => RegExp(`^Instance "one": ${from} → ${to} USD per month$`);
const legacy = { plan: "clustered-legacy", nodes: 1 };
const elsewhere = { plan: "alternative-medium-1", region: "provider-c::region-2" };
const isMoved =
  /^the change of the plan also moves the instance to the region provider-c::region-2, .* key, user and vhost stay the same$/;
const onProviderB = (extraSize: number) => ({
  region: "provider-b::region-1",
  disk: { extraSize, allowDowntime: true },
});

/** Changes in place: what is declared first and then, what is sent for it, and what is said. */
// biome-ignore format: one row for each input
const inPlace: [what: string, before: Inputs, after: Inputs, sends: string[], says?: RegExp][] = [
  ["the name", {}, { name: "other" }, [put({ name: "other", tags: ["a", "b"] })]],
  ["the tags", {}, { tags: ["c"] }, [put({ name: "shop", tags: ["c"] })]],
  ["tags left out", {}, { tags: undefined }, [put({ name: "shop", tags: [] })]],
  ["the order of tags", {}, { tags: ["b", "a"] }, []],
  ["a larger plan", {}, { plan: "clustered-large-1" }, [put({ plan: "clustered-large-1" })], price(99, 299)],
  ["a smaller plan", {}, { plan: "clustered-small-1" }, [put({ plan: "clustered-small-1" })], price(99, 50)],
  [
    "a plan with more nodes, with the zones of the create",
    { preferredAz: ["zone-1"] },
    { plan: "clustered-medium-3", preferredAz: ["zone-1"] },
    [put({ plan: "clustered-medium-3" })],
    price(99, 297),
  ],
  ["1 → 3 nodes", legacy, { ...legacy, nodes: 3 }, [put({ nodes: 3 })]],
  [
    "1 → 3 nodes with zones, which are read at the create only",
    { ...legacy, preferredAz: ["zone-1"] },
    { ...legacy, nodes: 3, preferredAz: ["zone-1", "zone-2", "zone-3"] },
    [put({ nodes: 3 })],
    /^preferredAz has an effect only when /,
  ],
  ["shared → dedicated on the alternative broker", alternative, { ...alternative, plan: "alternative-medium-1" }, [put({ plan: "alternative-medium-1" })], price(0, 99)],
  ["shared → dedicated on the alternative broker, in another region", alternative, { ...alternative, ...elsewhere }, [put(elsewhere)], isMoved],
  ["a shared plan for another shared one", shared, { ...shared, plan: "clustered-shared-2" }, [put({ plan: "clustered-shared-2" })]],
  ["a larger disk", {}, { disk: { extraSize: 500 } }, [putDisk({ extra_disk_size: 500 })]],
  ["a smaller disk, with downtime", {}, { disk: { extraSize: 0, allowDowntime: true } }, [putDisk({ extra_disk_size: 0, allow_downtime: true })]],
  ["allowDowntime alone", {}, { disk: { extraSize: 25, allowDowntime: true } }, []],
  ["the disk left out", {}, { disk: undefined }, []],
  ["a disk on provider B, with downtime", onProviderB(25), onProviderB(50), [putDisk({ extra_disk_size: 50, allow_downtime: true })]],
  [
    "a disk on provider B that stays as it is, without downtime",
    onProviderB(25),
    { ...onProviderB(25), disk: { extraSize: 25 }, name: "other" },
    [put({ name: "other", tags: ["a", "b"] })],
  ],
  ["one of two settings", { config: { heartbeat: 60, channelMax: 200 } }, { config: { heartbeat: 60, channelMax: 300 } }, [putConfig({ "broker.channel_max": 300 })]],
  ["a setting more, by the service's own name", {}, { config: { heartbeat: 60, "broker.channel_max": 300 } }, [putConfig({ "broker.channel_max": 300 })]],
  ["a setting taken out", { config: { heartbeat: 60, channelMax: 200 } }, { config: { heartbeat: 60 } }, [putConfig({ "broker.channel_max": 128 })]],
  [
    "a setting taken out that has no default",
    { config: { heartbeat: 60, maxMessageSize: 1000 } },
    { config: { heartbeat: 60 } },
    [],
    /^broker.max_message_size stays as it is: the service shows no default for it$/,
  ],
  ["all settings taken out", {}, { config: {} }, [putConfig({ "broker.heartbeat": 120 })]],
  ["config left out", {}, { config: undefined }, []],
  ["a setting's other spelling", {}, { config: { "broker.heartbeat": 60 } }, []],
  [
    "no limit of connections, as 0",
    { config: { connectionMax: 0 } },
    { config: { connectionMax: 0, prometheusReturnPerObjectMetrics: false } },
    [putConfig({ "broker_prometheus.return_per_object_metrics": false })],
  ],
  ["the next version", {}, { rmqVersion: "3.12.13" }, [upgrade("3.12.13")]],
  ["a version by its beginning, of which the newest is taken", {}, { rmqVersion: "3.12" }, [upgrade("3.12.14")]],
  ["a version by its beginning, in one step over a newer patch of its own", { rmqVersion: "3.12.13" }, { rmqVersion: "3.13" }, [upgrade("3.13.7")]],
  ["a version that takes two steps", {}, { rmqVersion: "3.13" }, [upgrade("3.12.14"), upgrade("3.13.7")]],
  ["a version by its beginning that it has", { rmqVersion: "3.12.14" }, { rmqVersion: "3.12" }, []],
  ["a plan with a node count of its own, with the declared one", { plan: "clustered-medium-1", nodes: 1 }, { ...legacy, nodes: 5 }, [put({ ...legacy, nodes: 5 })]],
  ["another plan, with the node count that stays as it is", legacy, { plan: "clustered-large-1", nodes: 1 }, [put({ plan: "clustered-large-1", nodes: 1 })]],
  [
    "a lower version than it has",
    { rmqVersion: "3.12.14" },
    { rmqVersion: "3.12.13" },
    [],
    /^the broker is on 3.12.14, newer than the declared minimum 3.12.13: no change$/,
  ],
  ["the version left out", {}, { rmqVersion: undefined }, []],
  ["copySettings", {}, { copySettings: { instance: "1001", settings: ["alarms"] } }, [], /^copySettings has an effect only when /],
];

const replaced: [what: string, before: Inputs, after: Inputs, because: string][] = [
  ["the region", {}, { region: "provider-a::region-2" }, "region"],
  ["the provider", {}, { region: "provider-c::region-1" }, "region"],
  ["dedicated → shared", {}, shared, "plan"],
  ["shared → dedicated on the clustered broker", shared, { ...shared, plan: "clustered-small-1" }, "plan"],
  [
    "another region on a shared plan of the alternative broker",
    alternative,
    { ...alternative, region: "provider-c::region-1" },
    "region",
  ],
  [
    "another region and plan on a dedicated one",
    small,
    { ...small, plan: "alternative-medium-1", region: "provider-a::region-2" },
    "region",
  ],
  ["dedicated → shared on the alternative broker", small, alternative, "plan"],
  ["another software", {}, { plan: "alternative-medium-1", rmqVersion: undefined }, "plan"],
  ["another network", { vpcSubnet: "10.56.72.0/24" }, { vpcSubnet: "10.56.73.0/24" }, "vpcSubnet"],
];

describe.each(services)("%s", (_how, service) => {
  test.each(inPlace)("in place: %s", (...[, before, after, sends, says]) =>
    withInstance(
      async (scene) => {
        const { emulator, one, program, record } = scene;
        const { id } = one.entry("one");
        const run = expectNoErrors(await one.up(program(after)));
        expect(run.changes.filter((change) => change !== "update one")).toEqual([]);
        expect(lines(emulator)).toEqual(sends);
        expect(one.entry("one").id).toBe(id);
        expect(record()).toMatchObject({ change: null, goneAt: null });
        if (says) expect(lastingLines(run)).toContainEqual(expect.stringMatching(says));
        await expectSettled(scene, after);
      },
      before,
      service,
    ),
  );

  test.each(replaced)("replaced: %s, and the preview says what is lost", (_what, before, after, because) =>
    withInstance(
      async (scene) => {
        const { emulator, one, program } = scene;
        const { id } = one.entry("one");
        const run = await one.up(program(after));
        expect(run).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
        expect(lastingLines(run)).toContainEqual(expect.stringMatching(loses));
        expect(lastingLines(run)).toContainEqual(expect.stringContaining(`replaced because of ${because}:`));
        expect(lines(emulator).filter((text) => text.startsWith("POST / "))).toHaveLength(1);
        expect(lines(emulator).at(-1)).toBe("DELETE /");
        expect(one.entry("one").id).not.toBe(id);
        await expectSettled(scene, after);
      },
      before,
      service,
    ),
  );
});

test("a region, a VPC or its network that is not known before up is shown as a replacement; other unknowns are not", () =>
  withInstance(async ({ one, host, emulator, program }) => {
    const { id, outputs } = one.entry("one");
    const current = host();
    const diffWith = (over: Inputs) =>
      current
        .handler("instance")
        .diff(id, outputs, { ...program()[0]?.inputs, ...over, __urn: one.urn("instance", "one") });
    for (const name of ["region", "vpc", "vpcSubnet"]) {
      expect(await diffWith({ [name]: unknownString })).toMatchObject({ changes: true, replaces: [name] });
      expect(current.lines.map(({ text }) => text)).toContain(
        `${name} is not known before pulumi up, so the preview shows a replacement`,
      );
    }
    for (const name of ["plan", "name", "rmqVersion"])
      expect(await diffWith({ [name]: unknownString })).toMatchObject({ changes: true, replaces: [] });
    const doubts = current.lines.filter(({ text }) => text.includes("shows an update in place"));
    expect(doubts.map(({ text }) => text.split(" is ")[0])).toEqual(["the new plan"]);
    expect(emulator.requests()).toEqual([]);
  }));
