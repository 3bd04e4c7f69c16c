import type { FaultRule } from "../../../provider/emulator";
import { unknownString } from "../../../provider/framework/kind/values";
import { expectError, expectNoErrors, expectNothingToDo, lastingLines, warningsOf } from "../../helpers/outcomes";
import { type Inputs, it, lines, onInstance, onInstanceOf, withInstance, withInstanceOf } from "./scene";

const shared = { plan: "clustered-shared-1", disk: undefined, config: undefined, rmqVersion: undefined };
const onShared = onInstanceOf(shared);
const alternative = { ...shared, plan: "alternative-shared-1" };

/** Refused before anything is sent. */
// biome-ignore format: one row for each input
const refused: [what: string, after: Inputs, because: RegExp][] = [
  ["a plan there is not", { plan: "clustered-larg-1" }, /^plan: .* no plan "clustered-larg-1": did you mean clustered-large-1/],
  ["a region there is not", { region: "provider-a::region-11" }, /^region: .*did you mean provider-a::region-1/],
  ["a region with one colon", { region: "provider-a:region-1" }, /^region: must have .*: did you mean provider-a::region-1\?/],
  ["a shared plan where there are none", { ...shared, region: "provider-a::region-2" }, /^plan: is a shared plan, but the region provider-a::region-2 has no shared plans/],
  ["a disk size that is not in the list", { disk: { extraSize: 30 } }, /^disk: disk.extraSize: must be .* 0, 25, 50/],
  ["a disk on provider B without downtime", { region: "provider-b::region-1" }, /^disk: .*allowDowntime: true/],
  ["a disk on a shared plan", { ...shared, disk: { extraSize: 25 } }, /^disk: cannot be added to a shared plan/],
  ["a number of nodes on a shared plan", { ...shared, nodes: 1 }, /^nodes: cannot be .* shared plan: leave the input "nodes" out/],
  ["a setting below its bounds", { config: { consumerTimeout: 5 } }, /config.consumerTimeout: must be 10000 or more/],
  ["a setting above its bounds", { config: { vmMemoryHighWatermark: 0.95 } }, /HighWatermark: must be 0.9 or less/],
  ["a setting that is none", { config: { hartbeat: 1 } }, /^config: has unknown settings: "hartbeat" /],
  ["two VPCs", { vpc: "23", vpcSubnet: "10.0.0.0/24" }, /^vpcSubnet: cannot be given together with vpc/],
  ["a network with host bits", { vpcSubnet: "10.0.0.1/24" }, /^vpcSubnet: /],
  ["zones of another number than nodes", { nodes: 3, preferredAz: ["zone-1"] }, /^preferredAz: must have .* zones is 1 .* is 3/],
  ["zones of another number than the nodes of the plan", { plan: "clustered-medium-3", preferredAz: ["zone-1"] }, /^preferredAz: must have one zone for each node, but the number of zones is 1 and the number of nodes is 3: correct the zones, or leave preferredAz out$/],
  ["a tag like a marker", { tags: ["pulumi-broker-0123456789abcdef"] }, /^tags: .*uses to find/],
];

it.each(refused)("refused, new and as a change: %s", async ({ emulator, one, program }, _what, after, because) => {
  expect(await one.up(program(after))).toMatchObject({ changes: [], errors: [expect.stringMatching(because)] });
  expect(lines(emulator)).toEqual([]);
  expect((await one.up(program())).errors).toEqual([]);
  const before = one.state;
  emulator.clearRequests();
  expect(await one.up(program(after))).toMatchObject({ changes: [], errors: [expect.stringMatching(because)] });
  expect(lines(emulator)).toEqual([]);
  expect(one.state).toEqual(before);
});

test.each([
  ["alone", {}, "disk: "],
  ["with a plan that resizes the instance in place", { plan: "clustered-large-1" }, 'Instance "one": disk '],
])("refused as a change: a smaller disk without downtime, %s", (_what, more, start) =>
  withInstance(async ({ emulator, one, program }) => {
    expect(await one.up(program({ ...more, disk: { extraSize: 0 } }))).toMatchObject({
      changes: [],
      errors: [
        `${start}becomes smaller (from 25 to 0 GB), and this change takes downtime. To accept the downtime, add allowDowntime: true`,
      ],
    });
    expect(lines(emulator)).toEqual([]);
  }),
);

onInstance("a smaller disk needs no downtime with a plan that makes a new broker", async ({ one, program }) => {
  const other = { plan: "alternative-medium-1", disk: { extraSize: 0 }, config: undefined, rmqVersion: undefined };
  expect(await one.up(program(other))).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
});

