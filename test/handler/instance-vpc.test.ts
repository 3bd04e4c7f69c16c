import { withScene } from "./instance-scene";

const net = {
  type: "vpc",
  name: "net",
  inputs: { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" },
};

describe("a declared VPC", () => {
  test("stays, without drift, when its last instance is removed", async () => {
    await withScene(async ({ one, program, emulator, clock }) => {
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
      expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
      expect(await one.up([net])).toMatchObject({ changes: [], errors: [] });
    });
  });
});

describe("a wrong answer is no evidence for a replacement", () => {
  const instances = "/customer/api/instances";
  const always = (path: string, merge: object) =>
    ({ match: { method: "GET", path }, times: "always", fault: { merge } }) as never;

  test.each([
    ["an empty region", `${instances}/*`, { region: "" }],
    ["a region without its provider", `${instances}/*`, { region: "region-1" }],
    ["a VPC without a number", `${instances}/*`, { vpc: { id: 0, subnet: "10.56.72.0/24" } }],
    ["an empty region of the VPC", "/customer/api/vpcs", { region: "" }],
    ["an empty network of the VPC", "/customer/api/vpcs", { subnet: "" }],
  ])("%s, seen by a refresh: nothing is replaced", (_what, path, merge) =>
    withScene(async ({ one, program, emulator }) => {
      expect((await one.up([net])).errors).toEqual([]);
      const all = [net, ...program({ vpc: one.entry("net").id })];
      expect((await one.up(all)).errors).toEqual([]);
      emulator.fault(always(path, merge));
      expect(await one.refresh()).toMatchObject({ errors: [], changes: [] });
      emulator.clearFaults();
      expect(await one.up(all)).toMatchObject({ errors: [], changes: [], calls: [] });
    }),
  );

  test.each([{ vpc: true }, { vpcSubnet: "10.56.72.0/24" }])(
    "a list that does not name the VPC of a new instance, which is declared by %j",
    (by) =>
      withScene(
        async ({ one, program, emulator }) => {
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
      ),
  );
});
