import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { waitUntil } from "../helpers/processes";
import { withStack } from "../helpers/stack";
import { beforePost, duringDisk, duringPost, duringWait, list, type Moment, requests } from "./create-moments";

// A killed process is killed in the machine's time; the emulator runs fast so that an instance is ready in seconds.

const marker = /^pulumi-broker-[0-9a-f]{16}$/;
const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["a"] };

/** When the run is killed, and whether the service then holds an instance with the mark. */
const moments: readonly [Moment, "nothing" | "marked"][] = [
  [beforePost, "nothing"],
  [duringPost, "marked"],
  [duringWait, "marked"],
  [duringDisk, "marked"],
];

test("a create killed at any moment leaves one instance after the next run, and its twin untouched", () =>
  withEmulator(
    async (emulator) => {
      let number = 0;
      const program = async () => {
        new broker.Instance(`shop-${number}`, { ...shop, disk: { extraSize: 25 }, config: { heartbeat: 60 } });
      };
      const config = stackConfigOf(emulator);
      await withStack("instance-kill", program, { config }, async (stack) => {
        const [twin] = emulator.patch({ op: "add", in: "instances", fields: { ...shop, extra_disk_size: 25 } });
        const all = () => emulator.state().instances.filter(({ name, goneAt }) => name === "shop" && goneAt === null);
        const untouched = all();
        const own = () => all().filter(({ id }) => id !== twin);

        for (const [moment, leaves] of moments) {
          const said = (value: unknown) => [moment.what, value];
          number += 1;
          const there = own().map(({ id }) => id);
          emulator.clearRequests();
          moment.hold(emulator);
          const running = await stack.start("up");
          await waitUntil(() => moment.reached(emulator), moment.what);
          running.kill("SIGKILL");
          expect(said((await running.done).code)).not.toEqual(said(0));
          await waitUntil(() => running.hosts().length === 0, `the host to end, ${moment.what}`);
          const left = own().filter(({ id }) => !there.includes(id));
          const marked = [["a", expect.stringMatching(marker)]];
          expect(said(left.map(({ tags }) => tags))).toEqual(said(leaves === "marked" ? marked : []));

          emulator.clearFaults();
          await stack.cli(["cancel", "--yes", "--stack", stack.name]);
          await stack.up();
          expect(said(own())).toEqual(
            said([expect.objectContaining({ tags: ["a"], extra_disk_size: 25, change: null })]),
          );
          expect(said(own()[0]?.config)).toEqual(said(expect.objectContaining({ "broker.heartbeat": 60 })));
          if (left[0]) expect(said(own()[0]?.id)).toEqual(said(left[0].id));
          const made = requests(emulator, "POST", list).filter(({ status }) => status === 200 || status === 0);
          expect(said(made.length)).toEqual(said(1));
          expect(said(requests(emulator, "PUT", /disk$/).filter(({ status }) => status === 200).length)).toEqual(
            said(1),
          );
          expect(said(all().filter(({ id }) => id === twin))).toEqual(said(untouched));
        }
      });
    },
    { speed: 100 },
  ));
