import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { type Project, withProject } from "../helpers/project";
import { withClient } from "../helpers/script-client";

const webhook = (queue: string) => ({
  webhook_uri: `https://example.com/hook?token=of-${queue}`,
  ...{ vhost: "/", queue, concurrency: 1 },
});

/** What the state holds. Its order is that of the last run. */
const keyOf = ({ type, id }: { type: string; id?: string }) => `${type.replace(/^.*:/, "")} ${id}`;
const keysIn = (project: Project) => project.resources().map(keyOf).sort();

/** Expects that nothing is twice in state, and that the program says what is there. */
async function expectSettled(emulator: TestEmulator, project: Project): Promise<void> {
  const keys = keysIn(project);
  expect(keys.length).toBe(new Set(keys).size);
  await project.compile();
  await project.pulumi(["preview", "--expect-no-changes"]);
  expect(emulator.writes()).toEqual([]);
}

test("a program that a person has edited keeps their lines, and what is new stands in new files", () =>
  withEmulator(
    async (emulator) => {
      const [first] = emulator.instances;
      const on = `${first!.id}`;
      await withClient(emulator, async (client) => {
        await client.vpcs.create({ name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24" });
        await client.instance(on).webhooks.create(webhook("orders"));
      });
      await withProject(emulator, async (project) => {
        emulator.clearRequests();
        await project.run(["adopt", "--stack", "dev"]);

        // They rename a variable and a file, write comments, and add something of their own.
        const written = project.program();
        const [file = ""] = Object.keys(written).filter((each) => written[each]!.includes("new broker.Webhook("));
        const variable = /export const (\w+) = new broker\.Instance\(/.exec(written[file]!)?.[1] ?? "";
        const edited = {
          ...written,
          [file]: "",
          "shop.ts": `// What the shop runs on.\n${written[file]!.replaceAll(new RegExp(`\\b${variable}\\b`, "g"), "shop")}
new broker.Recipient("on-call", { instance: shop, type: "email", value: "on-call@example.com" });\n`,
          "networks.ts": `${written["networks.ts"]!.trimEnd()} // ours\n`,
          "index.ts": `// All of it.\n${written["index.ts"]!.replace(`"./${file.replace(/\.ts$/, "")}"`, '"./shop"')}`,
        };
        project.removeFile(file);
        delete edited[file];
        for (const [name, text] of Object.entries(edited)) project.write(name, text);
        await project.compile();
        expect((await project.pulumi(["up", "--yes", "--skip-preview"])).changes).toEqual(["create on-call"]);

        // Somebody else goes on in the control panel.
        const before = keysIn(project);
        const made = await withClient(emulator, async (client) => {
          const region = "provider-a::region-1";
          const [vpc] = (await client.vpcs.list()).filter(({ name }) => name === "net");
          const broker = await client.instances.create({
            ...{ name: "later", plan: "clustered-small-1", region, vpc_id: Number(vpc!.id) },
          });
          const alarm = await client.instance(on).alarms.create({ type: "flow", time_threshold: 30 });
          await client.instance(on).webhooks.create(webhook("later"));
          emulator.advance(20 * 60_000);
          return { broker: broker.id, alarm: alarm.id };
        });
        emulator.clearRequests();
        const { stdout, stderr } = await project.run(["adopt", "--stack", "dev"]);
        const after = project.program();
        const added = Object.keys(after).filter((each) => !(each in edited));
        const { "index.ts": index, ...others } = edited;
        expect(after).toMatchObject(others);
        expect(after["index.ts"]!.startsWith(index!)).toBe(true);
        expect(after["index.ts"]!.slice(index!.length).trimEnd().split("\n").sort()).toEqual(
          added.map((each) => `import "./${each.replace(/\.ts$/, "")}";`).sort(),
        );
        const texts = added.map((each) => after[each]!);
        const [ofBroker] = texts.filter((text) => /new broker\.Instance\(\s*"later"/.test(text));
        expect(ofBroker).toMatch(/^import \{ \w+ \} from "\.\/networks";$/m);
        const [onShop] = texts.filter((text) => text.includes("new broker.Webhook("));
        expect(onShop).toMatch(/^import \{ shop \} from "\.\/shop";$/m);
        expect(onShop).toContain("instance: shop,");
        const now = keysIn(project).filter((key) => !before.includes(key));
        expect(now).toEqual(expect.arrayContaining([`Instance ${made.broker}`, `Alarm ${on}/alarms/${made.alarm}`]));
        expect(keysIn(project).filter((key) => before.includes(key))).toEqual(before);
        for (const each of added) expect(stderr).toContain(each);
        expect(stdout).toContain(`${now.length} resources (`);
        await expectSettled(emulator, project);

        // Many runs of the CLI take long where the machine has other work.
        jest.setTimeout(1_800_000);

        // A third run finds nothing.
        const end = project.program();
        const nothing = await project.run(["adopt", "--stack", "dev"]);
        expect(nothing.stdout).toMatch(/^There is nothing more to take over into stack /m);
        expect([project.program(), emulator.writes()]).toEqual([end, []]);
      });
    },
    { speed: 600 },
  ));

test("a part of an account is taken over by id, by tag or by VPC, and then another part", () =>
  withEmulator(
    async (emulator) => {
      const made = await withClient(emulator, async (client) => {
        const region = "provider-a::region-1";
        const vpc = await client.vpcs.create({ name: "net", region, subnet: "10.56.72.0/24" });
        emulator.advance(10 * 60_000);
        const plan = "clustered-small-1";
        const vpc_id = Number(vpc.id);
        const tagged = await client.instances.create({ name: "tagged", plan, region, vpc_id, tags: ["shop"] });
        const inside = await client.instances.create({ name: "inside", plan, region, vpc_id });
        emulator.advance(20 * 60_000);
        const asked = { peer_account_id: "300000000003", peer_vpc_id: "vpc-0c", peer_subnet: "172.16.0.0/24" };
        await client.instance(tagged.id).peerings.request(asked);
        return { vpc: vpc.id, tagged: tagged.id, inside: inside.id };
      });
      await withProject(emulator, async (project) => {
        emulator.clearRequests();
        const instances = () =>
          keysIn(project).flatMap((key) => (/^(Instance|Vpc|VpcPeering|TeamMember) /.test(key) ? [key] : []));
        const foreign = `VPC ${made.vpc} with its peerings  the VPC also has other brokers: ${made.inside} (inside); --vpc ${made.vpc} takes over the VPC and these brokers\n`;
        for (const args of [["--dry-run"], []]) {
          const { stdout } = await project.run(["adopt", "--stack", "dev", "--tag", "shop", ...args]);
          expect(stdout).toContain(foreign);
        }
        expect(instances()).toEqual([`Instance ${made.tagged}`]);
        expect(project.program()["tagged.ts"]).toContain(`vpc: "${made.vpc}",`);
        const check = await project.run(["adopt", "--check", "--stack", "dev", "--tag", "shop"]);
        expect(check.stdout).toBe("Everything with the tag shop is in a stack of this project (dev).\n");
        expect(check.stderr).toBe(`not compared: ${foreign.replace("peerings  ", "peerings: ")}`);
        const first = project.program();
        await project.run(["adopt", "--stack", "dev", "--vpc", made.vpc]);
        const peering = expect.stringMatching(/^VpcPeering /) as string;
        expect(instances()).toEqual([
          ...[`Instance ${made.tagged}`, `Instance ${made.inside}`, `Vpc ${made.vpc}`],
          peering,
        ]);
        const { "index.ts": index, ...others } = first;
        expect(project.program()).toMatchObject(others);
        expect(project.program()["index.ts"]!.startsWith(index!)).toBe(true);
        await expectSettled(emulator, project);
      });
    },
    { speed: 600 },
  ));

test("a key that is not shown the keys of instances takes over the brokers alone, and the summary says why", () =>
  withEmulator(
    (emulator) =>
      withProject({ ...emulator, apiKey: emulator.readOnlyKey }, async (project) => {
        const { stdout } = await project.run(["adopt", "--stack", "dev"]);
        const kinds = new Set(keysIn(project).map((key) => key.split(" ")[0]));
        expect([...kinds]).toEqual(["Instance"]);
        expect(stdout).toMatch(/^the team /m);
        for (const { id } of emulator.instances)
          expect(stdout).toMatch(
            new RegExp(`^everything on instance ${id}, .* the keys of instances only to the roles`, "m"),
          );
        await expectSettled(emulator, project);
      }),
    { speed: 600 },
  ));
