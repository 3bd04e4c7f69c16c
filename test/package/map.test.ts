import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import * as broker from "pulumi-broker";
import type { AccountMap } from "../../provider/cli/map/model";
import { expectAccessible, openPage, startBrowser } from "../helpers/browser";
import { canary, expectNoSecrets } from "../helpers/canaries";
import { runOnStack, runServed } from "../helpers/command";
import { it } from "../helpers/emulator";
import { hostileTexts } from "../helpers/hostile";
import { fillAccount } from "../helpers/large-account";
import { count } from "../helpers/measures";
import { read } from "../helpers/paths";
import { withProject } from "../helpers/project";
import { onStack } from "../helpers/shared-stack";
import { blocksIn } from "./readme-blocks";

/** Needs a browser, which reads what is drawn, and the engine, whose preview is drawn. */

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const region = "provider-a::region-1";

it("40 brokers: only GETs, each list once, no secret in any format, and every format can be read", async (emulator) => {
  const secret = canary("map");
  await fillAccount(emulator, { instances: 40, names: "hostile", canary: secret });
  const markup = ["<img src=x onerror=alert(1)>", "</style><script>alert(1)</script>", 'a"]; click b0', "`#quot;`"];
  const names = [...hostileTexts.filter((text) => text.trim() !== "").slice(0, 30), ...markup];
  const { instances, peerings, firewalls } = emulator.state();
  const rejected = peerings.find(({ accepter }) => accepter.vpc_id === "vpc-0customer3")?.id ?? 0;
  const halves = ["0.0.0.0/1", "128.0.0.0/1"];
  const rules = halves.map((ip) => ({ ip, ports: [5671], services: [], description: "" }));
  emulator.patch(
    ...names.map((name, n) => ({ op: "set", in: "instances", id: instances[n]?.id ?? 0, fields: { name } }) as const),
    { op: "set", in: "peerings", id: rejected, fields: { status: "rejected" } },
    { op: "set", in: "firewalls", id: firewalls[0]?.id ?? 0, fields: { rules } },
  );
  await withProject(emulator, async (project) => {
    await project.pulumi(["stack", "select"]);
    const draw = async (format: string, ...args: string[]) =>
      (await project.run(["map", "--format", format, ...args])).stdout;
    emulator.clearRequests();
    const json = await draw("json");
    const alone = emulator.state().instances.filter(({ shared }) => !shared);
    // All brokers of a network tell the same peerings.
    const told = new Set(alone.flatMap(({ vpc_id: vpc }) => vpc ?? [])).size;
    const counts = count(emulator.requests().map(({ method, path }) => `${method} ${path.replace(/\d+$/, "ID")}`));
    const networks = (JSON.parse(json) as AccountMap).networks;
    expect(counts).toEqual({
      ...{ "GET /customer/api/instances": 1, "GET /customer/api/vpcs": 1, "GET /customer/api/plans": 1 },
      "GET /customer/api/instances/ID": 40,
      "GET /instance/api/security/firewall": 40,
      "GET /instance/api/alarms": 40,
      "GET /instance/api/alarms/recipients": 40,
      "GET /instance/api/nodes/available-versions": alone.length,
      "GET /instance/api/vpc-connect": alone.length,
      "GET /instance/api/vpc-peering": told,
    });
    const brokers = networks.flatMap((network) => network.brokers);
    expect([brokers.length, brokers.filter(({ unread }) => unread.length > 0)]).toEqual([40, []]);
    const links = networks.flatMap((network) => network.links);
    expect([...new Set(links.map(({ kind }) => kind))].sort()).toEqual(["peering", "private connection"]);
    expect(links.filter(({ to }) => to.includes("vpc-0customer3"))).toEqual([]);
    // Trouble with one broker takes the map of the others not away, and is no "there is nothing".
    const [odd = 0, refused = 0] = alone.filter(({ vpc_id: vpc }) => vpc !== null).map(({ id }) => id);
    emulator.fault(
      { match: { path: "/instance/api/alarms", instance: odd }, times: "always", fault: { raw: "{}" } },
      { match: { path: "/instance/api/vpc-peering" }, times: "always", fault: { status: 403, body: {} } },
    );
    // Nobody can tell of a plan that is offered no more whether it is shared.
    const shared = emulator.state().instances.find((each) => each.shared);
    const plan = emulator.state().plans.find(({ name }) => name === shared?.plan);
    emulator.patch({ op: "delete", in: "plans", id: plan?.id ?? 0 });
    const partly = await project.run(["map", "--format", "json"], { exit: 1 });
    emulator.clearFaults();
    const drawn = (JSON.parse(partly.stdout) as AccountMap).networks.flatMap((each) => each.brokers);
    const unreadOf = (id: number) => drawn.find((each) => each.id === `${id}`)?.unread.join();
    expect([drawn.length, unreadOf(shared?.id ?? 0), unreadOf(odd)]).toEqual([
      40,
      "",
      expect.stringMatching(/^the alarms: /),
    ]);
    expect(unreadOf(refused)).toMatch(/^the peerings: .* answered 403/);
    expect(partly.stderr).toMatch(
      /could be read: broker \d+: .* \(and \d+ brokers more; the map marks each of them\)\n$/,
    );
    // The stack has nothing, and so has its map.
    expect(JSON.parse(await draw("json", "--stack", "dev"))).toMatchObject({ networks: [] });

    const [html, svg, mermaid] = [await draw("html"), await draw("svg"), await draw("mermaid")];
    expect(brokers.map(({ access }) => access)).toContainEqual(halves);
    const open = brokers.filter(({ access }) => access?.some((network) => /\/[01]$/.test(network))).length;
    expect(svg).toContain(`brokers open to everybody: ${open}`);
    expectNoSecrets({ json, html, svg, mermaid }, { secret, key: emulator.apiKey });
    project.write("map.html", html);
    const file = `file://${join(project.folder, "map.html")}`;
    const { page, asked, wrong } = await openPage(browser, file);
    expect(await page.locator("img, script, iframe, a").count()).toBe(0);
    const shown = (await page.locator("tbody tr td:nth-child(2)").allTextContents()).join("\n");
    await expectAccessible(page);
    expect([asked, wrong]).toEqual([[file], []]);
    const parse = `new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml")`;
    expect(await page.evaluate(`${parse}.querySelectorAll("parsererror").length`)).toBe(0);
    const picture = await page.evaluate(`${parse}.documentElement.textContent`);
    await page.goto("about:blank");
    await page.addScriptTag({ path: require.resolve("@mermaid-js/tiny/dist/mermaid.tiny.js") });
    const chart = `mermaid.render("m", ${JSON.stringify(mermaid)}).then(({ svg }) => {
      document.body.innerHTML = svg;
      return [...document.querySelectorAll(".nodeLabel")].map((each) => each.textContent).join();
    })`;
    const labels = await page.evaluate(chart);
    const plain = String(labels).replaceAll("\u200b", "");
    for (const name of markup) for (const text of [shown, picture, plain]) expect(text).toContain(name);
    await page.close();
  });
});

