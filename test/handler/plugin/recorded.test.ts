import type { Fault } from "../../../provider/emulator";
import { expectError, expectNothingToDo, minutes } from "../../helpers/outcomes";
import { testsOf } from "../../helpers/tests-of";
import { type Scene as PluginScene, withScene } from "./scene";

/** Plugins as a live service shows them: unlisted once installed, and a 202 with a job, which alone tells failure. */

const path = "/instance/api/plugins";
const delayed = "broker_delayed_message_exchange";
const id = `1001/community-plugins/${delayed}`;

interface Scene extends PluginScene {
  /** The next change is taken as job 77, which goes as given; the service works at it only where it acts. */
  job(method: "POST" | "DELETE", answer: object, over?: { acts?: boolean }): void;
}

/** A service whose list of community plugins has none of those that an instance may have had. */
const it = testsOf((work: (scene: Scene) => Promise<void>) =>
  withScene(async (all) => {
    const { emulator } = all;
    emulator.fault({ match: { method: "GET", path: `${path}/community` }, times: "always", fault: { list: "gone" } });
    await work({
      ...all,
      job(method, answer, { acts = false } = {}) {
        const taken: Fault = { status: 202, body: { job_id: 77 }, actThen: acts };
        emulator.fault({ match: { method, path: `${path}*` }, fault: taken });
        const shown: Fault = { status: 200, body: { id: 77, ...answer } };
        emulator.fault({ match: { method: "GET", path: "/instance/api/jobs/77" }, times: "always", fault: shown });
      },
    });
  }),
);

it("a community plugin that is enabled is imported, kept, and removed by its own path", async (all) => {
  const { one, program, patch, record, writes } = all;
  patch(delayed, { enabled: true });
  const imported = program({ name: delayed, community: true }).map((each) => ({ ...each, import: id }));
  expect(await one.up(imported)).toMatchObject({ changes: ["create one"], errors: [] });
  expect(one.entry("one")).toMatchObject({ id, outputs: { enabled: true, community: true } });
  await expectNothingToDo(one, imported);
  expect(writes()).toEqual([]);
  expect(await one.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
  expect(writes()).toEqual([`DELETE /plugins/community/${delayed}?async=true 204`]);
  expect(record(delayed).enabled).toBe(false);
});

it("a community plugin that was installed before and is off is enabled again", async (all) => {
  const { emulator, one, program, patch, record, writes } = all;
  // Once enabled, the plugin stays in the list.
  patch(delayed, { enabled: true });
  const { body } = await emulator.call("GET", path);
  patch(delayed, { enabled: false });
  const listed = (body as { name: string }[]).map((each) =>
    each.name === delayed ? { ...each, enabled: false } : each,
  );
  emulator.fault({ match: { method: "GET", path }, fault: { status: 200, body: listed } });
  const run = await one.up(program({ name: delayed, community: true }));
  expect(run).toMatchObject({ changes: ["create one"], errors: [] });
  expect(writes()).toEqual(["POST /plugins/community?async=true 204"]);
  expect(record(delayed).enabled).toBe(true);
});

describe("a change that is a job", () => {
  it("is done when the list shows it", async ({ one, program, job, record }) => {
    job("POST", { status: "running" }, { acts: true });
    expect(await one.up(program({ name: "broker_top" }))).toMatchObject({ changes: ["create one"], errors: [] });
    expect(one.entry("one").outputs).not.toHaveProperty("__sent");
    job("DELETE", { status: "completed" }, { acts: true });
    expect(await one.destroy()).toMatchObject({ errors: [] });
    expect(record("broker_top").enabled).toBe(false);
  });

  it("is done when the list shows it, also where the service knows no such job", async (all) => {
    const { emulator, one, program, record } = all;
    const fault: Fault = { status: 202, body: { job_id: "b2f1" }, actThen: true };
    emulator.fault({ match: { method: "POST", path }, fault });
    expect(await one.up(program({ name: "broker_top" }))).toMatchObject({ errors: [] });
    expect(record("broker_top").enabled).toBe(true);
  });

  it.each([
    [
      false,
      "Unknown plugin broker_top",
      /says: Unknown plugin broker_top; the service seems to know no standard plugin "broker_top"/,
    ],
    [
      true,
      "Unknown plugin broker_top",
      /says: Unknown plugin broker_top; the service seems to know no community plugin "broker_top"/,
    ],
    [false, "Out of memory", /for plugin broker_top [^\n]* reports a failure\. [^\n]* says: Out of memory$/],
  ])("and fails ends with its reason at once, nothing in state (community: %s, %s)", async (...row) => {
    const [{ one, program, job }, community, why, text] = row;
    job("POST", { status: "failed", error_message: why });
    const run = expectError(await one.up(program({ name: "broker_top", community })), text);
    expect(run.ms).toBeLessThan(minutes(1));
    expect(one.state).toEqual([]);
  });

  it("and fails after the run that asked for it is asked for again at once", async (all) => {
    const { emulator, one, program, job, record, writes } = all;
    job("POST", { status: "queued" });
    const short = { create: "1m" };
    expectError(await one.up(program({ name: "broker_top" }, short)), /set a longer time limit \(customTimeouts\)/);
    expect(one.entry("one").outputs["__sent"]).toEqual([expect.stringMatching(/^enable at 2030-\S+ as job 77$/)]);
    emulator.clearFaults();
    const failed: Fault = { status: 200, body: { status: "failed", error_message: "Lost" } };
    emulator.fault({ match: { method: "GET", path: "/instance/api/jobs/77" }, times: "always", fault: failed });
    const run = await one.up(program({ name: "broker_top" }, short));
    expect(run).toMatchObject({ changes: ["update one"], errors: [] });
    expect(run.ms).toBeLessThan(minutes(1));
    expect(writes()).toEqual([202, 204].map((status) => `POST /plugins?async=true ${status}`));
    expect(record("broker_top").enabled).toBe(true);
  });

  it("and fails to disable is no success", async ({ one, program, job, record }) => {
    await one.up(program({ name: "broker_shovel" }));
    job("DELETE", { status: "failed", error_message: "Another one depends on it" });
    const run = await one.destroy();
    expectError(
      run,
      'Plugin "one": the service could not disable plugin broker_shovel of instance 1001. Correct the cause, then run again. The service says: Another one depends on it',
    );
    expect(run.ms).toBeLessThan(minutes(1));
    expect([one.state.length, record("broker_shovel").enabled]).toEqual([1, true]);
  });
});
