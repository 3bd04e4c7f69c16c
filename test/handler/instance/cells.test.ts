import { unknownString } from "../../../provider/framework/kind/unknowns";
import { lastingLines } from "../../helpers/outcomes";
import { expectSettled, type Inputs, lines, services, withInstance } from "./scene";

const shared = { plan: "clustered-shared-1", disk: undefined, config: undefined, rmqVersion: undefined };
const alternative = { plan: "alternative-shared-1", disk: undefined, config: undefined, rmqVersion: undefined };
const small = { ...alternative, plan: "alternative-small-1" };
const loses = /replaced because of .*: its messages, queues, users and settings are lost/;

/** A change in place: what is declared first and then, what is sent for it, and what is said. */
interface InPlace {
  what: string;
  before?: Inputs;
  after: Inputs;
  sends: string[];
  says?: RegExp[];
}

const inPlace: InPlace[] = [
  { what: "the name", after: { name: "other" }, sends: ['PUT / {"name":"other","tags":["a","b"]}'] },
  { what: "the tags", after: { tags: ["c"] }, sends: ['PUT / {"name":"shop","tags":["c"]}'] },
  { what: "tags left out", after: { tags: undefined }, sends: ['PUT / {"name":"shop","tags":[]}'] },
  { what: "the order of tags", after: { tags: ["b", "a"] }, sends: [] },
  {
    what: "a larger plan",
    after: { plan: "clustered-large-1" },
    sends: ['PUT / {"plan":"clustered-large-1"}'],
    says: [/^Instance "one": 99 → 299 USD per month$/],
  },
  {
    what: "a smaller plan",
    after: { plan: "clustered-small-1" },
    sends: ['PUT / {"plan":"clustered-small-1"}'],
    says: [/^Instance "one": 99 → 50 USD per month$/],
  },
  {
    what: "a plan with more nodes, with the zones of the create",
    before: { preferredAz: ["zone-1"] },
    after: { plan: "clustered-medium-3", preferredAz: ["zone-1"] },
    sends: ['PUT / {"plan":"clustered-medium-3"}'],
    says: [/^Instance "one": 99 → 297 USD per month$/],
  },
  {
    what: "1 → 3 nodes",
    before: { plan: "clustered-legacy", nodes: 1 },
    after: { plan: "clustered-legacy", nodes: 3 },
    sends: ['PUT / {"nodes":3}'],
  },
  {
    what: "1 → 3 nodes with zones, which are read at the create only",
    before: { plan: "clustered-legacy", nodes: 1, preferredAz: ["zone-1"] },
    after: { plan: "clustered-legacy", nodes: 3, preferredAz: ["zone-1", "zone-2", "zone-3"] },
    sends: ['PUT / {"nodes":3}'],
    says: [/^preferredAz is only read when /],
  },
  {
    what: "shared → dedicated on the alternative broker",
    before: alternative,
    after: { ...alternative, plan: "alternative-medium-1" },
    sends: ['PUT / {"plan":"alternative-medium-1"}'],
    says: [/^Instance "one": 0 → 99 USD per month$/],
  },
  {
    what: "shared → dedicated on the alternative broker, in another region",
    before: alternative,
    after: { ...alternative, plan: "alternative-medium-1", region: "provider-c::region-2" },
    sends: ['PUT / {"plan":"alternative-medium-1","region":"provider-c::region-2"}'],
    says: [/^moves to the region provider-c::region-2 in place, .* key, user and vhost stay the same$/],
  },
  {
    what: "a shared plan for another shared one",
    before: shared,
    after: { ...shared, plan: "clustered-shared-2" },
    sends: ['PUT / {"plan":"clustered-shared-2"}'],
  },
  { what: "a larger disk", after: { disk: { extraSize: 500 } }, sends: ['PUT /disk {"extra_disk_size":500}'] },
  {
    what: "a smaller disk, with downtime",
    after: { disk: { extraSize: 0, allowDowntime: true } },
    sends: ['PUT /disk {"extra_disk_size":0,"allow_downtime":true}'],
  },
  { what: "allowDowntime alone", after: { disk: { extraSize: 25, allowDowntime: true } }, sends: [] },
  { what: "the disk left out", after: { disk: undefined }, sends: [] },
  {
    what: "a disk on provider B, with downtime",
    before: { region: "provider-b::region-1", disk: { extraSize: 25, allowDowntime: true } },
    after: { region: "provider-b::region-1", disk: { extraSize: 50, allowDowntime: true } },
    sends: ['PUT /disk {"extra_disk_size":50,"allow_downtime":true}'],
  },
  {
    what: "a disk on provider B that stays as it is, without downtime",
    before: { region: "provider-b::region-1", disk: { extraSize: 25, allowDowntime: true } },
    after: { region: "provider-b::region-1", disk: { extraSize: 25 }, name: "other" },
    sends: ['PUT / {"name":"other","tags":["a","b"]}'],
  },
  {
    what: "one of two settings",
    before: { config: { heartbeat: 60, channelMax: 200 } },
    after: { config: { heartbeat: 60, channelMax: 300 } },
    sends: ['PUT /config {"broker.channel_max":300}'],
  },
  {
    what: "a setting more, by the service's own name",
    after: { config: { heartbeat: 60, "broker.channel_max": 300 } },
    sends: ['PUT /config {"broker.channel_max":300}'],
  },
  {
    what: "a setting taken out",
    before: { config: { heartbeat: 60, channelMax: 200 } },
    after: { config: { heartbeat: 60 } },
    sends: ['PUT /config {"broker.channel_max":128}'],
  },
  {
    what: "a setting taken out that has no default",
    before: { config: { heartbeat: 60, maxMessageSize: 1000 } },
    after: { config: { heartbeat: 60 } },
    sends: [],
    says: [/^broker.max_message_size stays as it is: the service names no default for it$/],
  },
  { what: "all settings taken out", after: { config: {} }, sends: ['PUT /config {"broker.heartbeat":120}'] },
  { what: "config left out", after: { config: undefined }, sends: [] },
  { what: "a setting's other spelling", after: { config: { "broker.heartbeat": 60 } }, sends: [] },
  {
    what: "no limit of connections, as 0",
    before: { config: { connectionMax: 0 } },
    after: { config: { connectionMax: 0, prometheusReturnPerObjectMetrics: false } },
    sends: ['PUT /config {"broker_prometheus.return_per_object_metrics":false}'],
  },
  {
    what: "the next version",
    after: { rmqVersion: "3.12.13" },
    sends: ['POST /actions/upgrade-broker {"version":"3.12.13"}'],
  },
  {
    what: "a version by its beginning, of which the newest is taken",
    after: { rmqVersion: "3.12" },
    sends: ['POST /actions/upgrade-broker {"version":"3.12.14"}'],
  },
  {
    what: "a version by its beginning, in one step over a newer patch of its own",
    before: { rmqVersion: "3.12.13" },
    after: { rmqVersion: "3.13" },
    sends: ['POST /actions/upgrade-broker {"version":"3.13.7"}'],
  },
  {
    what: "a version that takes two steps",
    after: { rmqVersion: "3.13" },
    sends: ["3.12.14", "3.13.7"].map((version) => `POST /actions/upgrade-broker {"version":"${version}"}`),
  },
  {
    what: "a version by its beginning that it has",
    before: { rmqVersion: "3.12.14" },
    after: { rmqVersion: "3.12" },
    sends: [],
  },
  {
    what: "a plan with a node count of its own, with the declared one",
    before: { plan: "clustered-medium-1", nodes: 1 },
    after: { plan: "clustered-legacy", nodes: 5 },
    sends: ['PUT / {"plan":"clustered-legacy","nodes":5}'],
  },
  {
    what: "another plan, with the node count that stays as it is",
    before: { plan: "clustered-legacy", nodes: 1 },
    after: { plan: "clustered-large-1", nodes: 1 },
    sends: ['PUT / {"plan":"clustered-large-1","nodes":1}'],
  },
  {
    what: "a lower version than it has",
    before: { rmqVersion: "3.12.14" },
    after: { rmqVersion: "3.12.13" },
    sends: [],
    says: [/^the broker is on 3.12.14, newer than the declared minimum 3.12.13: no change$/],
  },
  { what: "the version left out", after: { rmqVersion: undefined }, sends: [] },
  {
    what: "copySettings",
    after: { copySettings: { instance: "1001", settings: ["alarms"] } },
    sends: [],
    says: [/^copySettings is only read when /],
  },
];

