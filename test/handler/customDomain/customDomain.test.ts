import type { Declared } from "../../helpers/handlers";
import { expectError, expectSaid, lastingLines, minutes, progress } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { expectSettled, it, other, removed, type Scene, set, withScene } from "./scene";

it("a create waits until it is configured; a delete until it is gone", async (all) => {
  const { one, program, record, writes } = all;
  const run = await one.up(program());
  expect(run).toMatchObject({ changes: ["create one"], errors: [] });
  expect(run.ms).toBeGreaterThan(30_000);
  expect(one.entry("one")).toMatchObject({ id: "1001/custom-domain", outputs: { hostname: "mq.example.com" } });
  await expectSettled(all);
  // Case means nothing.
  expect(await one.up(program({ hostname: "MQ.example.com" }))).toMatchObject({ changes: [], requests: 0 });
  const gone = await one.destroy();
  expect(gone).toMatchObject({ changes: ["delete one"], errors: [] });
  expect(gone.ms).toBeGreaterThan(15_000);
  expect(record()).toMatchObject({ hostname: null, change: null });
  expect(writes()).toEqual([set("mq.example.com"), removed]);
});

it("another host name: remove, wait, set, wait", async (all) => {
  const { one, program, record, writes } = all;
  await one.up(program());
  expect(await one.up(program(other))).toMatchObject({ changes: ["update one"], errors: [] });
  expect(writes()).toEqual([set("mq.example.com"), removed, set("new.example.com")]);
  expect(record()).toMatchObject({ hostname: "new.example.com", change: null });
  await expectSettled(all, other);
});

it("one that is there already with this host name is taken over, and nothing sent", async (all) => {
  const { one, patch, program, writes } = all;
  patch({ hostname: "mq.example.com" });
  const run = await one.up(program());
  expect(run).toMatchObject({ changes: ["create one"], errors: [] });
  expect(lastingLines(run)).toEqual(["mq.example.com is set already: nothing was sent"]);
  expect(writes()).toEqual([]);
  await expectSettled(all);
});

it("one with another host name is a failure that names it, unless takeOver", async (all) => {
  const { one, patch, program, writes } = all;
  patch({ hostname: "theirs.example.com" });
  expect((await one.up(program())).errors).toEqual([
    'CustomDomain "one": instance 1001 already has the custom domain theirs.example.com: declare the host name theirs.example.com, or set takeOver: true to replace the custom domain theirs.example.com',
  ]);
  expect([writes(), one.state]).toEqual([[], []]);
  expect(await one.up(program({ takeOver: true }))).toMatchObject({ changes: ["create one"], errors: [] });
  expect(writes()).toEqual([removed, set("mq.example.com")]);
  await expectSettled(all, { takeOver: true });
  // The option alone is a change that sends nothing.
  expect(await one.up(program())).toMatchObject({ changes: ["update one"], requests: 0 });
});

it("set to another one outside: an update that has not seen it fails, one that has puts it right", async (all) => {
  const { one, patch, program, record, writes } = all;
  await one.up(program());
  patch({ hostname: "theirs.example.com" });
  expectError(await one.up(program(other)), /has the custom domain theirs\.example/);
  expect(writes()).toEqual([set("mq.example.com")]);
  expect((await one.refresh()).changes).toEqual(["drift one"]);
  expect(await one.up(program())).toMatchObject({ changes: ["update one"], errors: [] });
  expect(record()).toMatchObject({ hostname: "mq.example.com" });
  await expectSettled(all);
});

it("set to another one outside: a delete leaves it, and says so", async ({ one, patch, program, record }) => {
  await one.up(program());
  patch({ hostname: "theirs.example.com" });
  const run = await one.destroy();
  expect(run).toMatchObject({ changes: ["delete one"], errors: [] });
  expect(lastingLines(run)).toEqual([
    "the custom domain theirs.example.com stays, because somebody else has set it in the meantime",
  ]);
  expect(record()).toMatchObject({ hostname: "theirs.example.com", change: null });
});

it("DNS that is not ready for four minutes is waited for, with progress", async (all) => {
  const { clock, one, patch, program, writes } = all;
  patch({ dns_ready: false });
  void clock.sleep(minutes(4)).then(() => patch({ dns_ready: true }));
  const run = await one.up(program());
  expect(run).toMatchObject({ changes: ["create one"], errors: [] });
  expect(run.ms).toBeGreaterThan(minutes(4));
  expect(run.ms).toBeLessThan(minutes(5));
  expect(writes().filter((line) => !line.endsWith(" 400"))).toEqual([set("mq.example.com")]);
  expect(progress(run)).toContainEqual(
    expect.stringMatching(/^waiting for the service \(2\d\ds\): Provided hostname does not resolve to any address\.$/),
  );
  await expectSettled(all);
});

it("DNS that is never ready fails at the deadline, with one line and nothing made", async ({ one, patch, program }) => {
  patch({ dns_ready: false });
  const run = await one.up(program({}, { create: "3m" }));
  expect(run.errors).toEqual([
    'CustomDomain "one": the service finds no DNS record of mq.example.com (Provided hostname does not resolve to any address): make a record that points to the host name of instance 1001, then run again',
  ]);
  expect(run.ms).toBeLessThanOrEqual(minutes(3));
  expect(one.state).toEqual([]);
});

