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
