import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as broker from "pulumi-broker";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { expectLine, runCommand, runOnStack, wrapCli } from "../helpers/command";
import { temporaryFolder } from "../helpers/paths";
import { withClient } from "../helpers/script-client";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

const canaries = {
  declared: "https://example.com/hook?token=canary-of-the-program",
  made: "https://example.com/hook?token=canary-of-an-outsider",
};

const region = "provider-a::region-1";

const shopProgram = async () => {
  const network = new broker.Vpc("network", { region, subnet: "10.56.72.0/24" });
  const shop = new broker.Instance("shop", { plan: "alternative-small-1", region, vpc: network });
  const ops = new broker.Recipient("ops", { instance: shop, type: "email", value: "ops@example.com" });
  new broker.Alarm("cpu", { instance: shop, type: "cpu", valueThreshold: 80, timeThreshold: 60, recipients: [ops] });
  new broker.Webhook("orders", { instance: shop, webhookUri: canaries.declared, vhost: "/", queue: "orders" });
  new broker.VpcPeering("peering", {
    instance: shop,
    ...{ peerAccountId: "300000000003", peerVpcId: "vpc-0customer", peerSubnet: "172.16.0.0/24" },
  });
  // Only read: the stack does not manage this broker, and knows of it.
  broker.Instance.get("seeded", "1001");
};

/** The service makes a network of its own for this broker, which no stack has as a resource. */
const invoicesProgram = async () => {
  new broker.Instance("invoices", { plan: "alternative-small-1", region, vpcSubnet: "10.60.0.0/24" });
  new broker.Webhook("late", { instance: 1002, webhookUri: canaries.declared, vhost: "/", queue: "late" });
};

/** Two stacks of one project, each with what its program declares. */
sharedStack("shop", { speed: 600 }, async () => {
  stack.program = shopProgram;
  await stack.cli(["stack", "init", "invoices", "--copy-config-from", "shop"]);
  await stack.up();
  stack.name = "invoices";
  stack.program = invoicesProgram;
  await stack.up();
  await stack.cli(["stack", "select", "shop"]);
});

const check = (...args: string[]) => runOnStack(stack, ["adopt", "--check", ...args]);
const idOf = (name: string) => String(emulator.state().instances.find((each) => each.name === name)?.id ?? "none");

/** What is there from the start, and in no program. */
const seeded = [
  { type: "TeamMember", id: "monitor@example.com", name: "monitor@example.com" },
  { type: "Instance", id: "1002", name: "seeded-alternative" },
];

test("what keeps it from finding out is one line that names it; a lock does not", async () => {
  const { cwd, env } = stack.shell;
  const own = ["--instance", idOf("shop")];
  const backend = join(env["PULUMI_BACKEND_URL"]?.replace(/^file:\/\/|\?.*$/g, "") ?? "", ".pulumi");
  const locks = join(backend, "locks", "organization", "broker-tests", "invoices");
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, "0f8fad5b-d9cb-469f-a165-70867728950e.json"), '{"pid":1,"username":"somebody"}');
  expect(await check(...own)).toMatchObject({ code: 0, stderr: "" });

  expectLine(
    await runOnStack(stack, ["adopt", "--check", ...own], { PULUMI_CONFIG_PASSPHRASE: "wrong" }),
    expect.stringMatching(/passphrase of the stack is missing or wrong/),
  );
  // A stack of a backend that lists it, and shows it to nobody else.
  const refuses = temporaryFolder("refuses");
  const script = `case "$*" in *"export --stack invoices"*) echo "error: [403] Forbidden" >&2; exit 255;; esac`;
  const PATH = wrapCli(refuses, script, env["PATH"]);
  const refused = await runCommand(["adopt", "--check", ...own], { cwd, env: { ...env, PATH } });
  expectLine(refused, "cannot read the state of stack invoices: the Pulumi CLI failed and says: [403] Forbidden");
  rmSync(refuses, { recursive: true });

  const [account] = emulator.state().accountKeys;
  const asRole = (role: "admin" | "devops") =>
    emulator.patch({ op: "set", in: "accountKeys", id: account?.id ?? 0, fields: { role } });
  asRole("devops");
  const withoutTeam = await check();
  expect(withoutTeam).toMatchObject({ code: 7, stderr: expect.stringMatching(/^not compared: the team: [^\n]*403/) });
  expect(withoutTeam.stdout).not.toContain("TeamMember");
  asRole("admin");
  const key = "another-key-of-the-account";
  emulator.patch({ op: "set", in: "accountKeys", id: account?.id ?? 0, fields: { key } });
  expectLine(await check(...own), expect.stringMatching(/401[^\n]*broker:apiKey/));
  await stack.cli(["config", "set", "--secret", "broker:apiKey", key, "--stack", "shop"]);
  const [instance] = emulator.state().instances.filter(({ id }) => `${id}` === idOf("shop"));
  const readyAt = Number(instance?.readyAt);
  emulator.patch({ op: "set", in: "instances", id: Number(idOf("shop")), fields: { readyAt: readyAt + 1e12 } });
  expectLine(
    await check(...own),
    expect.stringMatching(/everything on .* the service is still making or changing the instance/),
  );
  emulator.patch({ op: "set", in: "instances", id: Number(idOf("shop")), fields: { readyAt } });
  // A key that is not shown the keys of instances does not see what stands on them.
  await stack.cli(["config", "set", "--secret", "broker:apiKey", emulator.readOnlyKey, "--stack", "shop"]);
  expectLine(
    await check(...own),
    expect.stringMatching(/^this command could not read these parts of the account: everything on/),
  );
  // The next test has the first key.
  emulator.patch({ op: "set", in: "accountKeys", id: account?.id ?? 0, fields: { key: emulator.apiKey } });
  await stack.cli(["config", "set", "--secret", "broker:apiKey", emulator.apiKey, "--stack", "shop"]);
});

