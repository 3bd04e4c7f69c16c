import type { TestEmulator } from "../helpers/emulator";
import { PluginResource } from "../helpers/plugin-resource";
import { allowance, interruptTwice, waitUntil } from "../helpers/processes";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";
import type { RunningOperation } from "../helpers/stack";

/**
 * Needs the engine: it is what is killed, with or without its provider, and what keeps the state for the next run.
 * Processes are killed in the machine's time; the emulator runs fast so that an instance is ready in seconds.
 */

const marker = /^pulumi-broker-[0-9a-f]{16}$/;
const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["a"] };

/** A moment of an instance's create at which a run is cut off. */
interface Moment {
  what: string;
  /** Switches on what holds the run at this moment. */
  hold(emulator: TestEmulator): void;
  reached(emulator: TestEmulator): boolean;
}

const requests = (emulator: TestEmulator, method: string, path: RegExp) =>
  emulator.requests().filter((each) => each.method === method && path.test(each.path));

const answered = (emulator: TestEmulator, method: string, path: RegExp) =>
  requests(emulator, method, path).some(({ answeredAt }) => answeredAt !== undefined);

const list = /instances$/;
const one = /instances\/\d+$/;

const readyAtOnce = (emulator: TestEmulator) =>
  emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [0, 0] } });

const moments: Moment[] = [
  {
    what: "before the POST",
    hold: (emulator) =>
      emulator.fault({ match: { method: "GET", path: "/api/instances" }, fault: { holdMs: 1_500, real: true } }),
    reached: (emulator) => requests(emulator, "GET", list).length > 0,
  },
  {
    what: "with the POST on its way",
    hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_000, real: true } }),
    reached: (emulator) => requests(emulator, "POST", list).length > 0,
  },
  {
    what: "while the POST is answered late",
    hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { holdMs: 1_000, real: true } }),
    reached: (emulator) => requests(emulator, "POST", list).length > 0,
  },
  { what: "while it is being made", hold: () => {}, reached: (emulator) => answered(emulator, "GET", one) },
  {
    what: "while its disk is being changed, when it is ready",
    hold: readyAtOnce,
    reached: (emulator) => answered(emulator, "PUT", /disk$/),
  },
  {
    what: "while its settings are on their way",
    hold(emulator) {
      readyAtOnce(emulator);
      emulator.fault({ match: { method: "PUT", path: "/api/config" }, fault: { delayMs: 1_000, real: true } });
    },
    reached: (emulator) => requests(emulator, "PUT", /config$/).length > 0,
  },
];

/** How the run is cut off. */
type Way = (running: RunningOperation) => void | Promise<void>;

const killHosts: Way = (running) => {
  for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
};

const ways: Record<string, Way> = {
  "interrupted once": (running) => running.kill("SIGINT"),
  "interrupted twice": interruptTwice,
  terminated: (running) => running.kill("SIGTERM"),
  "cut off by kill -9 of the CLI": (running) => running.kill("SIGKILL"),
  "cut off by kill -9 of the plugin": killHosts,
  "cut off by kill -9 of both": (running) => {
    running.kill("SIGKILL");
    return killHosts(running);
  },
};

interface Cell {
  way: string;
  cut: Way;
  moment: Moment;
}

/** Every way at two moments, at all with PLUGIN_CUTS=all. A killed CLI leaves operations in state: it comes last. */
const cells: Cell[] = Object.entries(ways).flatMap(([way, cut], row) =>
  moments
    .filter((_moment, column) => process.env["PLUGIN_CUTS"] === "all" || (row + column) % 3 === 0)
    .map((moment) => ({ way, cut, moment })),
);

let twin: number | undefined;
let untouched: ReturnType<typeof all>;

const all = () => emulator.state().instances.filter(({ name, goneAt }) => name === "shop" && goneAt === null);
const own = () => all().filter(({ id }) => id !== twin);

sharedStack("create-kill", { speed: 200, plugin: true }, () => {
  [twin] = emulator.patch({ op: "add", in: "instances", fields: { ...shop, extra_disk_size: 25 } });
  untouched = all();
});

/** Starts a create, cuts it off, and waits until nothing of it runs any more; answers what ended the CLI. */
async function cutOff({ way, cut, moment }: Cell): Promise<NodeJS.Signals | null> {
  moment.hold(emulator);
  const running = await stack.start("up");
  await waitUntil(() => moment.reached(emulator), moment.what);
  await cut(running);
  const cutAt = performance.now();
  const { code, signal } = await running.done;
  expect(code).not.toBe(0);
  if (way === "interrupted once") expect(performance.now() - cutAt).toBeLessThan(await allowance(5_000));
  await waitUntil(() => running.hosts().length === 0, "the provider to end");
  // No run can see what the service makes of a request only after that run has looked.
  const isAnswered = () => emulator.requests().every(({ answeredAt }) => answeredAt !== undefined);
  await waitUntil(isAnswered, "the last request to be answered");
  emulator.clearFaults();
  return signal;
}

// Each run replaces what the one before it made, whatever became of that one.
test.each(cells.map((cell, number) => [cell.way, cell.moment.what, cell, number] as const))(
  "a create through the plugin door, %s %s, leaves one instance after the next run, and its twin untouched",
  async (way, _what, cell, number) => {
    const args = { ...shop, disk: { extraSize: 25 }, config: { heartbeat: 60 } };
    stack.program = async () => void new PluginResource("Instance", `shop-${number}`, args);
    const there = own().map(({ id }) => id);
    emulator.clearRequests();
    const signal = await cutOff(cell);
    const left = own().filter(({ id }) => !there.includes(id));
    for (const { tags } of left) expect(tags).toEqual(["a", expect.stringMatching(marker)]);
    if (way === "interrupted once") {
      // After one interrupt the engine still listens: the state has every id that the service gave.
      const { resources = [], pending_operations = [] } = stack.exportState().deployment;
      const saved = resources.filter(({ urn }) => urn.endsWith(`::shop-${number}`));
      expect(saved.map(({ id }) => id)).toEqual(left.map(({ id }) => `${id}`));
      expect(pending_operations).toEqual([]);
    }

    // A killed CLI leaves its lock on the stack; one that ended by itself has taken it away.
    if (signal) stack.unlock();
    await stack.up();
    expect(own()).toEqual([expect.objectContaining({ tags: ["a"], extra_disk_size: 25, change: null })]);
    expect(own()[0]?.config).toMatchObject({ "broker.heartbeat": 60 });
    if (left[0]) expect(own()[0]?.id).toBe(left[0].id);
    expect(requests(emulator, "POST", list).filter(({ status }) => status === 200 || status === 0)).toHaveLength(1);
    expect(all().filter(({ id }) => id === twin)).toEqual(untouched);
    emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: undefined } });
  },
);

test("the last run is whole: there is nothing to do", async () =>
  expect((await stack.preview({ flags: ["--expect-no-changes"] })).changes).toEqual([]));
