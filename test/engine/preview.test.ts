import * as broker from "pulumi-broker";
import type { Run } from "../helpers/engine-run";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/** Needs the engine: it decides what a preview asks of the host and shows. One stack, each test one step. */

const region = "provider-a::region-1";

sharedStack("preview", { speed: 400 });

/** The program: a VPC, a broker in it, and a second broker. */
function declare(
  shop: Partial<broker.InstanceArgs> = {},
  audit: Partial<broker.InstanceArgs> = {},
  more: (shop: broker.Instance, net: broker.Vpc) => unknown = () => {},
): void {
  stack.program = async () => {
    const vpc = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
    const usual = { vpc, plan: "clustered-medium-3", region, rmqVersion: "3.12.13", ...shop };
    const instance = new broker.Instance("shop", usual);
    new broker.Instance("audit", { plan: "clustered-medium-1", region, ...audit });
    more(instance, vpc);
  };
}

/** The lasting lines of a run on the row of a resource, or of the stack, in order, each with its severity. */
function rowOf(run: Run, name: string): string[] {
  return run.diagnostics
    .filter(({ ephemeral, severity }) => !ephemeral && ["info", "warning"].includes(severity))
    .filter(({ urn }) => (urn.split("::").at(-1) ?? "") === name)
    .map(({ severity, message }) => `${severity}: ${message}`);
}

const asMade = { tags: ["production"], disk: { extraSize: 25 as const }, config: { heartbeat: 60, channelMax: 256 } };

test("new instances: one line with the price for each, and the total in the last one", async () => {
  declare(asMade);
  const lines = rowOf(await stack.up(), "");
  expect(lines.map((line) => /^info: Instance "(\w+)": new, \d+ USD per month/.exec(line)?.[1]).sort()).toEqual([
    "audit",
    "shop",
  ]);
  expect(lines.at(-1)).toMatch(
    /; so far, this run makes or changes 2 instances\. Total price: 0 → 396 USD per month \(/,
  );
});

test("a change says what is lost, kept, taken over and doubled, on the row of each resource", async () => {
  const [seeded] = emulator.instances;
  declare(
    { plan: "clustered-medium-1", disk: { extraSize: 100 }, config: { channelMax: 256 }, rmqVersion: "4.1.4" },
    { region: "provider-a::region-2", plan: "clustered-large-1" },
    (instance) => {
      const legacy = { name: "seeded-clustered", plan: "clustered-medium-3", region };
      new broker.Instance("legacy", legacy, { import: `${seeded!.id}` });
      new broker.Alarm("cpu", { instance, type: "cpu", valueThreshold: 80, timeThreshold: 60 });
    },
  );
  emulator.clearRequests();
  const preview = await stack.preview();
  expect(rowOf(preview, "legacy")).toEqual([
    `info: Instance "legacy": takes over Instance ${seeded!.id}, and makes no new object`,
  ]);
  expect(rowOf(preview, "audit")).toEqual([
    'warning: Instance "audit": replaced because of region: its messages, queues, users and settings are lost, and its host name and credentials change',
  ]);
  expect(rowOf(preview, "shop")).toEqual([
    'info: Instance "shop": changes in place: plan clustered-medium-3 → clustered-medium-1, 3 nodes → 1, 25 → 100 GB of added disk',
    'info: Instance "shop": a change of plan takes up to ten minutes, and clients have to connect again',
    'info: Instance "shop": heartbeat goes back to the service\'s default 120, unless another resource declares this setting',
    'info: Instance "shop": rmqVersion 3.12.13 → 4.1.4 in steps, first 3.13.7: the broker is down while it restarts at each step',
    'info: Instance "shop": tags is not declared: production is removed from it',
  ]);
  expect(rowOf(preview, "cpu")).toEqual([
    expect.stringMatching(
      /^info: Alarm "cpu": the service makes a cpu alarm for each new instance.*set adoptDefault: true/,
    ),
  ]);
  const prices = rowOf(preview, "");
  expect(prices.map((line) => line.split(";")[0]).sort()).toEqual([
    'info: Instance "audit": 99 → 299 USD per month',
    'info: Instance "shop": 297 → 99 USD per month',
  ]);
  expect(prices.at(-1)).toMatch(
    /; so far, this run makes or changes 2 instances\. Total price: 396 → 398 USD per month \(/,
  );
  expect(emulator.writes()).toEqual([]);
});

test("disk and config taken out of the program: a line for each, until up has taken note of it", async () => {
  declare({ tags: asMade.tags });
  const kept = [
    expect.stringMatching(/^info: Instance "shop": the input config .* settings of instance \d+ stay as they are$/),
    'info: Instance "shop": the input disk is not declared any more: the value stays as it is',
  ];
  expect(rowOf(await stack.preview(), "shop")).toEqual(kept);
  expect(rowOf(await stack.up(), "shop")).toEqual(kept);
  expect(rowOf(await stack.preview(), "shop")).toEqual([]);
});

const small = { plan: "clustered-small-1" };
const peer = { peerAccountId: "123456789012", peerVpcId: "vpc-0a1b2c3d" };

test.each<[string, Parameters<typeof declare>, RegExp[]]>([
  [
    "an instance in a VPC of another region, with nodes that its plan does not have, and a setting misspelt",
    [{ region: "provider-a::region-2", nodes: 5, config: { "broker.hartbeat": 60 } }],
    [
      /region.* must be provider-a::region-1, the region of the VPC: declare provider-a::region-1, or choose a VPC in the region provider-a::region-2/,
      /nodes.* must be 3 for the plan clustered-medium-3: leave the input "nodes" out, or choose a plan whose number of nodes is 5/,
      /the service has no setting \\?"broker\.hartbeat\\?": did you mean \\?"broker\.heartbeat/,
    ],
  ],
  [
    "an instance that names a VPC of another region by its id",
    [{}, {}, (_shop, { id }) => new broker.Instance("far", { ...small, vpc: id, region: "provider-a::region-2" })],
    [/region.* must be provider-a::region-1, the region of the VPC/],
  ],
  [
    "a shared plan in a VPC",
    [{ plan: "clustered-shared-1" }],
    [/vpc.* needs a dedicated plan, but the plan clustered-shared-1 is shared: .* such as clustered-small-1/],
  ],
  [
    "a peering with a network that overlaps the VPC of an instance that is not there yet",
    [
      {},
      {},
      () => {
        const vpc = new broker.Vpc("near", { region, subnet: "10.1.0.0/16" });
        const instance = new broker.Instance("other", { ...small, vpc, region });
        new broker.VpcPeering("peer", { instance, ...peer, peerSubnet: "10.1.8.0/24" });
      },
    ],
    [/10\.1\.8\.0\/24 overlaps the network 10\.1\.0\.0\/16 of/],
  ],
])("refused: %s", async (_what, program, reasons) => {
  declare(...program);
  const preview = await stack.preview({ exit: "failure" });
  for (const reason of reasons) expect(preview.text).toMatch(reason);
});