const replaced: { what: string; before?: Inputs; after: Inputs; because: string }[] = [
  { what: "the region", after: { region: "provider-a::region-2" }, because: "region" },
  { what: "the provider", after: { region: "provider-c::region-1" }, because: "region" },
  { what: "dedicated → shared", after: shared, because: "plan" },
  {
    what: "shared → dedicated on the clustered broker",
    before: shared,
    after: { ...shared, plan: "clustered-small-1" },
    because: "plan",
  },
  {
    what: "another region on a shared plan of the alternative broker",
    before: alternative,
    after: { ...alternative, region: "provider-c::region-1" },
    because: "region",
  },
  {
    what: "another region and plan on a dedicated one",
    before: small,
    after: { ...small, plan: "alternative-medium-1", region: "provider-a::region-2" },
    because: "region",
  },
  { what: "dedicated → shared on the alternative broker", before: small, after: alternative, because: "plan" },
  { what: "another software", after: { plan: "alternative-medium-1", rmqVersion: undefined }, because: "plan" },
  {
    what: "another network",
    before: { vpcSubnet: "10.56.72.0/24" },
    after: { vpcSubnet: "10.56.73.0/24" },
    because: "vpcSubnet",
  },
];

describe.each(services)("%s", (_how, service) => {
  test.each(inPlace)("in place: $what", ({ before, after, sends, says = [] }) =>
    withInstance(
      async (scene) => {
        const { emulator, one, program, record } = scene;
        const { id } = one.entry("one");
        const run = await one.up(program(after));
        expect(run.errors).toEqual([]);
        expect(run.changes.filter((change) => change !== "update one")).toEqual([]);
        expect(lines(emulator)).toEqual(sends);
        expect(one.entry("one").id).toBe(id);
        expect(record()).toMatchObject({ change: null, goneAt: null });
        for (const pattern of says) expect(lastingLines(run)).toContainEqual(expect.stringMatching(pattern));
        await expectSettled(scene, after);
      },
      before,
      service,
    ),
  );

  test.each(replaced)("replaced: $what, and the preview says what is lost", ({ before, after, because }) =>
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
      expect(current.lines.map(({ text }) => text)).toContain(`${name} is not known before up: shown as a replacement`);
    }
    for (const name of ["plan", "name", "rmqVersion"]) {
      expect(await diffWith({ [name]: unknownString })).toMatchObject({ changes: true, replaces: [] });
    }
    const doubts = current.lines.filter(({ text }) => text.includes("shown as a change in place"));
    expect(doubts.map(({ text }) => text.split(" ")[0])).toEqual(["plan"]);
    expect(emulator.requests()).toEqual([]);
  }));
