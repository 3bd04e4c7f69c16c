import type { Declared } from "../../helpers/handlers";
import { expectError, expectNothingToDo, minutes, progress } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { it, type Scene, withScene } from "./scene";

const short = { create: "5m", update: "5m" };

async function expectSettled({ one, program }: Scene, timeouts?: Declared["timeouts"]): Promise<void> {
  expect(one.entry("one").outputs).not.toHaveProperty("__pending");
  expect(one.entry("one").outputs).not.toHaveProperty("__sent");
  await expectNothingToDo(one, program({}, timeouts));
}

test("a plugin that never enables fails at its deadline with one line, its id in state", () =>
  withScene(async ({ emulator, one, program, patch, posts }) => {
    patch("broker_mqtt", { never_enables: true });
    const run = await one.up(program({}, short));
    expect(run).toMatchObject({ changes: ["create one"], ms: minutes(5) });
    expectError(run, /for plugin broker_mqtt of instance 1001 to be enabled after 29\ds: not enabled yet[^\n]*$/);
    expect(one.entry("one")).toMatchObject({
      id: `${emulator.instances[0]?.id}/plugins/broker_mqtt`,
      outputs: { __pending: expect.any(String), __sent: [expect.stringMatching(/^enable at 2030-/)] },
    });
    expect(posts()).toEqual([204]);
  }));

it("a request that the service has lost is sent again by the next run, after a wait for the first", async (all) => {
  const { emulator, one, program, patch, posts, record } = all;
  patch("broker_mqtt", { never_enables: true });
  await one.up(program({}, short));
  patch("broker_mqtt", { never_enables: false });
  emulator.clearRequests();
  const run = await one.up(program());
  expect(run).toMatchObject({ changes: ["update one"], errors: [] });
  expect(run.ms).toBeGreaterThan(minutes(5));
  expect(posts()).toEqual([204]);
  expect(record().enabled).toBe(true);
  await expectSettled(all);
});

it.each([
  ["", false],
  [", with a refresh in between", true],
])("cut at its deadline, it is gone on with by the next run, and sent once%s", async (all, _how, refreshed) => {
  const { emulator, one, program, posts, record } = all;
  lasting(emulator, { changingPlugin: minutes(7) });
  expectError(await one.up(program({}, short)), /gave up waiting for .* after/);
  if (refreshed) expect((await one.refresh()).errors).toEqual([]);
  expect(await one.up(program({}, short))).toMatchObject({ changes: ["update one"], errors: [] });
  expect(posts()).toEqual([204]);
  expect(record().enabled).toBe(true);
  await expectSettled(all, short);
});

it("cut at its deadline and destroyed: it is disabled in the end", async ({ emulator, one, program, record }) => {
  lasting(emulator, { changingPlugin: minutes(7) });
  await one.up(program({}, short));
  expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
  expect(record().enabled).toBe(false);
});

it("the change of somebody else, ten minutes long, is waited out with a progress line", async (all) => {
  const { clock, one, program, patch, posts, record } = all;
  patch("broker_stomp", { change: { enabled: true, endsAt: clock.now() + minutes(10) } });
  const run = await one.up(program());
  expect(run).toMatchObject({ changes: ["create one"], errors: [] });
  expect(run.ms).toBeGreaterThan(minutes(10));
  expect(run.ms).toBeLessThan(minutes(12));
  expect(posts().filter((status) => status !== 400)).toEqual([204]);
  expect(progress(run)).toContainEqual(
    expect.stringMatching(/^waiting for the service \(\d+s\): Another plugin is being changed/),
  );
  expect(record().enabled).toBe(true);
  await expectSettled(all);
});
