import * as broker from "pulumi-broker";
import { waitUntil } from "../helpers/processes";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { RunningOperation } from "../helpers/stack";

/** Needs the engine: it is what is killed or stopped, and what runs again. */

// The host is killed in the machine's time. The emulator's time hardly moves by itself, so that a restart lasts until the
// test lets it end.

const hour = 3_600_000;

const program =
  (...triggers: string[]) =>
  async () => {
    new broker.BrokerAction("restart", { instance: emulator.instances[0]!.id, action: "restart", triggers });
  };

sharedStack("action", {}, () => {
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { restarting: [hour, hour] } });
  stack.program = program("first");
});

const nodes = "/instance/api/nodes";
const restarts = () => emulator.requests().filter(({ path }) => path === "/instance/api/actions/restart");
const looks = () => emulator.requests().filter((each) => each.path === nodes && each.answeredAt !== undefined).length;

/** Kills the hosts of an operation, and waits for the end of the operation, which fails. */
async function killHosts(running: RunningOperation): Promise<void> {
  for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
  expect((await running.done).code).not.toBe(0);
}

test("killed after the answer, and run again: one request, and the second run waits for the end of the restart", async () => {
  const running = await stack.start("up");
  // The host has read the answer when it looks at the nodes once more.
  await waitUntil(() => emulator.requests().at(-1)?.path === nodes && restarts().length === 1, "the wait to begin");
  await killHosts(running);

  // From here on the nodes are down.
  emulator.advance(5_000);
  const before = looks();
  const again = await stack.start("up");
  await waitUntil(() => looks() > before, "the second run to look at the nodes");
  emulator.advance(hour + 10_000);
  const ended = await again.done;
  expect([ended.code, restarts()]).toEqual([0, [expect.objectContaining({ status: 200 })]]);
  expect(ended.text).toContain("by an earlier run, and is not sent again");
  expect((await stack.up()).changes).toEqual([]);
  expect((await stack.refresh()).changes).toEqual([]);
  expect(restarts()).toHaveLength(1);
});

/** Sends Ctrl-C to the CLI alone, as the hosts are in process groups of their own, and waits until it is taken. */
async function interrupt(running: RunningOperation, times: number): Promise<void> {
  const taken = () => running.events().filter(({ stdoutEvent }) => stdoutEvent?.message.startsWith("^C")).length;
  running.kill("SIGINT");
  await waitUntil(() => taken() === times, "the CLI to take the signal");
}

/** Starts an `up` that sends a restart, and returns when the nodes are seen to be down. */
async function startRestart(times: number): Promise<RunningOperation> {
  const running = await stack.start("up");
  await waitUntil(() => emulator.requests().at(-1)?.path === nodes && restarts().length === times, "the restart");
  emulator.advance(5_000);
  const before = looks();
  await waitUntil(() => looks() > before, "a look at the nodes");
  return running;
}

test("stopped by Ctrl-C in the middle of the restart: the run keeps it when it has ended, and the next one sends nothing", async () => {
  stack.program = program("stopped");
  const running = await startRestart(2);
  await interrupt(running, 1);
  emulator.advance(hour + 10_000);
  const stopped = await running.done;
  expect([stopped.code === 0, stopped.changes]).toEqual([false, ["update restart"]]);
  expect(stopped.text).toContain("update canceled");
  expect((await stack.up()).changes).toEqual([]);
  expect(restarts()).toHaveLength(2);
});

test("ended by a second Ctrl-C in the middle of the restart: the next run waits for its end, and sends nothing", async () => {
  stack.program = program("ended");
  const running = await startRestart(3);
  await interrupt(running, 1);
  await interrupt(running, 2);
  expect((await running.done).code).not.toBe(0);
  await waitUntil(() => running.hosts().length === 0, "the host to end");

  const before = looks();
  const again = await stack.start("up");
  await waitUntil(() => looks() > before, "the next run to look at the nodes");
  emulator.advance(hour + 10_000);
  const ended = await again.done;
  expect([ended.code, ended.changes]).toEqual([0, ["update restart"]]);
  expect(ended.text).toContain("by an earlier run, and is not sent again");
  expect((await stack.up()).changes).toEqual([]);
  expect(restarts()).toHaveLength(3);
});

test("killed with the answer on its way, and run again twice: an error with the id, and no second request", async () => {
  stack.program = program("second");
  emulator.fault({
    match: { method: "POST", path: "/api/actions/restart" },
    fault: { delayMs: hour, real: true },
  });
  const running = await stack.start("up");
  await waitUntil(() => restarts().length === 4, "the restart to be sent");
  await killHosts(running);
  emulator.clearFaults();
  emulator.advance(hour + 10_000);

  for (const _run of ["first", "second"]) {
    const refused = await stack.up({ exit: "failure" });
    expect(refused.text).toContain("and it is open whether the service has acted");
    expect(refused.text).toMatch(/import: "1001\/actions\/restart\/[0-9a-f]{16}"/);
  }
  expect(restarts()).toHaveLength(4);
  const { deployment } = stack.exportState();
  expect(deployment.resources?.find(({ type }) => type.endsWith(":BrokerAction"))?.id).toMatch(
    /^1001\/actions\/restart\//,
  );
  await stack.destroy();
  expect(restarts()).toHaveLength(4);
});
