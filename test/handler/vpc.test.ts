import type { Declared } from "../helpers/handler-stack";
import { withHandlers } from "../helpers/handlers";

/** The moments of a VPC at which one wrong answer, or one refusal, could lose or double it. */

const region = "provider-a::region-1";
const net: Declared = { type: "vpc", name: "net", inputs: { name: "net", region, subnet: "10.56.72.0/24", tags: [] } };

test("an instance that nobody removes: the removal of the VPC names it, and nothing is lost", () =>
  withHandlers(async ({ emulator, stack }) => {
    const one = stack();
    expect((await one.up([net])).errors).toEqual([]);
    const [vpc] = emulator.state().vpcs;
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { region, vpc_id: vpc!.id } });
    expect((await one.destroy()).errors).toEqual([
      expect.stringMatching(/^Vpc "net": VPC \d+ still holds the instances 1001: move or delete them first$/),
    ]);
    expect(one.state).toHaveLength(1);
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { vpc_id: null } });
    expect((await one.destroy()).errors).toEqual([]);
  }));

test("a VPC of a run that was cut off is found although one list is answered as if there were none", () =>
  withHandlers(async ({ emulator, stack }) => {
    const one = stack();
    await one.up([net], { cut: { request: 5, how: "after" } });
    expect([one.state.length, emulator.state().vpcs.length]).toEqual([0, 1]);
    emulator.fault({ match: { method: "GET", path: "/customer/api/vpcs" }, fault: { raw: "[]" } });
    expect((await one.up([net])).errors).toEqual([]);
    expect(emulator.state().vpcs).toHaveLength(1);
  }));
