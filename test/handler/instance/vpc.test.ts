import { bagOf } from "../../helpers/declared";
import { resource } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectNothingToDo, lastingLines } from "../../helpers/outcomes";
import { it, itOn, lines, type Scene, services, withInstance, withScene } from "./scene";

const net = resource("vpc", "net", { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" });

it("a declared VPC stays, without drift, when its last instance goes", async ({ one, program, emulator, clock }) => {
  expect((await one.up([net])).errors).toEqual([]);
  const vpc = one.entry("net").id;
  expect((await one.up([net, ...program({ vpc })])).errors).toEqual([]);
  emulator.clearRequests();
  expect(await one.up([net])).toMatchObject({ changes: ["delete one"], errors: [] });
  const deletes = emulator.requests().filter(({ method }) => method === "DELETE");
  expect(deletes.map(({ path, query }) => [path.replace(/\d+$/, "N"), query])).toEqual([
    ["/customer/api/instances/N", "keep_vpc=true"],
  ]);
  // Long after everything that the service does in the background.
  await clock.sleep(3_600_000);
  expect(emulator.state().vpcs).toMatchObject([{ id: Number(vpc), goneAt: null }]);
  await expectNothingToDo(one, [net]);
});

describe("a wrong answer is no evidence for a replacement", () => {
  const instances = "/customer/api/instances";
  const always = (path: string, merge: object) =>
    ({ match: { method: "GET", path }, times: "always", fault: { merge } }) as never;

  it.each([
    ["an empty region", `${instances}/*`, { region: "" }],
    ["a region without its provider", `${instances}/*`, { region: "region-1" }],
    ["a VPC without a number", `${instances}/*`, { vpc: { id: 0, subnet: "10.56.72.0/24" } }],
    ["an empty region of the VPC", "/customer/api/vpcs", { region: "" }],
    ["an empty network of the VPC", "/customer/api/vpcs", { subnet: "" }],
  ])("%s, seen by a refresh: nothing is replaced", async ({ one, program, emulator }, _what, path, merge) => {
    expect((await one.up([net])).errors).toEqual([]);
    const all = [net, ...program({ vpc: one.entry("net").id })];
    expect((await one.up(all)).errors).toEqual([]);
    emulator.fault(always(path, merge));
    expect(await one.refresh()).toMatchObject({ errors: [], changes: [] });
    emulator.clearFaults();
    expect(await one.up(all)).toMatchObject({ errors: [], changes: [], calls: [] });
  });

  it.each([{ vpc: true }, { vpcSubnet: "10.56.72.0/24" }])(
    "a list that does not name the VPC of a new instance, which is declared by %j",
    async ({ one, program, emulator }, by) => {
      expect((await one.up([net])).errors).toEqual([]);
      const first = "vpc" in by ? [net] : [];
      const all = [...first, ...program("vpc" in by ? { vpc: one.entry("net").id } : { ...by, vpc: undefined })];
      if (!("vpc" in by)) expect((await one.up([])).errors).toEqual([]);
      emulator.fault(always(instances, { vpc_id: null }));
      expect((await one.up(all)).errors).toEqual([]);
      emulator.clearFaults();
      const { id } = one.entry("one");
      expect(await one.up(all)).toMatchObject({ errors: [], changes: [] });
      expect(one.entry("one").id).toBe(id);
    },
    { specifiedOnly: true },
  );
});

test.each(services)("%s: the same VPC under its other name is no change; another one replaces", (_how, service) =>
  withInstance(
    async (scene) => {
      const { emulator, one, program } = scene;
      const { id, outputs } = one.entry("one");
      expect(outputs).toMatchObject({ vpc: expect.any(String), vpcSubnet: "10.56.72.0/24" });
      const same = { vpcSubnet: undefined, vpc: outputs.vpc };
      expect(await one.up(program(same))).toMatchObject({ changes: [], errors: [], requests: 0 });
      expect(await one.up(program({}))).toMatchObject({ changes: [], errors: [], requests: 0 });
      const [other] = emulator.patch({ op: "add", in: "vpcs", fields: { ...net.inputs, subnet: "10.60.0.0/24" } });
      const run = await one.up(program({ vpc: `${other}` }));
      expect(run).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
      expect(one.entry("one").id).not.toBe(id);
      expect(one.entry("one").outputs).toMatchObject({ vpc: `${other}` });
    },
    { vpcSubnet: "10.56.72.0/24" },
    service,
  ),
);

describe.each(services)("an instance that was made without a VPC, %s", (_how, service) => {
  const it = itOn(service);
  const loses = /replaced because of/;
  const connect = (instance: string) =>
    resource("vpcConnect", "connect", { instance, allowedPrincipals: ["arn:cloud:iam::123456789012:root"] });
  const brokers = ({ emulator }: Scene) => emulator.state().instances.filter(({ name }) => name === "shop");

  test.each([
    ["vpc", false],
    ["vpc", true],
    ["vpcSubnet", false],
    ["vpcSubnet", true],
  ])("and that VPC connect put into one: naming that VPC by its %s replaces nothing, refreshed %s", (name, again) =>
    withScene(async (scene) => {
      const { one, program, emulator } = scene;
      expectNoErrors(await one.up(program()));
      const { id } = one.entry("one");
      expectNoErrors(await one.up([...program(), connect(id)]));
      const { vpc, vpcSubnet } = one.entry("connect").outputs;
      expect([vpc, vpcSubnet]).toEqual([expect.any(String), expect.any(String)]);
      if (again) expectNoErrors(await one.refresh());
      emulator.clearRequests();
      const all = [...program(name === "vpc" ? { vpc } : { vpcSubnet }), connect(id)];
      const run = expectNoErrors(await one.up(all));
      expect(run.changes.filter((change) => change !== "update one")).toEqual([]);
      expect(lastingLines(run)).not.toContainEqual(expect.stringMatching(loses));
      expect(lines(emulator)).toEqual([]);
      expect(one.entry("one")).toMatchObject({ id, outputs: { vpc, vpcSubnet } });
      expect(brokers(scene)).toMatchObject([{ id: Number(id), goneAt: null }]);
      expect(await one.up(all)).toMatchObject({ changes: [], errors: [], requests: 0 });
      expectNoErrors(await one.refresh());
      expect(await one.up(all)).toMatchObject({ changes: [], errors: [], requests: 0 });
    }, service),
  );

  test("a VPC that it is not in is refused by up, which names the way to replace it, and changes nothing", () =>
    withScene(async (scene) => {
      const { one, program, emulator } = scene;
      expectNoErrors(await one.up([net, ...program()]));
      const { id, urn } = one.entry("one");
      const vpc = one.entry("net").id;
      emulator.clearRequests();
      const run = await one.up([net, ...program({ vpc, name: "other" })]);
      expect(run.errors).toEqual([
        `Instance "one": instance ${id} is in no VPC, and the service cannot move the instance to VPC ${vpc}: leave vpc out, or run pulumi up --target-replace '${urn}' to replace the broker (a replacement loses the messages of the broker)`,
      ]);
      expect(lastingLines(run)).toContainEqual(
        `vpc: pulumi up checks whether instance ${id} is in VPC ${vpc}. If not, pulumi up fails, because the service cannot move an instance to another VPC`,
      );
      expect(lines(emulator)).toEqual([]);
      expect(one.entry("one")).toMatchObject({ id, initErrors: [] });
      expect(await one.up([net, ...program()])).toMatchObject({ changes: [], errors: [] });
      // What VPC connect has made since is another one.
      expectNoErrors(await one.up([net, ...program(), connect(id)]));
      const { vpc: its } = one.entry("connect").outputs;
      expect((await one.up([net, ...program({ vpc }), connect(id)])).errors).toEqual([
        expect.stringContaining(
          `instance ${id} is in VPC ${its}, and the service cannot move the instance to VPC ${vpc}: `,
        ),
      ]);
      expect(brokers(scene)).toHaveLength(1);
    }, service));

  it("a subnet that it is not in is refused by up, too", async (scene) => {
    const { one, program, emulator } = scene;
    expectNoErrors(await one.up(program()));
    const { id } = one.entry("one");
    emulator.clearRequests();
    const declared = program({ vpcSubnet: "10.56.99.0/24", name: "other" });
    const run = await one.up(declared);
    const refused =
      "and the service cannot move the instance to a VPC with the subnet 10.56.99.0/24: leave vpcSubnet out, or run pulumi up --target-replace";
    expectError(run, expect.stringContaining(`instance ${id} is in no VPC, ${refused}`));
    expect(lines(emulator)).toEqual([]);
    expectNoErrors(await one.up([...program(), connect(id)]));
    const { vpc, vpcSubnet } = one.entry("connect").outputs;
    expect((await one.up([...declared, connect(id)])).errors).toEqual([
      expect.stringContaining(`instance ${id} is in VPC ${vpc}, whose subnet is ${vpcSubnet}, ${refused}`),
    ]);
    expect(brokers(scene)).toHaveLength(1);
  });

  it("a VPC that the same run makes is one that it is not in: replaced", async ({ one, program, host }) => {
    expectNoErrors(await one.up(program()));
    const { id, outputs, urn } = one.entry("one");
    const run = host();
    const made = await run.handler("vpc").create(bagOf(net, one.urn("vpc", "net")));
    const inputs = bagOf(program({ vpc: made.id })[0]!, urn);
    await run.handler("instance").check(inputs, inputs);
    expect(await run.handler("instance").diff(id, outputs, inputs)).toMatchObject({ replaces: ["vpc"] });
    expect(run.lines).toContainEqual(expect.objectContaining({ text: expect.stringMatching(loses) }));
  });
});
