import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import * as broker from "pulumi-broker";
import { expectAccessible, openPage, startBrowser } from "../helpers/browser";
import { canary, expectNoSecrets } from "../helpers/canaries";
import { runOnStack, runServed } from "../helpers/command";
import { withEmulator } from "../helpers/emulator";
import { hostileTexts } from "../helpers/hostile";
import { fillAccount } from "../helpers/large-account";
import { count } from "../helpers/measures";
import { repositoryRoot } from "../helpers/paths";
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

interface Drawn {
  networks: {
    name: string;
    stack?: string;
    brokers: { id?: string; name: string; stack?: string; change?: object; price?: number; unread: string[] }[];
    links: { kind: string }[];
  }[];
  price: object;
  tags: object[];
  notes: string[];
}

test("40 brokers: only GETs, each list once, no secret in any format, and every format can be read", () =>
  withEmulator(async (emulator) => {
    const secret = canary("map");
    await fillAccount(emulator, { instances: 40, names: "hostile", canary: secret });
    const markup = ["<img src=x onerror=alert(1)>", "</style><script>alert(1)</script>", 'a"]; click b0', "`#quot;`"];
    const names = [...hostileTexts.filter((text) => text.trim() !== "").slice(0, 30), ...markup];
    const ids = emulator.state().instances.map(({ id }) => id);
    const rename = (name: string, n: number) =>
      ({ op: "set", in: "instances", id: ids[n] ?? 0, fields: { name } }) as const;
    emulator.patch(...names.map(rename));
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
      const networks = (JSON.parse(json) as Drawn).networks;
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
      const kinds = networks.flatMap(({ links }) => links.map(({ kind }) => kind));
      expect([...new Set(kinds)].sort()).toEqual(["peering", "private connection"]);
      // The stack has nothing, and so has its map.
      expect(JSON.parse(await draw("json", "--stack", "dev"))).toMatchObject({ networks: [] });

      const [html, svg, mermaid] = [await draw("html"), await draw("svg"), await draw("mermaid")];
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
      const drawn = await page.evaluate(`${parse}.documentElement.textContent`);
      await page.goto("about:blank");
      await page.addScriptTag({ path: require.resolve("@mermaid-js/tiny/dist/mermaid.tiny.js") });
      const chart = `mermaid.render("m", ${JSON.stringify(mermaid)}).then(({ svg }) => {
        document.body.innerHTML = svg;
        return [...document.querySelectorAll(".nodeLabel")].map((each) => each.textContent).join();
      })`;
      const labels = await page.evaluate(chart);
      for (const name of markup) for (const text of [shown, drawn, labels]) expect(text).toContain(name);
      await page.close();
    });
  }));

test("the commands of docs/map.md are of those that are run here", () => {
  const commands = blocksIn(readFileSync(join(repositoryRoot, "docs/map.md"), "utf8")).map(({ code }) => code.trim());
  expect(commands).toEqual([
    "npx pulumi-broker map > map.html",
    "npx pulumi-broker map --stack production --changes --format mermaid",
  ]);
});

test("a preview is drawn with the price before and after, and one stack alone", () =>
  onStack("shop", { speed: 600 }, async ({ emulator, stack }) => {
    const declare = (plan: string, ...others: string[]) => {
      stack.program = async () => {
        const vpc = new broker.Vpc("net", { region, subnet: "10.56.72.0/24" });
        new broker.Instance("shop", { plan, region, vpc, tags: ["paid"] });
        for (const name of others) new broker.Instance(name, { plan, region, vpc });
      };
    };
    declare("clustered-small-1");
    await stack.cli(["stack", "select", stack.name]);
    await stack.up();
    const [id] = emulator.state().instances.flatMap(({ id, name }) => (name === "shop" ? [`${id}`] : []));
    declare("clustered-large-1", "more");
    emulator.clearRequests();
    const run = await runServed(stack, ["map", "--stack", stack.name, "--changes", "--format", "json"]);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const { networks, price, tags } = JSON.parse(run.stdout) as Drawn;
    const prices = new Map(emulator.state().plans.map(({ name, price }) => [name, price]));
    const [small = 0, large = 0] = [prices.get("clustered-small-1"), prices.get("clustered-large-1")];
    expect(networks).toMatchObject([
      {
        ...{ name: "net", stack: "shop" },
        brokers: [
          {
            id,
            name: "shop",
            stack: "shop",
            price: small,
            change: { op: "update", properties: ["plan"], price: large },
          },
          { name: "more", change: { op: "create", price: large } },
        ],
      },
    ]);
    expect([price, tags]).toMatchObject([
      { now: small, after: 2 * large, brokers: 2 },
      [
        { tag: "paid", price: { now: small, after: large } },
        { tag: "(none)", price: { now: 0, after: large } },
      ],
    ]);
    expect((await runOnStack(stack, ["map", "--format", "gif"])).stderr).toMatch(
      /^--format is one of html, svg, mermaid, json\./,
    );
  }));
