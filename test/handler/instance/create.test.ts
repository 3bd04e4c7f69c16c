import type { Fault, RecordOf } from "../../../provider/emulator";
import { isMarker } from "../../../provider/resources/shared/marker";
import { cutRun, kills, playCuts } from "../../helpers/cut-rows";
import { expectError, expectNoErrors, lastingLines, warningsOf } from "../../helpers/outcomes";
import { expectSettled, type Inputs, it, itOn, line, type Scene, services, usual, withScene } from "./scene";

/** One that somebody else made, which looks exactly like the one that is declared. */
function addTwin({ emulator }: Scene, more: Partial<RecordOf<"instances">> = {}): number {
  const place = { plan: "clustered-medium-1", region: "provider-a::region-1" };
  const fields = { name: "shop", ...place, tags: ["a", "b"], ...more };
  const [id] = emulator.patch({ op: "add", in: "instances", fields });
  return id ?? 0;
}

/** What there is of that name, beside the twin and without what is on its way out. */
const made = ({ emulator }: Scene, twin: number) =>
  emulator.state().instances.filter(({ id, name, goneAt }) => name === "shop" && id !== twin && goneAt === null);

async function expectOne(scene: Scene, twin: number): Promise<void> {
  const { emulator, one, record } = scene;
  expect(made(scene, twin).map(({ id }) => `${id}`)).toEqual([one.entry("one").id]);
  expect(record()).toMatchObject({
    plan: usual.plan,
    tags: usual.tags,
    extra_disk_size: 25,
    rmq_version: "3.11.28",
    config: { "broker.heartbeat": 60 },
  });
  expect(emulator.state().instances.find(({ id }) => id === twin)).toMatchObject({ tags: ["a", "b"], goneAt: null });
  await expectSettled(scene);
}

const posts = ({ emulator }: Scene) => emulator.writes().filter(({ method }) => method === "POST");

describe("one instance in one run, with a twin beside it, where the request that makes it is", () => {
  const faults: [string, Fault, number][] = [
    ["reset before the service acts", { reset: "before" }, 2],
    ["reset after the service acted", { reset: "after" }, 1],
    ["answered by 500", { status: 500 }, 2],
    ["answered by 500 after acting", { status: 500, actThen: true }, 1],
    ["answered by a page", { html: true }, 2],
    ["answered by a page after acting", { html: true, actThen: true }, 1],
    ["answered by a page with 502 after acting", { html: true, status: 502, actThen: true }, 1],
    ["answered by half a body", { truncate: true }, 1],
    ["answered by nothing after acting", { empty: true, actThen: true }, 1],
    ["answered by {} after acting", { raw: "{}", actThen: true }, 1],
    ["not answered, after acting", { blackHole: "after" }, 1],
    ["answered 429", { status: 429 }, 2],
    ["answered that the backend is busy", { status: 400, body: { error: "Timeout talking to backend" } }, 2],
    ["answered so after acting", { status: 400, body: { error: "Timeout talking to backend" }, actThen: true }, 1],
    ["answered, and the list shows it 3 s late", { hideNewFor: 3_000 }, 1],
    ["reset, and the list shows it 3 s late", { reset: "after", hideNewFor: 3_000 }, 1],
    ["answered by a page, and the list shows it 3 s late", { html: true, actThen: true, hideNewFor: 3_000 }, 1],
  ];
  it.each(faults)("%s", async (scene, _how, fault, tries) => {
    const { emulator, one, program } = scene;
    const twin = addTwin(scene);
    emulator.fault({ match: { method: "POST", path: "/api/instances" }, fault });
    expect(await one.up(program())).toMatchObject({ changes: ["create one"], errors: [] });
    expect(posts(scene)).toHaveLength(tries);
    await expectOne(scene, twin);
    // What only the answer to the create tells is looked up where it was lost.
    const told = { apiKey: expect.any(String), url: expect.stringMatching(/^amqps:/) };
    expect(one.entry("one").outputs).toMatchObject(told);
  });
});

it("a refused create is not repeated, and leaves nothing", async (scene) => {
  const { emulator, one, program } = scene;
  const body = { error: "You have reached the limit of instances on this plan" };
  emulator.fault({ match: { method: "POST", path: "/api/instances" }, fault: { status: 400, body } });
  expect(await one.up(program())).toMatchObject({ changes: [], errors: [expect.stringContaining(body.error)] });
  expect(posts(scene)).toHaveLength(1);
  expect(one.state).toEqual([]);
});

it("the marker is on it while it is being made, and not in its tags", async (scene) => {
  const { emulator, one, program, record } = scene;
  expect((await one.up(program({}, { timeouts: { create: "5s" } }))).errors).toHaveLength(1);
  expect(record().tags.filter(isMarker)).toHaveLength(1);
  expect(one.entry("one").outputs.tags).toEqual(["a", "b"]);
  expect((await one.refresh()).errors).toEqual([]);
  expect(one.entry("one").outputs.tags).toEqual(["a", "b"]);
  expect((await one.up(program())).errors).toEqual([]);
  expect(record().tags).toEqual(["a", "b"]);
  expect(posts({ ...scene, emulator })).toHaveLength(1);
  await expectSettled(scene);
});

