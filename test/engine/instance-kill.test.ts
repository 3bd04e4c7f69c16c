import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { waitUntil } from "../helpers/processes";
import { withStack } from "../helpers/stack";

// A killed process is killed in the machine's time; the emulator runs fast so that an instance is ready in seconds.

const marker = /^pulumi-broker-[0-9a-f]{16}$/;
const shop = { name: "shop", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["a"] };

/** When the run is killed, and what the service then holds of it. */
interface Moment {
  what: string;
  hold(emulator: TestEmulator): void;
  reached(emulator: TestEmulator): boolean;
  leaves: "nothing" | "marked";
}

const requests = (emulator: TestEmulator, method: string, path: RegExp) =>
  emulator.requests().filter((each) => each.method === method && path.test(each.path));
const list = /instances$/;
const one = /instances\/\d+$/;

const moments: Moment[] = [
  {
    what: "before the POST",
    hold: (emulator) =>
      emulator.fault({ match: { method: "GET", path: "/api/instances" }, fault: { holdMs: 1_500, real: true } }),
    reached: (emulator) => requests(emulator, "GET", list).length > 0,
    leaves: "nothing",
  },
  {
    what: "with the POST on its way",
    hold: (emulator) => emulator.fault({ match: { method: "POST" }, fault: { delayMs: 1_000, real: true } }),
    reached: (emulator) => requests(emulator, "POST", list).length > 0,
    leaves: "marked",
  },
  {
    what: "while it is being made",
    hold: () => {},
    reached: (emulator) => requests(emulator, "GET", one).some(({ answeredAt }) => answeredAt !== undefined),
    leaves: "marked",
  },
  {
    what: "while its disk is being changed, when it is ready",
    hold: (emulator) => emulator.patch({ op: "set", in: "timings", id: 1, fields: { creating: [0, 0] } }),
    reached: (emulator) => requests(emulator, "PUT", /disk$/).some(({ answeredAt }) => answeredAt !== undefined),
    leaves: "marked",
  },
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

        for (const moment of moments) {
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
          expect(said(left.map(({ tags }) => tags))).toEqual(said(moment.leaves === "marked" ? marked : []));

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
