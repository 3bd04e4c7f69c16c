import type { LoggedRequest } from "../../provider/emulator";
import { expectExit, type Run } from "../helpers/engine-run";
import { read } from "../helpers/paths";
import { reader, shareReader } from "./reader";
import { blocksIn, commandsIn, guideBlocks } from "./readme-blocks";

const page = blocksIn(read("docs/adopting.md"));

shareReader(
  ...["mkdir shop", "cd shop", "pulumi new typescript --yes", "npm install pulumi-broker @pulumi/pulumi"],
  "npx pulumi-broker emulator",
);

const requests = () => reader.control<LoggedRequest[]>("GET", "requests");

/** What a line sends, in the words of the page. */
async function sent(line: () => Promise<Run>): Promise<{ run: Run; sent: "nothing" | "GETs" | "writes" }> {
  await reader.control("DELETE", "requests");
  const run = await line();
  const methods = (await requests()).map(({ method }) => method);
  const writes = methods.some((method) => method !== "GET");
  return { run, sent: writes ? "writes" : methods.length > 0 ? "GETs" : "nothing" };
}

/** Follows the blocks of a section: what each line sends and changes. `before`: what other sections ask for. */
async function walk(
  section: string,
  before: Record<string, () => Promise<unknown>> = {},
  fills: Record<string, string[]> = {},
): Promise<string[]> {
  const did: string[] = [];
  const blocks = page.filter((block) => block.section === section);
  expect(blocks).not.toEqual([]);
  for (const block of blocks) {
    if (block.language === "typescript") {
      reader.write(block.code);
      continue;
    }
    for (const line of commandsIn(block)) {
      await before[line]?.();
      const [hole, values] = Object.entries(fills).find(([hole]) => line.includes(hole)) ?? ["<urn>", undefined];
      const lines = line.includes(hole) ? (values ?? (await urns())).map((value) => line.replace(hole, value)) : [line];
      for (const each of lines) {
        const { run, sent: what } = await sent(() => follow(each));
        did.push(`${each.replace(/urn:\S+::/, "")}: ${what}, changes ${run.changes.sort().join(" and ") || "nothing"}`);
      }
    }
  }
  return did;
}

/** Runs a line, which must pass. */
const follow = async (line: string): Promise<Run> =>
  line.startsWith("pulumi ") ? reader.pulumi(line.split(" ").slice(1)) : expectExit(await reader.follow(line), line);

/** The URNs of the resources, what stands on a broker first. */
async function urns(): Promise<string[]> {
  const { stdout } = await reader.pulumi(["stack", "export"]);
  const { resources } = (JSON.parse(stdout) as { deployment: { resources: { urn: string; type: string }[] } })
    .deployment;
  return resources.flatMap(({ urn, type }) => (type.includes("/broker:") ? [urn] : [])).reverse();
}

test("the sections with blocks are those that are walked here", () => {
  const sections = [
    ...["From an account", "Single resources", "Move a broker to another stack or project"],
    "From a program of another provider",
  ];
  expect([...new Set(page.map(({ section }) => section))]).toEqual(sections);
});

test("the guide has the same commands for an account, into the selected stack", () => {
  const [inGuide] = guideBlocks.filter(({ section }) => section === "Take over an account");
  expect(inGuide?.code).toBe(page[0]?.code.replace(" --stack production", ""));
});

test("an account is taken over with its secrets, and nothing is written", async () => {
  const webhook_uri = "https://shop.example.com/orders?token=canary-of-the-webhook";
  const fields = { instance_id: 1001, webhook_uri, queue: "orders" };
  await reader.control("PATCH", "state", [{ op: "add", in: "webhooks", fields }]);
  await reader.pulumi(["stack", "init", "production"]);
  expect(await walk("From an account")).toEqual([
    "npx pulumi-broker adopt --dry-run: GETs, changes nothing",
    "npx pulumi-broker adopt --stack production: GETs, changes nothing",
    "pulumi preview --expect-no-changes: nothing, changes nothing",
    "npx pulumi-broker adopt --check: GETs, changes nothing",
  ]);
});

test("a broker moves to another project, and nothing is written", async () => {
  const [urn = ""] = (await urns()).filter((each) => each.endsWith(":Instance::seeded-clustered"));
  const configKeys = async () => Object.keys(JSON.parse((await reader.pulumi(["config", "--json"])).stdout) as object);
  const keys = (await configKeys()).filter((each) => each.includes("seededClustered"));
  expect([urn, keys]).toEqual([expect.stringMatching(/./), [expect.any(String), expect.any(String)]]);
  const did = await walk(
    "Move a broker to another stack or project",
    {
      // What stands on the broker has gone with it.
      "pulumi config rm <key>": async () => {
        expect((await urns()).filter((each) => each.includes("seeded-clustered"))).toEqual([]);
        await reader.removeBroker("seeded-clustered");
      },
      "npx pulumi-broker adopt --instance 1001": async () => {
        const lines = ["mkdir billing", "cd billing", "pulumi new typescript --yes"];
        for (const line of [...lines, "npm install pulumi-broker @pulumi/pulumi"]) await reader.follow(line);
      },
    },
    { "'<urn>'": [urn], "<key>": keys.map((key) => key.replace(/^.*:/, "")) },
  );
  expect(did).toEqual([
    "pulumi stack export --file before.json: nothing, changes nothing",
    expect.stringMatching(/^pulumi state delete .*: nothing, changes nothing$/),
    ...keys.map((key) => `pulumi config rm ${key.replace(/^.*:/, "")}: nothing, changes nothing`),
    "pulumi preview --expect-no-changes: nothing, changes nothing",
    "npx pulumi-broker adopt --instance 1001: GETs, changes nothing",
    "pulumi preview --expect-no-changes: nothing, changes nothing",
  ]);
  expect((await urns()).filter((each) => each.endsWith(":Instance::seeded-clustered"))).toHaveLength(1);
  await reader.follow("cd ..");
  await reader.pulumi(["stack", "select", "dev"]);
});

test("single resources are taken over, let go of, and taken over again, and nothing is written", async () => {
  expect(await walk("Single resources")).toEqual([
    "pulumi preview: GETs, changes create cpu and create orders",
    "pulumi up --yes: GETs, changes create cpu and create orders",
  ]);

  const takeOver = () => sent(() => reader.pulumi(["up", "--yes"]));
  const other = await walk("From a program of another provider", { "pulumi preview --expect-no-changes": takeOver });
  expect(other).toEqual(Array(7).fill(expect.stringContaining(": nothing, changes nothing")));
});