describe("a change that failed after the old host name was removed, and then a destroy:", () => {
  it("one that somebody else has set since stays, and a line says so", async ({ one, patch, program, record }) => {
    await one.up(program());
    patch({ dns_ready: false });
    expect((await one.up(program(other, { update: "3m" }))).errors).toHaveLength(1);
    patch({ dns_ready: true, hostname: "theirs.example.com" });
    const run = await one.destroy();
    expect(run).toMatchObject({ changes: ["delete one"], errors: [] });
    expectSaid(run, "the custom domain theirs.example.com stays, because somebody else has set it in the meantime");
    expect(record()).toMatchObject({ hostname: "theirs.example.com", change: null });
  });

  test("the new one, which the service has set although no answer came, goes", () =>
    withScene(async ({ clock, emulator, one, program, record }) => {
      await one.up(program());
      const match = { method: "POST", path: "/api/custom-domain" };
      emulator.fault({ match, times: "always", fault: { reset: "after" } });
      expect((await one.up(program(other))).errors).toHaveLength(1);
      emulator.clearFaults();
      await clock.sleep(minutes(5));
      expect(record()).toMatchObject({ hostname: "new.example.com", change: null });
      expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
      expect(record()).toMatchObject({ hostname: null, change: null });
    }));
});

describe("a host name that is still being set, for a run that ended without a trace,", () => {
  const certifying = ({ clock, patch }: Scene) =>
    patch({ change: { hostname: "theirs.example.com", endsAt: clock.now() + minutes(7) } });

  it("is named with the two ways out", async (all) => {
    certifying(all);
    expect((await all.one.up(all.program())).errors).toEqual([
      'CustomDomain "one": instance 1001 already has the custom domain theirs.example.com: declare the host name theirs.example.com, or set takeOver: true to replace the custom domain theirs.example.com',
    ]);
    expect(all.writes().filter((line) => line.endsWith(" 202"))).toEqual([]);
    expect(all.one.state).toEqual([]);
    expect(await all.one.up(all.program({ hostname: "theirs.example.com" }))).toMatchObject({ errors: [] });
  });

  it("is replaced with takeOver", async (all) => {
    certifying(all);
    expect(await all.one.up(all.program({ takeOver: true }))).toMatchObject({ changes: ["create one"], errors: [] });
    expect(all.writes().filter((line) => line.endsWith(" 202"))).toEqual([removed, set("mq.example.com")]);
    await expectSettled(all, { takeOver: true });
  });

  it("is what was declared: it is waited for", async (all) => {
    certifying(all);
    const theirs = { hostname: "theirs.example.com" };
    expect(await all.one.up(all.program(theirs))).toMatchObject({ changes: ["create one"], errors: [] });
    await expectSettled(all, theirs);
  });
});

describe.each([
  ["", false],
  [" and refreshed", true],
])("cut by customTimeouts again and again%s:", (_how, refreshed) => {
  const finish = async ({ one, program }: Scene, inputs: object, timeouts: Declared["timeouts"]) => {
    for (let runs = 1; ; runs += 1) {
      const run = await one.up(program({ ...inputs }, timeouts));
      if (run.errors.length === 0) return runs;
      expectError(run, /^[^\n]*gave up waiting for [^\n]* after \d+s[^\n]*$/);
      expect(one.entry("one").outputs).toMatchObject({ __pending: expect.any(String) });
      if (refreshed) expect((await one.refresh()).errors).toEqual([]);
    }
  };

  it("a create sends one POST", async (all) => {
    lasting(all.emulator, { certifying: minutes(7) });
    const short = { create: "2m", update: "2m" };
    expect(await finish(all, {}, short)).toBeGreaterThan(2);
    expect(all.writes()).toEqual([set("mq.example.com")]);
    await expectSettled(all, {}, short);
  });

  it("a change sends one DELETE and one POST", async (all) => {
    await all.one.up(all.program());
    all.emulator.clearRequests();
    lasting(all.emulator, { certifying: minutes(7), removingDomain: minutes(7) });
    const short = { update: "5m" };
    expect(await finish(all, other, short)).toBeGreaterThan(2);
    expect(all.writes()).toEqual([removed, set("new.example.com")]);
    expect(all.record()).toMatchObject({ hostname: "new.example.com", change: null });
    await expectSettled(all, other, short);
  });

  it("another host name in between comes last, and stays", async (all) => {
    const { one, program } = all;
    await one.up(program({}, { create: "10s" }));
    if (refreshed) await one.refresh();
    expect(await one.up(program(other))).toMatchObject({ changes: ["update one"], errors: [] });
    expect(all.writes()).toEqual([set("mq.example.com"), removed, set("new.example.com")]);
    await expectSettled(all, other);
  });

  it("a change that is taken back while the old one is being removed sets the old one again", async (all) => {
    const { emulator, one, program } = all;
    await one.up(program());
    lasting(emulator, { removingDomain: minutes(7) });
    expect((await one.up(program(other, { update: "10s" }))).errors).toHaveLength(1);
    if (refreshed) await one.refresh();
    expect(await one.up(program())).toMatchObject({ changes: ["update one"], errors: [] });
    expect(all.writes()).toEqual([set("mq.example.com"), removed, set("mq.example.com")]);
    await expectSettled(all);
  });

  it("a destroy in between removes what was still to come", async ({ one, program, record }) => {
    await one.up(program({}, { create: "10s" }));
    if (refreshed) await one.refresh();
    expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
    expect(record()).toMatchObject({ hostname: null, change: null });
  });
});
