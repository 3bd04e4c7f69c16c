import { withScene } from "./scene";

test("an instance that the service does not show at first is waited for, and not for ever", () =>
  withScene(async ({ emulator, one, program }) => {
    const match = { method: "GET", path: "/customer/api/instances/*" };
    emulator.fault({ match, fault: { status: 404 }, times: 3 });
    expect((await one.up(program())).errors).toEqual([]);
    const made = emulator.state().instances.filter(({ name, goneAt }) => name === "shop" && goneAt === null);
    expect(made.map(({ id }) => `${id}`)).toEqual([one.entry("one").id]);

    await one.destroy();
    emulator.fault({ match, fault: { status: 404 }, times: "always" });
    const lost = await one.up(program());
    expect(lost.errors).toEqual([expect.stringMatching(/404/)]);
    expect(lost.ms).toBeGreaterThanOrEqual(30_000);
    expect(lost.ms).toBeLessThan(120_000);
    // The id is kept, and the next run goes on.
    const { id } = one.entry("one");
    emulator.clearFaults();
    expect((await one.up(program())).errors).toEqual([]);
    expect(one.entry("one").id).toBe(id);
  }));