test("a smaller disk is not refused while the plan that comes with it is unknown", () =>
  withInstance(async ({ one, host, program }) => {
    const { id, outputs } = one.entry("one");
    const over = { plan: unknownString, disk: { extraSize: 0 }, __urn: one.urn("instance", "one") };
    const news = { ...program()[0]?.inputs, ...over, __provider: outputs.__provider };
    const handler = host().handler("instance");
    expect((await handler.check(one.entry("one").inputs, news)).failures).toEqual([]);
    await expect(handler.diff(id, outputs, news)).resolves.toMatchObject({ changes: true, replaces: [] });
  }));

describe("on a shared plan that stays as it is", () => {
  const cases: [string, Inputs, RegExp][] = [
    ["a disk", { disk: { extraSize: 25 } }, /^Instance "one": disk cannot be added to a shared plan/],
    ["a number of nodes", { nodes: 1 }, /^Instance "one": nodes cannot be chosen for a shared plan/],
  ];
  onShared.each(cases)("%s is refused at preview", async ({ emulator, one, host, program }, _what, added, because) => {
    const { id, outputs } = one.entry("one");
    const [declared] = program({ ...shared, ...added });
    const news = { ...declared?.inputs, __urn: one.urn("instance", "one"), __provider: outputs.__provider };
    const handler = host().handler("instance");
    expect((await handler.check(one.entry("one").inputs, news)).failures).toEqual([]);
    await expect(handler.diff(id, outputs, news)).rejects.toThrow(because);
    // A refresh compares without a check, and refuses nothing.
    await expect(host().handler("instance").diff(id, outputs, news)).resolves.toMatchObject({ replaces: [] });
    const run = await one.up(program({ ...shared, ...added, name: "other" }));
    expect(run).toMatchObject({ changes: [], errors: [expect.stringMatching(because)] });
    expect(lines(emulator)).toEqual([]);
  });

  onShared.each(cases)(
    "%s is refused before anything is sent where state does not tell of the tier",
    async (...row) => {
      const [{ emulator, one, program }, , added, because] = row;
      for (const name of ["shared", "backend"]) delete one.entry("one").outputs[name];
      expectError(await one.up(program({ ...shared, ...added, name: "other" })), expect.stringMatching(because));
      expect(lines(emulator)).toEqual([]);
      expect(one.entry("one").outputs).toMatchObject({ name: "shop" });
    },
  );

  onShared("no disk at all may be written down", async ({ one, emulator, program }) => {
    expectNoErrors(await one.up(program({ ...shared, disk: { extraSize: 0 } })));
    expect(lines(emulator)).toEqual([]);
    expect(await one.up(program({ ...shared, disk: { extraSize: 0 } }))).toMatchObject({ changes: [], requests: 0 });
  });
});

test("a migration from a shared plan that begins late is waited for: without nodes nothing shows whether it is idle", () =>
  withInstanceOf(alternative, async ({ clock, emulator, one, program }) => {
    const path = `/customer/api/instances/${one.entry("one").id}`;
    emulator.fault({ match: { method: "PUT", path }, fault: { status: 200, body: { message: "Changes saved" } } });
    const moved = { ...alternative, plan: "alternative-medium-1" };
    const running = one.up(program(moved));
    await clock.sleep(20 * 60_000);
    await emulator.call("PUT", path, { body: { plan: moved.plan } });
    expect((await running).errors).toEqual([]);
    expect(one.entry("one").outputs).toMatchObject({ plan: moved.plan, nodes: 1 });
  }));

it("a price is shown with a new instance, and with nothing else", async ({ one, program }) => {
  expect(lastingLines(await one.up(program()))).toContain('Instance "one": new, 99 USD per month');
  expect(lastingLines(await one.up(program({ name: "other" })))).toEqual(["changes in place: name shop → other"]);
});

const always = (path: string, fault: FaultRule["fault"]): FaultRule => ({ match: { path }, times: "always", fault });

