import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { pluginFolder } from "../helpers/paths";
import { PluginResource } from "../helpers/plugin-resource";
import { allowance, waitUntil } from "../helpers/processes";
import { type RunningOperation, type TestStack, withStack } from "../helpers/stack";
import {
  afterPost,
  beforePost,
  duringDisk,
  duringPost,
  duringSettings,
  duringWait,
  list,
  type Moment,
  requests,
} from "./create-moments";

// A process is interrupted and killed in the machine's time; the emulator runs fast so that an instance is ready in seconds.

const marker = /^pulumi-broker-[0-9a-f]{16}$/;
const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["a"] };

const moments: readonly Moment[] = [beforePost, duringPost, afterPost, duringWait, duringDisk, duringSettings];

const killPlugins = (running: RunningOperation) => {
  for (const pid of running.hosts()) process.kill(pid, "SIGKILL");
};

const heard = (running: RunningOperation) =>
  waitUntil(
    () => running.events().some(({ stdoutEvent }) => stdoutEvent?.message.includes("^C received")),
    "the first interrupt to be heard",
  );

/** How the run is cut off. */
const ways: Record<string, (running: RunningOperation) => void | Promise<void>> = {
  "interrupted once": (running) => running.kill("SIGINT"),
  "interrupted twice": async (running) => {
    running.kill("SIGINT");
    await heard(running);
    running.kill("SIGINT");
  },
  terminated: (running) => running.kill("SIGTERM"),
  "cut off by kill -9 of the CLI": (running) => running.kill("SIGKILL"),
  "cut off by kill -9 of the plugin": killPlugins,
  "cut off by kill -9 of both": (running) => {
    running.kill("SIGKILL");
    killPlugins(running);
  },
};

/** Every way at two of the moments; at every moment with PLUGIN_CUTS=all. */
const cells = Object.keys(ways).flatMap((way, row) =>
  moments
    .filter((_moment, column) => process.env.PLUGIN_CUTS === "all" || (row + column) % 3 === 0)
    .map((moment) => ({ way, moment })),
);

const saved = (stack: TestStack) =>
  (stack.exportState().deployment.resources ?? []).filter(({ type }) => type === "broker:index:Instance");

test(`a create cut off in ${cells.length} ways leaves one instance after the next run, and its twin untouched`, () =>
  withEmulator(
    async (emulator) => {
      let number = 0;
      const program = async () => {
        new PluginResource("Instance", `shop-${number}`, {
          ...shop,
          disk: { extraSize: 25 },
          config: { heartbeat: 60 },
        });
      };
      const config = stackConfigOf(emulator);
      await withStack("plugin-kill", program, { config, plugin: pluginFolder }, async (stack) => {
        const [twin] = emulator.patch({ op: "add", in: "instances", fields: { ...shop, extra_disk_size: 25 } });
        const all = () => emulator.state().instances.filter(({ name, goneAt }) => name === "shop" && goneAt === null);
        const untouched = all();
        const own = () => all().filter(({ id }) => id !== twin);

        for (const { way, moment } of cells) {
          const said = (value: unknown) => [way, moment.what, value];
          number += 1;
          const there = own().map(({ id }) => id);
          emulator.clearRequests();
          moment.hold(emulator);
          const running = await stack.start("up");
          await waitUntil(() => moment.reached(emulator), `${way} ${moment.what}`);
          await ways[way]?.(running);
          const cutAt = performance.now();
          const { code, signal } = await running.done;
          expect(said(code)).not.toEqual(said(0));
          const lasted = performance.now() - cutAt;
          await waitUntil(() => running.hosts().length === 0, `the plugin to end, ${way} ${moment.what}`);

          // No run can see what the service makes of a request only after that run has looked.
          const isAnswered = () => emulator.requests().every(({ answeredAt }) => answeredAt !== undefined);
          await waitUntil(isAnswered, `the last request to be answered, ${way} ${moment.what}`);

          const left = own().filter(({ id }) => !there.includes(id));
          if (way === "interrupted once") {
            expect(lasted).toBeLessThan(await allowance(5_000));
            // After one interrupt the engine still listens: the state has every id that the service gave.
            const ids = saved(stack)
              .filter(({ urn }) => urn.endsWith(`shop-${number}`))
              .map(({ id }) => id);
            expect(said(ids)).toEqual(said(left.map(({ id }) => `${id}`)));
            expect(said(stack.exportState().deployment.pending_operations ?? [])).toEqual(said([]));
          }
          for (const { tags } of left) {
            expect(said(tags)).toEqual(said(expect.arrayContaining(["a", expect.stringMatching(marker)])));
          }

          emulator.clearFaults();
          // A killed CLI leaves its lock on the stack; one that ended by itself has taken it away.
          if (signal) await stack.cli(["cancel", "--yes", "--stack", stack.name]);
          await stack.up();
          expect(said(own())).toEqual(
            said([expect.objectContaining({ tags: ["a"], extra_disk_size: 25, change: null })]),
          );
          expect(said(own()[0]?.config)).toEqual(said(expect.objectContaining({ "broker.heartbeat": 60 })));
          if (left[0]) expect(said(own()[0]?.id)).toEqual(said(left[0].id));
          const made = requests(emulator, "POST", list).filter(({ status }) => status === 200 || status === 0);
          expect(said(made.length)).toEqual(said(1));
          expect(said(all().filter(({ id }) => id === twin))).toEqual(said(untouched));
          emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: undefined } });
        }
        expect((await stack.preview({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
      });
    },
    { speed: 300 },
  ));