test("the commands of docs/map.md are of those that are run here", () => {
  const commands = blocksIn(read("docs/map.md")).map(({ code }) => code.trim());
  expect(commands).toEqual([
    "npx pulumi-broker map > map.html",
    "npx pulumi-broker map --stack production --changes --format mermaid",
  ]);
});

test("a preview is drawn: what is made, changed, taken over or kept, each price before and after, one stack alone", () =>
  onStack("shop", { speed: 600 }, async ({ emulator, stack }) => {
    const declare = (plan: string, tag: string, more: (vpc: broker.Vpc) => void) => {
      stack.program = async () => {
        const vpc = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
        new broker.Instance("shop", { plan, region, vpc, tags: [tag] });
        more(vpc);
      };
    };
    const [small, large] = ["clustered-small-1", "clustered-large-1"];
    declare(small, "paid", () => new broker.Instance("kept", { plan: small, region }, { retainOnDelete: true }));
    await stack.cli(["stack", "select", stack.name]);
    await stack.up();
    declare(large, "dear", (vpc) => {
      const made = new broker.Instance("more", { plan: large, region, vpc });
      new broker.Instance("open", { plan: made.id.apply(() => small), region });
      const found = { name: "seeded-clustered", plan: "clustered-medium-3", region };
      new broker.Instance("found", found, { import: "1001" });
    });
    emulator.clearRequests();
    const run = await runServed(stack, ["map", "--stack", stack.name, "--changes", "--format", "json"]);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const { networks, price, tags, notes } = JSON.parse(run.stdout) as AccountMap;
    const keptId = networks[1]?.brokers.find(({ name }) => name === "kept")?.id;
    const shown = networks.flatMap(({ name: of, brokers }) =>
      brokers.map(({ name, change }) => [of, name, change?.op, change?.properties.join(), change?.after?.price]),
    );
    expect(shown).toEqual([
      ["net", "shop", "update", "plan,tags", 299],
      ["net", "more", "create", "", 299],
      ["Without a network", "seeded-clustered", "adopt", "", 297],
      ["Without a network", "kept", "keep", "", 50],
      ["Without a network", "open", "create", "", undefined],
    ]);
    expect(networks.map((each) => each.price)).toEqual([
      { now: 50, after: 598, brokers: 2, unpriced: 0, unpricedAfter: 0 },
      { now: 347, after: 347, brokers: 3, unpriced: 0, unpricedAfter: 1 },
    ]);
    expect([price, notes]).toEqual([{ now: 397, after: 945, brokers: 5, unpriced: 0, unpricedAfter: 1 }, []]);
    const ofTags = tags.map(({ tag, price: { now, after } }) => `${tag} ${now} ${after}`);
    expect(ofTags).toEqual(["dear 0 299", "paid 50 0", "(none) 347 646"]);
    // What two stacks have is on the map of each, and what the account lacks is named.
    const ofTwo = JSON.stringify(stack.exportState()).replaceAll(":shop::", ":two::");
    writeFileSync(join(stack.shell.cwd, "two.json"), ofTwo);
    for (const args of ["init two", "import --stack two --file two.json", `select ${stack.name}`])
      await stack.cli(["stack", ...args.split(" ")]);
    const [gone] = emulator.patch({ op: "delete", in: "instances", id: Number(keptId) });
    const both = await runServed(stack, ["map", "--stack", stack.name, "--format", "json"]);
    expect(JSON.parse(both.stdout)).toMatchObject({
      networks: [{ name: "net", brokers: [{ name: "shop", stack: "shop, two" }] }],
      notes: [`in a stack, and not in the account: Instance ${gone}`],
    });
    const wrong = await runOnStack(stack, ["map", "--format", "gif"]);
    expect(wrong.stderr).toMatch(/^--format is one of html, svg, mermaid, json\./);
  }));