describe("with the catalogue out of reach", () => {
  onInstance.each([
    ["failing", { status: 500 }],
    ["silent", { blackHole: true }],
    ["reset", { reset: "before" }],
  ] as [string, FaultRule["fault"]][])(
    "(%s): a warning, and a plan change is made in place",
    async (scene, _how, fault) => {
      const { emulator, one, program } = scene;
      const { id } = one.entry("one");
      emulator.fault(always("/api/plans", fault), always("/api/regions", fault));
      const run = await one.up(program({ plan: "clustered-large-1" }));
      expect(run).toMatchObject({ changes: ["update one"], errors: [] });
      expect(warningsOf(run)).toContainEqual(
        expect.stringMatching(/^cannot read the list of plans \(GET \/api\/plans [^;]*\): the provider continues/),
      );
      expect(one.entry("one").id).toBe(id);
      expect(lines(emulator)).toEqual(['PUT / {"plan":"clustered-large-1"}']);
      const otherTier = await one.up(program({ plan: "clustered-shared-1" }));
      expect(otherTier.changes).not.toContain("replace one");
      expectError(otherTier, /can't move to a shared plan automatically.*pulumi up --target-replace 'urn:pulumi/);
      expect(one.entry("one").id).toBe(id);
    },
  );

  test("by a page in place of the service's answer: a failure before anything is sent", () =>
    withInstance(async ({ emulator, one, program }) => {
      emulator.fault(always("/api/*", { html: true, status: 502 }));
      expect(await one.up(program({ plan: "clustered-large-1" }))).toMatchObject({
        changes: [],
        errors: [
          expect.stringMatching(
            /the server at http\S* gave an answer that cannot come from the account API[^\n]*answered 502[^\n]*check broker:customerUrl/,
          ),
        ],
      });
      expect(lines(emulator)).toEqual([]);
    }));

  it.each([401, 403])("by a key that is refused (%i): a failure before anything is sent", async (scene, status) => {
    const { emulator, one, program } = scene;
    emulator.fault(always("/api/plans", { status }));
    expect(await one.up(program())).toMatchObject({ changes: [], errors: [expect.stringContaining("/api/plans")] });
    expect(lines(emulator)).toEqual([]);
  });
});

test("a retired plan, in no catalogue any more, is no change, and may be left for another one of its kind", () =>
  withInstance(async ({ emulator, one, program }) => {
    const { id } = one.entry("one");
    const retired = emulator.state().plans.find(({ name }) => name === "clustered-medium-1");
    emulator.patch({ op: "delete", in: "plans", id: retired?.id ?? 0 });
    await expectNothingToDo(one, program());
    expect(await one.up(program({ name: "other" }))).toMatchObject({ changes: ["update one"], errors: [] });
    const larger = await one.up(program({ name: "other", plan: "clustered-large-1" }));
    expect(larger).toMatchObject({ changes: ["update one"], errors: [] });
    expect(lastingLines(larger)).toContain('Instance "one": 99 → 299 USD per month');
    expect(one.entry("one").id).toBe(id);
  }));

onInstance("a replacement says what it is made without, and that its price stays", async ({ one, program }) => {
  expect((await one.up(program({ disk: { extraSize: 25 }, config: { heartbeat: 60 } }))).errors).toEqual([]);
  const run = await one.up(program({ region: "provider-a::region-2", disk: undefined, config: undefined }));
  expect(run).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
  const said = lastingLines(run);
  for (const name of ["disk", "config"])
    expect(said).toContain(`the input ${name} is not declared any more: the new object is made without this input`);
  expect(said).toContainEqual(expect.stringMatching(/: replaced, \d+ USD per month as before$/));
  expect(said.filter((line) => /the value stays as it is|: new, /.test(line))).toEqual([]);
});

test("no doubt about one input hides the warning of a replacement that is certain", () =>
  withInstance(async ({ one, host, program }) => {
    const { id, outputs } = one.entry("one");
    const current = host();
    const over = { region: "provider-a::region-2", vpc: unknownString, __urn: one.urn("instance", "one") };
    await current.handler("instance").diff(id, outputs, { ...program()[0]?.inputs, ...over });
    const [line, ...more] = current.lines;
    expect([line?.text, more]).toEqual([expect.stringContaining("replaces it because of region, vpc"), []]);
  }));

test("a plan that meets a busy service is not refused: the request is sent again", () =>
  withInstance(async ({ emulator, one, program }) => {
    const busy = { status: 400, body: { error: "Timeout talking to backend" } };
    emulator.fault({ match: { method: "PUT", path: "/customer/api/instances/*" }, fault: busy });
    expectNoErrors(await one.up(program({ plan: "clustered-large-1" })));
    expect(lines(emulator)).toEqual(Array(2).fill('PUT / {"plan":"clustered-large-1"}'));
    expect(one.entry("one").outputs).toMatchObject({ plan: "clustered-large-1" });
  }));

onInstanceOf(alternative)("a shared plan that becomes a dedicated one in place names no region", async (scene) => {
  const run = await scene.one.up(scene.program({ ...alternative, plan: "alternative-small-1" }));
  expect(run).toMatchObject({ changes: ["update one"], errors: [] });
  expect(lastingLines(run).filter((line) => /region/.test(line))).toEqual([]);
});