test("what was made behind the programs' backs is listed, and nothing else; nothing is written", () =>
  withClient(emulator, async (client) => {
    const [shop, invoices] = [idOf("shop"), idOf("invoices")];
    const own = ["--instance", shop, "--instance", invoices];
    const none = `Everything on instance ${shop} or on instance ${invoices} is in a stack of this project (invoices, shop).\n`;
    expect(await check(...own)).toEqual({ code: 0, stdout: none, stderr: "" });

    const api = client.instance(shop);
    const [vpc] = emulator.state().vpcs;
    const queue = "by\u001b[31m\r\nhand";
    await api.webhooks.create({ webhook_uri: canaries.made, vhost: "/", queue, concurrency: 1 });
    const { id: alarm } = await api.alarms.create({ type: "flow", time_threshold: 30 });
    // A second broker in the network has the network's peerings too, of which one is in a stack and one is not.
    const made = { name: "second", plan: "alternative-small-1", region, vpc_id: vpc?.id ?? 0 };
    const { id: second } = await client.instances.create(made);
    emulator.advance(10 * 60_000);
    const asked = { peer_account_id: "300000000003", peer_vpc_id: "vpc-0second", peer_subnet: "172.17.0.0/24" };
    await client.instance(second).peerings.request(asked);
    // A request of a stranger is nothing that a program could have.
    emulator.patch({
      ...{ op: "add", in: "peerings" },
      fields: { accepter: { owner_id: "100000000001", vpc_id: vpc?.cloud_id ?? "", cidr_block: vpc?.subnet ?? "" } },
    });
    const { peerings, webhooks } = emulator.state();
    const peering = peerings.find(({ accepter }) => accepter.vpc_id === "vpc-0second")?.connection_id;
    const webhook = webhooks.find(({ webhook_uri }) => webhook_uri === canaries.made)?.id;
    emulator.clearRequests();

    const outside = [
      { type: "Alarm", id: `${shop}/alarms/${alarm}`, name: "flow" },
      { type: "Webhook", id: `${shop}/webhooks/${webhook}`, name: "by [31m hand-webhook" },
      { type: "VpcPeering", id: `${shop}/peerings/${peering}`, name: "peering" },
    ];
    const other = [{ type: "Instance", id: second, name: "second" }];
    const part = await check("--json", ...own);
    expect([part.code, part.stderr]).toEqual([7, ""]);
    expect(JSON.parse(part.stdout)).toEqual({ outside, stacks: ["invoices", "shop"] });
    const [whole, table] = [await check("--json", "--stack", "invoices"), await check()];
    const { outside: all } = JSON.parse(whole.stdout) as { outside: unknown[] };
    expect([whole.code, all]).toEqual([7, expect.arrayContaining([...seeded, ...outside, ...other])]);
    expect(all).toHaveLength(seeded.length + outside.length + other.length);
    expect(table.code).toBe(7);
    const rows = table.stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows.slice(0, all.length + 1)).toEqual([
      ["TYPE", "ID", "NAME"],
      ...(all as typeof seeded).map(({ type, id, name }) => [type, id, name]),
    ]);
    const sum = '6 things are in no stack of this project (invoices, shop); "pulumi-broker adopt --stack shop" takes';
    expect(table.stdout).toContain(`\n${sum}`);
    // The command that takes over has the filter, as a shell takes it.
    await client.instances.update(second, { tags: ["team:b & c"] });
    const tagged = await check("--tag", "team:b & c");
    expect([tagged.code, tagged.stdout]).toEqual([
      7,
      expect.stringContaining(`; "pulumi-broker adopt --stack shop --tag 'team:b & c'" takes over these objects.`),
    ]);
    emulator.clearRequests();
    const printed = { table: table.stdout, whole: whole.stdout, part: part.stdout };
    expectNoSecrets(printed, { ...secretsOf(emulator), ...canaries });
    expect(emulator.writes()).toEqual([]);
  }));
