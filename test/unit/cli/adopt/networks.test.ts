import { createClient, systemClock } from "../../../../provider/api";
import { type Choice, findAll, type Held, listAccount, type Reading } from "../../../../provider/cli/adopt/account";
import { isCandidate } from "../../../../provider/cli/adopt/take";
import { connectWith } from "../../../../provider/config";
import { noEngine } from "../../../../provider/framework/run/engine";
import { createRun } from "../../../../provider/framework/run/run";
import { withEmulator } from "../../../helpers/emulator";
import { withClient } from "../../../helpers/script-client";

const region = "provider-a::region-1";
const [orders, billing, network]: Held[] = [
  { type: "Instance", id: "1003" },
  { type: "Instance", id: "1004" },
  { type: "Vpc", id: "5001" },
] as [Held, Held, Held];
const none: Choice = { instances: [], tags: [], vpcs: [] };
const ofOrders: Choice = { ...none, tags: ["team:orders"] };
const both: Choice = { ...none, tags: ["team:orders", "team:billing"] };

/** What is found of a network with two brokers and a peering: what a program can have, and what is said to be left out. */
const rows: [what: string, choice: Choice, held: Held[], managed: Held[], found: string][] = [
  ["everything", none, [], [], "Vpc, VpcPeering"],
  ["both brokers", both, [], [], "Vpc, VpcPeering"],
  ["one broker by its tag", ofOrders, [], [], "left out"],
  ["one broker by its id", { ...none, instances: ["1003"] }, [], [], "left out"],
  ["the network", { ...none, vpcs: ["5001"] }, [], [], "Vpc, VpcPeering"],
  ["one broker and the network", { ...ofOrders, vpcs: ["5001"] }, [], [], "Vpc, VpcPeering"],
  ["one broker while the stack has the other", ofOrders, [billing!], [billing!], "Vpc, VpcPeering"],
  ["one broker while the stack has the network", ofOrders, [network!], [network!], "Vpc, VpcPeering"],
  ["one broker while the stack has it already", ofOrders, [orders!], [orders!], "left out"],
  [
    "one broker while the service made the network for it",
    ofOrders,
    [{ ...orders!, vpc: "5001" }],
    [],
    "Vpc, VpcPeering",
  ],
  ["one broker while another stack has the network", ofOrders, [], [network!], "Vpc"],
  ["both brokers while another stack has the network", both, [], [network!], "Vpc"],
];

test("a part takes a network only with all brokers in it, or where the stack has the network", () =>
  withEmulator(
    async (emulator) => {
      await withClient(emulator, async (client) => {
        const vpc = await client.vpcs.create({ name: "net", region, subnet: "10.56.72.0/24" });
        emulator.advance(10 * 60_000);
        const usual = { plan: "alternative-small-1", region, vpc_id: Number(vpc.id) };
        const first = await client.instances.create({ ...usual, name: "orders", tags: ["team:orders"] });
        const second = await client.instances.create({ ...usual, name: "billing", tags: ["team:billing"] });
        emulator.advance(20 * 60_000);
        expect([vpc.id, first.id, second.id]).toEqual(["5001", "1003", "1004"]);
        const asked = { peer_account_id: "300000000003", peer_vpc_id: "vpc-0c", peer_subnet: "172.16.0.0/24" };
        await client.instance(first.id).peerings.request(asked);
      });
      const client = createClient(emulator);
      const call = { deadline: systemClock.now() + 60_000 };
      const run = createRun(systemClock, noEngine, connectWith(""));
      for (const [what, choice, held, managed, expected] of rows) {
        const isManaged = (type: string, id: string) => managed.some((each) => each.type === type && each.id === id);
        const reading: Reading = { run, client, call, isManaged };
        const listing = await listAccount(reading, choice, held);
        const found = [];
        for await (const part of findAll(reading, listing, { say: () => {} })) found.push(...part.found);
        const types = found.filter(isCandidate).map(({ definition }) => definition.type);
        const lines = found.flatMap((each) => (isCandidate(each) || each.unread !== "unchosen" ? [] : [each]));
        const kinds = [...new Set(types.filter((type) => type.startsWith("Vpc")))].join(", ");
        expect([what, lines.length > 0 ? "left out" : kinds]).toEqual([what, expected]);
        if (lines.length > 0) expect([kinds, lines.length]).toEqual(["", 1]);
        for (const { what: left, why } of lines) {
          expect(left).toBe("VPC 5001 with its peerings");
          expect(why).toBe(
            "the VPC also has other brokers: 1004 (billing); --vpc 5001 takes over the VPC and these brokers",
          );
        }
      }
      await client.close();
    },
    { speed: 600 },
  ));
