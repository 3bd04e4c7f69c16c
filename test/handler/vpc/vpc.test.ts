import { markerOf } from "../../../provider/resources/shared/marker";
import { type Handlers, it, resource, withHandlers } from "../../helpers/handlers";
import { expectError } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";

/** The moments of a VPC at which one wrong answer, or one refusal, could lose or double it. */

const region = "provider-a::region-1";
const shop = resource("instance", "shop", { name: "shop", plan: "clustered-small-1", region, tags: [] });
const net = resource("vpc", "net", { name: "net", region, subnet: "10.56.72.0/24", tags: [] });

test("an instance that nobody removes: the removal of the VPC names it, and nothing is lost", () =>
  withHandlers(async ({ emulator, one }) => {
    expect((await one.up([net])).errors).toEqual([]);
    const [vpc] = emulator.state().vpcs;
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { region, vpc_id: vpc!.id } });
    // The instance may be of another team: the line names the way out that deletes nothing first.
    const keep = `run pulumi state delete '${one.urn("vpc", "net")}'. The VPC then stays on the service. If nobody else manages the instances, move or delete the instances`;
    const [error] = (await one.destroy()).errors;
    expect(error).toMatch(/VPC \d+ still holds the instances 1001\. If another stack or program manages these/);
    expect(error).toContain(keep);
    expect(one.state).toHaveLength(1);
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: null } });
    // A look at everything before takes nothing away from the removal, as a look by `.get` would.
    expect((await one.destroy({ refresh: true })).errors).toEqual([]);
    expect(emulator.state().vpcs).toEqual([]);
  }));

/** A VPC, and an instance in it that takes a minute to be removed. */
const withShop = (work: (at: Handlers) => Promise<void>) =>
  withHandlers(async (at) => {
    const { emulator, one } = at;
    lasting(emulator, { creating: 5_000, deleting: 60_000 });
    await one.up([net]);
    expect((await one.up([net, { ...shop, inputs: { ...shop.inputs, vpc: one.entry("net").id } }])).errors).toEqual([]);
    await work(at);
  });

test("an instance in it that a cut-off replacement has left: the removal names it with the command that deletes it", () =>
  withShop(async ({ emulator, one }) => {
    const tags = [markerOf(one.urn("instance", "shop"))];
    const fields = { name: "shop", plan: "clustered-small-1", region, tags, vpc_id: Number(one.entry("net").id) };
    const [id] = emulator.patch({ op: "add", in: "instances", fields });
    const command = `.* '${emulator.customerUrl}/api/instances/${id}\\?keep_vpc=true'`;
    expect((await one.destroy()).errors).toEqual([
      expect.stringMatching(
        `^Vpc "net": VPC \\d+ still holds the instances ${id}\\. Of these instances, instance ${id} ${command}`,
      ),
    ]);
  }));

test("a removal waits for the instance in the VPC, whose own removal begins a little later", () =>
  withShop(async ({ clock, emulator, host, one }) => {
    const process = host();
    const remove = (name: string) => {
      const { type, id, outputs } = one.entry(name);
      return process.handler(type).delete(id, outputs);
    };
    await Promise.all([remove("net"), clock.sleep(10_000).then(() => remove("shop"))]);
    expect(emulator.state().vpcs).toEqual([]);
    process.kill();
  }));

it("an instance that goes between the refusal and the next look is no reason to fail", async ({ emulator, one }) => {
  await one.up([net]);
  const refusal = { status: 400, body: { error: "The VPC can't be deleted while instances are in it" } };
  emulator.fault({ match: { method: "DELETE", path: "/customer/api/vpcs/*" }, fault: refusal });
  expect((await one.destroy()).errors).toEqual([]);
  expect(emulator.state().vpcs).toEqual([]);
});

test("where the removal of the instance is refused, that of its VPC says so soon", () =>
  withShop(async ({ emulator, one }) => {
    const refuse = (path: string) =>
      emulator.fault({ match: { method: "DELETE", path }, fault: { status: 403, body: { error: "no" } } });
    refuse("/customer/api/instances/*");
    const run = await one.destroy();
    expect(run.errors.sort()).toEqual([
      expect.stringMatching(/^Instance "shop": .* 403/),
      expect.stringMatching(/^Vpc "net": VPC \d+ still holds the instances \d+/),
    ]);
    expect(run.ms).toBeLessThan(120_000);
    expect(one.state).toHaveLength(2);

    // Not because of what is in it: told at once.
    refuse("/customer/api/vpcs/*");
    expectError(await one.destroy(), /^Vpc "net": DELETE .* 403/);
    expect((await one.destroy()).errors).toEqual([]);
  }));

test.each([net, shop])("a $type that the run makes, or replaces, is no twin of another one", ({ type, inputs }) =>
  withHandlers(async ({ emulator, host, stack }) => {
    lasting(emulator, { creating: 5_000 });
    const __provider = `exports.handler = () => require('pulumi-broker/host').${type}`;
    const bag = (name: string) => ({ ...inputs, __provider, __urn: stack().urn(type, name) });
    const [first, next] = [host(), host()];
    const made = [];
    for (const name of ["a", "b"]) made.push(await first.handler(type).create(bag(name)));
    for (const [i, name] of ["a", "b"].entries()) {
      await next.handler(type).check(bag(name), bag(name));
      await next.handler(type).diff(made[i]!.id, made[i]!.outs, bag(name));
    }
    await next.handler(type).create(bag("a"));
    expect([...first.lines, ...next.lines].filter(({ severity }) => severity === "warning")).toEqual([]);
    for (const each of [first, next]) each.kill();
  }),
);

test("a VPC of an interrupted run, and is then declared with another subnet: an error that names both", () =>
  withHandlers(async ({ emulator, one }) => {
    await one.up([net], { cut: { request: "POST", how: "after" } });
    const { errors } = await one.up([{ ...net, inputs: { ...net.inputs, subnet: "10.99.0.0/24" } }]);
    const [left] = emulator.state().vpcs;
    expect(errors).toEqual([
      `Vpc "net": an interrupted run made VPC ${left?.id} with other inputs (subnet is "${left?.subnet}" on the service, but "10.99.0.0/24" in the program). To keep the object, declare the inputs of the interrupted run. To make a new object, delete VPC ${left?.id} on the service, then run again`,
    ]);
    expect(emulator.state().vpcs).toHaveLength(1);
  }));