/**
 * A create that is cut at each of its requests, with a twin beside it, and run again: one instance. The one window is the
 * removal of the marker, which comes last: cut there, the next run makes another one, and names the first.
 */
test("a create cut off at each of its requests, and run again: one instance", async () => {
  let windows = 0;
  let last = 0;
  await playCuts(kills, (cutOff) =>
    withScene(async (scene) => {
      const { emulator, one, program } = scene;
      const twin = addTwin(scene);
      const { run, requests } = await cutRun(emulator, cutOff, (options) => one.up(program(), options));
      if (cutOff === undefined) {
        last = requests.length;
        expect(requests.map(line).at(-1)).toMatch(/^PUT \/ \{"name"/);
        return requests;
      }
      expect(run.changes).toEqual([]);
      const second = expectNoErrors(await one.up(program()));
      if (cutOff.request === last && cutOff.way.ends !== "before") {
        windows += 1;
        const [lost] = made(scene, twin).filter(({ id }) => `${id}` !== one.entry("one").id);
        expect(made(scene, twin)).toHaveLength(2);
        expect(lastingLines(second)).toContainEqual(expect.stringContaining(`${lost?.id}`));
      } else {
        expect(posts(scene).filter(({ status }) => status === 200)).toHaveLength(1);
        await expectOne(scene, twin);
      }
      return requests;
    }),
  );
  expect(windows).toBe(2);
});

const there = (differences: string) =>
  `with other inputs (${differences}). To keep the object, declare the inputs of the interrupted run. To make a new object, delete instance `;
test.each([
  [
    "another plan",
    { plan: "clustered-large-1" },
    'plan is "clustered-medium-1" on the service, but "clustered-large-1" in the program',
  ],
  [
    "another name and region",
    { name: "store", region: "provider-a::region-2" },
    'name is "shop" on the service, but "store" in the program; region is "provider-a::region-1" on the service, but "provider-a::region-2" in the program',
  ],
])("one that was cut off, and is then declared with %s: an error that names both", (_what, inputs, differences) =>
  withScene(async (scene) => {
    const { one, program } = scene;
    await one.up(program(), { cut: { request: "POST", how: "after" } });
    const second = await one.up(program(inputs));
    const left = /^Instance "one": an interrupted run made instance \d+ with /;
    expect(second).toMatchObject({ changes: [], errors: [expect.stringMatching(left)] });
    expect(second.errors[0]).toContain(there(differences));
    expect(posts(scene)).toHaveLength(1);
  }),
);

it("one that was cut off in a VPC: another network is refused, and none is warned of", async ({ one, program }) => {
  await one.up(program({ vpcSubnet: "10.1.0.0/24" }), { cut: { request: "POST", how: "after" } });
  const bySubnet = 'vpcSubnet is "10.1.0.0/24" on the service, but "10.2.0.0/24" in the prog';
  expectError(await one.up(program({ vpcSubnet: "10.2.0.0/24" })), expect.stringContaining(bySubnet));
  expectError(await one.up(program({ vpc: "7" })), expect.stringMatching(/vpc is "\d+" on the service, but "7"/));
  const run = expectNoErrors(await one.up(program({ copySettings: { instance: "1001", settings: ["config"] } })));
  expect(warningsOf(run)).toEqual([
    expect.stringMatching(/ is in VPC \d+, although the program declares neither vpc nor vpcSubnet$/),
    expect.stringMatching(/^copySettings: .* only if the interrupted run that made instance \d+ declared it$/),
  ]);
});

it("one that was cut off in no VPC, and is then declared in one: warned of", async ({ one, program }) => {
  await one.up(program(), { cut: { request: "POST", how: "after" } });
  const run = expectNoErrors(await one.up(program({ vpcSubnet: "10.1.0.0/24" })));
  expect(warningsOf(run)).toEqual([
    expect.stringMatching(/ not show instance \d+ in a VPC with the subnet 10\.1\.0\.0/),
  ]);
});

describe("a version that is declared by its beginning", () => {
  const asked = ({ emulator }: Scene) =>
    emulator.writes().flatMap(({ method, body }) => (method === "POST" ? [(body as Inputs)["rmq_version"]] : []));

  it("is made as the newest one like it that another broker of the account tells of", async (scene) => {
    const inputs = { rmqVersion: "3.13" };
    expect((await scene.one.up(scene.program(inputs))).errors).toEqual([]);
    expect(asked(scene)).toEqual(["3.13.7"]);
    expect(scene.record()).toMatchObject({ rmq_version: "3.13.7" });
    expect(scene.one.entry("one").outputs).toMatchObject({ rmqVersion: "3.13.7" });
    await expectSettled(scene, inputs);
  });

  it("is a minimum where no broker tells of one: the service chooses the newest", async (scene) => {
    const inputs = { rmqVersion: "3.13" };
    for (const { id } of scene.emulator.state().instances) scene.emulator.patch({ op: "delete", in: "instances", id });
    expect((await scene.one.up(scene.program(inputs))).errors).toEqual([]);
    expect(asked(scene)).toEqual([undefined]);
    expect(scene.record()).toMatchObject({ rmq_version: "4.1.4" });
    await expectSettled(scene, inputs);
  });

  it.each(["alternative-medium-1", "clustered-shared-1"])("is not told by a broker on %s", async (scene, plan) => {
    for (const { id } of scene.emulator.state().instances)
      scene.emulator.patch({ op: "set", in: "instances", id, fields: { plan, rmq_version: "3.12.13" } });
    expect((await scene.one.up(scene.program({ rmqVersion: "3.13" }))).errors).toEqual([]);
    expect(asked(scene)).toEqual([undefined]);
    // Nothing is asked of what is not like it.
    expect(scene.emulator.calls().filter((call) => call.includes("available-versions"))).toEqual([]);
  });

  it("is made by the service's choice where the other brokers cannot be asked", async (scene) => {
    const match = { method: "GET", path: "/instance/api/nodes/available-versions" };
    scene.emulator.fault({ match, times: "always", fault: { status: 403 } });
    expect((await scene.one.up(scene.program({ rmqVersion: "4" }))).errors).toEqual([]);
    expect(asked(scene)).toEqual([undefined]);
    expect(scene.record()).toMatchObject({ rmq_version: "4.1.4" });
  });
});

describe.each(services)("an import, on a service that answers %s", (_how, service) => {
  const it = itOn(service);
  const plain = { disk: undefined, config: undefined, rmqVersion: undefined };
  const importing = (scene: Scene, id: number, inputs: Inputs) =>
    scene.one.up(scene.program({ ...plain, ...inputs }, { import: `${id}` }));

  it("of one in a VPC that is declared", async (scene) => {
    const { emulator, one, program } = scene;
    const fields = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" };
    const [vpc_id = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
    const id = addTwin(scene, { vpc_id });
    expectError(
      await importing(scene, id, { vpc: `${vpc_id + 1}` }),
      /^vpc: is .* in the program, but .* in the imported Instance \d+: /,
    );
    const inputs = { vpc: `${vpc_id}` };
    expect(await importing(scene, id, inputs)).toMatchObject({ changes: ["create one"], errors: [] });
    expect(emulator.writes()).toEqual([]);
    expect(one.entry("one").outputs).toMatchObject({
      vpc: `${vpc_id}`,
      vpcSubnet: fields.subnet,
      nodes: 1,
      nodeNames: [expect.any(String)],
      backend: "clustered",
      shared: false,
    });
    expect(await one.up(program({ ...plain, ...inputs }))).toMatchObject({ changes: [], errors: [], requests: 0 });
    const bySubnet = program({ ...plain, vpcSubnet: fields.subnet });
    expect(await one.up(bySubnet)).toMatchObject({ changes: [], errors: [], requests: 0 });
  });

  it("of a disk on provider B, which asks for downtime only where the size differs", async (scene) => {
    const { emulator, one, program } = scene;
    const region = "provider-b::region-1";
    const id = addTwin(scene, { region, extra_disk_size: 25 });
    const other = await importing(scene, id, { region, disk: { extraSize: 50 } });
    expect(other.errors).toEqual([
      expect.stringMatching(/^disk: a disk on this cloud provider changes only .*: add allowDowntime: true to/),
    ]);
    const inputs = { region, disk: { extraSize: 25 } };
    expect(await importing(scene, id, inputs)).toMatchObject({ changes: ["create one"], errors: [] });
    expect(emulator.writes()).toEqual([]);
    expect(await one.up(program({ ...plain, ...inputs }))).toMatchObject({ changes: [], errors: [], requests: 0 });
  });
});

it("an instance that the service does not show at first is waited for, and not for ever", async (scene) => {
  const { emulator, one, program } = scene;
  const match = { method: "GET", path: "/customer/api/instances/*" };
  emulator.fault({ match, fault: { status: 404 }, times: 3 });
  expect((await one.up(program())).errors).toEqual([]);
  expect(made(scene, 0).map(({ id }) => `${id}`)).toEqual([one.entry("one").id]);

  await one.destroy();
  emulator.fault({ match, fault: { status: 404 }, times: "always" });
  const lost = expectError(await one.up(program()), /404/);
  expect(lost.ms).toBeGreaterThanOrEqual(30_000);
  expect(lost.ms).toBeLessThan(120_000);
  // The id is kept, and the next run goes on.
  const { id } = one.entry("one");
  emulator.clearFaults();
  expect((await one.up(program())).errors).toEqual([]);
  expect(one.entry("one").id).toBe(id);
});

itOn({ brokerUrl: "amqp://me:my%20word@localhost:5672" })(
  "what an instance exports leads an application to the broker that the emulator names",
  async ({ one, program }) => {
    expect((await one.up(program())).errors).toEqual([]);
    const { id, outputs } = one.entry("one");
    expect(outputs).toMatchObject({
      ...{ url: `amqp://me:my%20word@localhost:5672/instance-${id}`, host: "localhost", hostInternal: "localhost" },
      ...{ username: "me", password: "my word", vhost: `instance-${id}` },
    });
  },
);
