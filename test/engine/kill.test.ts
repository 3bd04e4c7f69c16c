import * as broker from "pulumi-broker";
import type { State } from "../../provider/emulator";
import { coreTest, someOf } from "../helpers/cells";
import type { TestEmulator } from "../helpers/emulator";
import { allowance, interruptTwice, waitUntil } from "../helpers/processes";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { RunningOperation, TestStack } from "../helpers/stack";

/**
 * Needs the engine: it is what is killed or interrupted, and what keeps the state for the next run.
 * Processes are killed in the machine's time; the emulator runs fast so that a VPC is ready in two seconds.
 */

const net = { name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] };
const marker = /^pulumi-broker-[0-9a-f]{16}$/;

/** A VPC, and a webhook that is made when the engine has saved the VPC; a new number makes new ones. */
const program = (emulator: TestEmulator, number: number) => async () => {
  const vpc = new broker.Vpc(`net-${number}`, net);
  const inputs = { webhookUri: "https://example.com/hook", vhost: "/", queue: `orders-${number}` };
  new broker.Webhook(`hook-${number}`, { instance: emulator.instances[0]!.id, ...inputs }, { dependsOn: vpc });
};

/** When the run is cut off, and what the service then holds of it. */
interface Moment {
  what: string;
  /** Switches on what holds the run at this moment. */
  hold(emulator: TestEmulator): void;
  reached(emulator: TestEmulator, stack: TestStack): boolean;
  cut(running: RunningOperation, emulator: TestEmulator): Promise<void> | void;
  /** The tags of the VPC that is left: none, with the mark, or complete. */
  leaves: "nothing" | "marked" | "complete";
}

const sent = (emulator: TestEmulator, method: string, path: RegExp) => emulator.received(method, path).length > 0;
const answered = (emulator: TestEmulator, path: RegExp) =>
  emulator.received("GET", path).some(({ answeredAt }) => answeredAt !== undefined);
const sigkill = (running: RunningOperation) => running.kill("SIGKILL");

const afterPost = { hold: () => {}, reached: (emulator: TestEmulator) => answered(emulator, /vpcs\/\d+$/) };

const moments: Moment[] = [
  {
    what: "killed before the POST",
    hold: (emulator) =>
      emulator.fault({ match: { method: "GET", path: "/api/vpcs" }, fault: { holdMs: 1_500, real: true } }),
    reached: (emulator) => sent(emulator, "GET", /vpcs$/),
    cut: sigkill,
    leaves: "nothing",
  },
  {
    what: "killed with the POST on its way",
    hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_000, real: true } }),
    reached: (emulator) => sent(emulator, "POST", /vpcs$/),
    cut: sigkill,
    leaves: "marked",
  },
  { what: "killed after the POST", ...afterPost, cut: sigkill, leaves: "marked" },
  {
    what: "killed when the VPC is ready",
    hold: (emulator) =>
      emulator.fault({ match: { method: "GET", path: "/api/vpcs/*" }, fault: { delayMs: 1_000, real: true } }),
    reached: (emulator) => sent(emulator, "GET", /vpcs\/\d+$/),
    cut: (running, emulator) => {
      emulator.advance(200_000);
      running.kill("SIGKILL");
    },
    leaves: "marked",
  },
  {
    what: "killed after the engine wrote the checkpoint",
    hold: (emulator) =>
      emulator.fault({ match: { method: "POST", path: "/api/webhooks" }, fault: { holdMs: 1_000, real: true } }),
    reached: (emulator, stack) => {
      const saved = JSON.parse(stack.checkpointFile()).checkpoint.latest.resources as { id?: string }[];
      const last = emulator.state().vpcs.at(-1)?.id;
      return sent(emulator, "POST", /webhooks$/) && saved.some(({ id }) => id === `${last}`);
    },
    cut: sigkill,
    leaves: "complete",
  },
  { what: "interrupted twice", ...afterPost, cut: interruptTwice, leaves: "marked" },
  {
    what: "interrupted once, which keeps what is under way",
    ...afterPost,
    cut: (running) => running.kill("SIGINT"),
    leaves: "complete",
  },
];

let twin: number | undefined;
let untouched: State["vpcs"];

sharedStack("kill", { speed: 40 }, () => {
  stack.program = program(emulator, 0);
  [twin] = emulator.patch({ op: "add", in: "vpcs", fields: net });
  untouched = emulator.state().vpcs;
});

const own = () => emulator.state().vpcs.filter(({ id }) => id !== twin);
const queues = () => emulator.state().webhooks.map(({ queue }) => queue);

// Each run replaces what the one before it made, whatever became of that one.
const cells = moments.map((moment, number) => [moment.what, moment, number] as const);
test.each(someOf(cells, 0, 3))(
  "a run %s leaves one VPC of ours after the next, and never touches its twin",
  async (_what, moment, number) => {
    const there = own().map(({ id }) => id);
    const queuesBefore = queues();
    stack.program = program(emulator, number);
    emulator.clearRequests();
    emulator.clearFaults();
    moment.hold(emulator);
    const running = await stack.start("up");
    await waitUntil(() => moment.reached(emulator, stack), moment.what);
    await moment.cut(running, emulator);
    const cutAt = performance.now();
    expect((await running.done).code).not.toBe(0);
    await waitUntil(() => running.hosts().length === 0, "the host to end");
    const lasted = Math.round(performance.now() - cutAt);
    expect(lasted).toBeLessThan(await allowance(10_000));

    const left = own().filter(({ id }) => !there.includes(id));
    const tags = { nothing: [], marked: [["a", expect.stringMatching(marker)]], complete: [["a"]] };
    expect(left.map((vpc) => vpc.tags)).toEqual(tags[moment.leaves]);
    expect(queues()).toEqual(queuesBefore);
    process.stdout.write(`  ${moment.what}: the host was gone after ${lasted} ms\n`);

    emulator.clearFaults();
    stack.unlock();
    await stack.up();
    expect(own()).toEqual([expect.objectContaining({ ...net, goneAt: null })]);
    if (left[0]) expect(own()[0]?.id).toBe(left[0].id);
    expect(queues()).toEqual([`orders-${number}`]);
    expect(emulator.state().vpcs.filter(({ id }) => id === twin)).toEqual(untouched);
  },
);

coreTest("an ordinary run ends with its host, and without the 5 s that the engine would give", async () => {
  const ordinary = await stack.start("up");
  await waitUntil(() => ordinary.events().some((event) => event.summaryEvent !== undefined), "the summary");
  const summaryAt = performance.now();
  expect((await ordinary.done).changes).toEqual([]);
  expect(performance.now() - summaryAt).toBeLessThan(await allowance(2_500));
  expect(ordinary.hosts()).toEqual([]);
});
