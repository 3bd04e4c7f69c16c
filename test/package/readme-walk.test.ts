import type { State } from "../../provider/emulator";
import type { Run } from "../helpers/engine-run";
import { reader, shareReader } from "./reader";
import { commandsIn, guideBlocks, guideText } from "./readme-blocks";

shareReader();

/** What the README speaks of and no command of it does, at the line where it happens. */
const happens: Record<string, (follow: () => Promise<Run>) => Promise<Run>> = {
  "pulumi stack output shopUrl --show-secrets": async (follow) => {
    const shown = await follow();
    expect(shown.stdout).toMatch(/^amqps:\/\/\S+:\S+@/);
    return shown;
  },
  "pulumi stack output plans": async (follow) => {
    const shown = await follow();
    expect(shown.stdout).toContain("clustered-medium-1: 99 USD");
    return shown;
  },
  "pulumi stack select production": bothBefore,
  "Import a single resource: pulumi preview": async (follow) => {
    const preview = await follow();
    expect(preview.text).toMatch(/takes over instance 1001, and makes no new object/i);
    return preview;
  },
  "pulumi cancel --yes": killedBefore,
  "pulumi refresh --clear-pending-creates --yes": stillShownBefore,
};

const emulatorState = () => reader.control<State>("GET", "state");
const brokers = async () => (await emulatorState()).instances.filter(({ goneAt }) => goneAt === null);

/** What Pulumi changed, as `create network, update shop`. */
const summary = ({ changes }: Run) => (changes.length === 0 ? "nothing" : [...changes].sort().join(", "));

test("whoever follows the README and its pages from top to bottom sees what it says", async () => {
  const lines = guideBlocks.flatMap(commandsIn);
  expect(Object.keys(happens).filter((key) => !lines.includes(key.split(": ").at(-1) ?? ""))).toEqual([]);
  const changed: string[] = [];
  // The tests of the demo run the first section's blocks, and `adopting-page` runs those of the second section.
  const elsewhere = ["Development", "Take over an account"];
  for (const block of guideBlocks.filter(({ section }) => !elsewhere.includes(section))) {
    if (block.language === "typescript") {
      reader.write(block.code);
      continue;
    }
    for (const line of commandsIn(block)) {
      const run = await (happens[line] ?? happens[`${block.section}: ${line}`] ?? ((follow) => follow()))(() =>
        reader.follow(line),
      );
      if (/^pulumi (preview|up|refresh|destroy)/.test(line)) changed.push(`${line.split(" ")[1]}: ${summary(run)}`);
    }
  }
  expect(changed).toEqual([
    "preview: create network, create orders, create shop",
    "up: create network, create orders, create shop",
    "up: update shop",
    "destroy: delete network, delete orders, delete shop",
    "up: nothing",
    "up: create shop",
    "up: create shop",
    "destroy: delete shop",
    "refresh: nothing",
    "up: create shop",
    "refresh: nothing",
    "up: create invoices, read shop",
    "destroy: delete invoices, discard shop",
    "preview: create legacy",
    "up: create legacy",
  ]);
  expect((await brokers()).map(({ name }) => name)).toEqual(["seeded-clustered", "seeded-alternative", "shop-dev"]);
}, 1_800_000);

/** Two stacks have two brokers. */
async function bothBefore(follow: () => Promise<Run>): Promise<Run> {
  expect((await brokers()).map(({ name, plan, tags }) => [name, plan, tags]).slice(2)).toEqual([
    ["shop-production", "clustered-medium-3", ["shop", "production"]],
    ["shop-dev", "clustered-small-1", ["shop", "dev"]],
  ]);
  expect((await reader.pulumi(["destroy", "--yes", "--stack", "production"], "failure")).text).toContain("protect");
  expect(await brokers()).toHaveLength(4);
  return follow();
}

/** Kills a run when it has just asked for the broker; the next run is refused as the README says. */
async function killedBefore(follow: () => Promise<Run>): Promise<Run> {
  await reader.pulumi(["destroy", "--yes"]);
  await reader.control("DELETE", "requests");
  // The broker takes minutes to be made, so the run cannot end before it is killed.
  await reader.control("POST", "clock", { speed: 1 });
  await reader.killUp(async () => {
    const requests = await reader.control<{ method: string; path: string; answeredAt?: number }[]>("GET", "requests");
    return requests.some(({ method, path, answeredAt }) => method === "POST" && /instances$/.test(path) && answeredAt);
  });
  await reader.control("POST", "clock", { speed: 600 });
  const locked = await reader.pulumi(["up", "--yes"], "failure");
  expect(locked.text).toContain(quoted("the stack is currently locked by 1 lock(s)"));
  return follow();
}

/** A later `up` still shows the line that the page quotes. */
async function stillShownBefore(follow: () => Promise<Run>): Promise<Run> {
  const line = quoted("Attempting to deploy or update resources with 1 pending operations from previous deployment");
  const later = await reader.pulumi(["up", "--yes"]);
  expect([summary(later), later.text]).toEqual(["nothing", expect.stringContaining(line)]);
  return follow();
}

function quoted(text: string): string {
  expect(guideText.replace(/\s+/g, " ")).toContain(`\`${text}\``);
  return text;
}
