import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { expectNoSecrets, secretsOf } from "../helpers/canaries";
import { coreTest, restTest } from "../helpers/cells";
import { expectLine, runCommand, runOnStack, runServed, startCommand, withCli, wrapCli } from "../helpers/command";
import type { TestEmulator } from "../helpers/emulator";
import { temporaryFolder } from "../helpers/paths";
import { isAlive, waitUntil } from "../helpers/processes";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

const canaries = {
  declaredUri: "https://example.com/hook?token=canary-of-the-program",
  changedUri: "https://example.com/hook?token=canary-of-an-outsider",
  declaredKey: "canary-key-of-the-program",
  changedKey: "canary-key-of-an-outsider",
  declaredQueue: "canary-queue-of-the-program",
  changedQueue: "canary-queue-of-an-outsider",
};

const program = async () => {
  const instance = 1001;
  new broker.Vpc("net", { region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a"] });
  const queue = pulumi.secret(canaries.declaredQueue);
  new broker.Webhook("orders", { instance, webhookUri: canaries.declaredUri, vhost: "/", queue });
  new broker.Recipient("mail", { instance, type: "email", value: "ops@example.com" });
  const rules = [{ ip: "10.0.0.0/24", services: ["AMQPS" as const] }];
  new broker.FirewallRuleSet("walls", { instance, takeOver: true, rules });
  const config = { apiKey: canaries.declaredKey, region: "eu" as const };
  new broker.Integration("logs", { instance, system: "log_vendor_d", config });
};

/** Variables of a pipeline that would change what the run of the CLI means. */
const pipeline = {
  PULUMI_SKIP_CONFIRMATIONS: "true",
  PULUMI_RUN_PROGRAM: "true",
  PULUMI_OPTION_TARGET: "urn:pulumi:dev::nothing",
};

const drift = (stack: TestStack, ...args: string[]) => runOnStack(stack, ["drift", ...args], pipeline);

const withMade = (body: (stack: TestStack, emulator: TestEmulator) => Promise<void>) =>
  onStack("dev", { speed: 600 }, async ({ emulator, stack }) => {
    stack.program = program;
    await stack.cli(["stack", "select", stack.name]);
    await stack.up();
    emulator.clearRequests();
    await body(stack, emulator);
  });

coreTest("only what was changed outside Pulumi is drift, by resource and property, secrets without values", () =>
  withMade(async (stack, emulator) => {
    const none = "No drift: everything matches the state.\n";
    expect(await drift(stack)).toEqual({ code: 0, stdout: none, stderr: "" });

    const { vpcs, webhooks, recipients, firewalls, logs } = emulator.state();
    const [log] = logs;
    const idOf = (found: { id: number } | undefined) => found?.id ?? 0;
    emulator.patch(
      // What a terminal would act on, in a text that somebody else wrote.
      { op: "set", in: "vpcs", id: idOf(vpcs[0]), fields: { tags: ["a", "by\u001b[31m\r\nhand\u202e"] } },
      {
        op: "set",
        in: "webhooks",
        id: idOf(webhooks[0]),
        fields: { webhook_uri: canaries.changedUri, queue: canaries.changedQueue, concurrency: 9 },
      },
      { op: "delete", in: "recipients", id: idOf(recipients.find(({ value }) => value === "ops@example.com")) },
      {
        ...{ op: "set", in: "firewalls", id: idOf(firewalls.find(({ instance_id }) => instance_id === 1001)) },
        fields: { rules: [{ ip: "0.0.0.0/0", ports: [], services: ["AMQPS"], description: "" }] },
      },
      { op: "set", in: "logs", id: idOf(log), fields: { config: { ...log?.config, api_key: canaries.changedKey } } },
    );
    const before = stack.checkpointFile();
    const [table, json] = [await drift(stack), await drift(stack, "--json", "--stack", "dev")];
    expect([table.code, table.stderr, json.code, json.stderr]).toEqual([7, "", 7, ""]);
    expect(JSON.parse(json.stdout)).toEqual({
      drift: true,
      resources: [
        {
          ...{ urn: stack.urn("pulumi-nodejs:dynamic/broker:FirewallRuleSet", "walls"), name: "walls" },
          ...{ type: "FirewallRuleSet", drift: "changed" },
          properties: [
            {
              property: "rules",
              state: [{ ip: "10.0.0.0/24", services: ["AMQPS"] }],
              service: [{ ip: "0.0.0.0/0", services: ["AMQPS"] }],
            },
          ],
          notes: [
            'FirewallRuleSet "walls": the instance has undeclared rules for 0.0.0.0/0; pulumi up --refresh removes these rules',
            'FirewallRuleSet "walls": the instance lacks the declared rules for 10.0.0.0/24; pulumi up --refresh adds these rules',
          ],
        },
        expect.objectContaining({
          ...{ type: "Integration", name: "logs", drift: "changed" },
          properties: [{ property: "config", secret: true }],
          notes: ['Integration "logs": config was changed outside Pulumi: apiKey; pulumi up --refresh changes it back'],
        }),
        expect.objectContaining({ type: "Recipient", name: "mail", drift: "gone", properties: [], notes: [] }),
        expect.objectContaining({
          ...{ type: "Vpc", name: "net", drift: "changed", notes: [] },
          properties: [{ property: "tags", state: ["a"], service: ["a", "by [31m hand"] }],
        }),
        expect.objectContaining({
          ...{ type: "Webhook", name: "orders", drift: "changed" },
          properties: [
            { property: "concurrency", state: 1, service: 9 },
            { property: "webhookUri", secret: true },
            { property: "queue", secret: true },
          ],
        }),
      ],
      notes: [],
    });
    const cells = table.stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(cells.slice(0, 8)).toEqual([
      ["RESOURCE", "PROPERTY", "STATE", "SERVICE"],
      [
        "FirewallRuleSet walls",
        "rules",
        '[{"ip":"10.0.0.0/24","services":["AMQPS"]}]',
        expect.stringContaining("0.0.0.0/0"),
      ],
      ["Integration logs", "config", "[secret]", "[secret]"],
      ["Recipient mail", "exists", "gone"],
      ["Vpc net", "tags", "[…]", '["by [31m hand",…]'],
      ["Webhook orders", "concurrency", "1", "9"],
      ["Webhook orders", "webhookUri", "[secret]", "[secret]"],
      ["Webhook orders", "queue", "[secret]", "[secret]"],
    ]);
    expect(table.stdout).toContain(
      '\n- FirewallRuleSet "walls": the instance has undeclared rules for 0.0.0.0/0; pulumi up --refresh removes these rules\n',
    );
    expect(table.stdout).toContain(
      '\n5 resources differ from the state; "pulumi up --refresh" changes them back, and makes a new object for each resource that is gone.\n',
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a terminal
    expect(table.stdout + json.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const markdown = await drift(stack, "--format", "markdown");
    expect(markdown.stdout).toMatch(
      /^\| RESOURCE \| PROPERTY \| STATE \| SERVICE \|\n\| --- \| --- \| --- \| --- \|\n(\| [^|\n]+ \| [^|\n]* \| [^|\n]* \| [^|\n]+ \|\n)+\n/,
    );
    expectNoSecrets(
      { table: table.stdout, json: json.stdout, markdown: markdown.stdout },
      { ...secretsOf(emulator), ...canaries },
    );
    expect(emulator.writes()).toEqual([]);
    expect(stack.checkpointFile()).toBe(before);
  }),
);

restTest("what an earlier run has not finished is named with the reason", () =>
  onStack("dev", {}, async ({ stack }) => {
    const unfinished = async () => {
      const net = { region: "provider-a::region-1", subnet: "10.56.72.0/24" };
      new broker.Vpc("net", net, { customTimeouts: { create: "5s" } });
    };
    stack.program = unfinished;
    await stack.up({ exit: "failure" });
    const run = await drift(stack, "--stack", stack.name);
    expect([run.code, run.stderr]).toEqual([7, ""]);
    expect(run.stdout).toMatch(/^Vpc net +differs; see the notes$/m);
    expect(run.stdout).toMatch(
      /^- Vpc "net": is unfinished: the next pulumi up continues the work; [^\n]*gave up waiting/m,
    );
  }),
);

restTest("a broker that somebody deleted is named with what a run makes in its place", () =>
  onStack("dev", { speed: 600 }, async ({ emulator, stack }) => {
    const shop = { plan: "clustered-small-1", region: "provider-a::region-1" };
    stack.program = async () => void new broker.Instance("shop", shop);
    await stack.up();
    const id = emulator.state().instances.find(({ name }) => name === "shop")?.id ?? 0;
    emulator.patch({ op: "delete", in: "instances", id });
    const run = await drift(stack, "--stack", stack.name);
    expect([run.code, run.stderr]).toEqual([7, ""]);
    expect(run.stdout).toMatch(/^Instance shop +exists +gone$/m);
    expect(run.stdout).toMatch(/^- Instance "shop": is gone with its messages\. [^\n]* new, empty broker/m);
  }),
);

restTest("what keeps it from finding out is one line that helps, and exit code 1", () =>
  withMade(async (stack, emulator) => {
    const { env } = stack.shell;
    const noProject = temporaryFolder("nothing");
    expectLine(
      await runCommand(["drift"], { cwd: noProject, env: withCli(env) }),
      "there is no Pulumi.yaml in this folder or a folder above it: change to the folder of your Pulumi program",
    );
    rmSync(noProject, { recursive: true });
    expectLine(
      await drift(stack, "--stack", "other"),
      expect.stringMatching(/^no stack named 'other' found: .*stack ls/),
    );
    expectLine(
      await runCommand(["drift"], { ...stack.shell, env: { ...env, PATH: noProject } }),
      expect.stringMatching(/^there is no Pulumi CLI on PATH: install the Pulumi CLI/),
    );
    expectLine(
      await runOnStack(stack, ["drift"], { PULUMI_CONFIG_PASSPHRASE: "wrong" }),
      expect.stringMatching(/^the passphrase of the stack is missing or wrong: set PULUMI_CONFIG_PASSPHRASE/),
    );
    // The key was changed, and Pulumi refreshes with the one in its state.
    const id = emulator.state().accountKeys[0]?.id ?? 0;
    emulator.patch({ op: "set", in: "accountKeys", id, fields: { key: "another-key-of-the-account" } });
    expectLine(
      await drift(stack),
      expect.stringMatching(/answered 401: Unauthorized[^\n]*broker:apiKey[^\n]*--run-program/),
    );
    await stack.setConfig("broker:apiKey", "another-key-of-the-account", { secret: true });
    const before = stack.checkpointFile();
    const withProgram = await runServed(stack, ["drift", "--run-program"]);
    expect(withProgram).toEqual({ code: 0, stdout: "No drift: everything matches the state.\n", stderr: "" });
    expect(stack.checkpointFile()).toBe(before);
    await emulator.close();
    expectLine(await drift(stack), expect.stringMatching(/could not connect to the (account|instance) API at /));
    await stack.cli(["stack", "unselect"]);
    expectLine(
      await drift(stack),
      'no stack is selected. Do one of these: run "pulumi stack select"; name a stack with --stack; or make a stack with "pulumi stack init"',
    );
  }),
);

restTest("an empty stack is a note, a CLI that is too old one line; command and CLI end together", () =>
  onStack("dev", { config: () => ({}) }, async ({ stack }) => {
    const note = "stack dev has no resources: nothing was compared";
    expect(await drift(stack, "--stack", "dev")).toEqual({ code: 0, stdout: `- ${note}\n`, stderr: "" });
    await stack.cli(["stack", "select", "dev"]);
    // The stack itself is recorded now, and nothing else.
    await stack.up();
    const { code, stdout } = await drift(stack, "--json");
    expect([code, JSON.parse(stdout)]).toEqual([0, { drift: false, resources: [], notes: [note] }]);
    const old = temporaryFolder("old");
    /** Stands in for a CLI of another version. */
    const shellWith = (script: string) => {
      const { env } = stack.shell;
      return { ...stack.shell, env: { ...env, PATH: wrapCli(old, script, env["PATH"]) } };
    };
    const driftWith = (script: string) => runCommand(["drift"], shellWith(script));
    expectLine(
      await driftWith("echo 'error: unknown flag: --preview-only' >&2; exit 255"),
      "this Pulumi CLI is too old (unknown flag: --preview-only): install version 3.227.0 or later",
    );
    expectLine(
      await driftWith("echo '{ \"steps\": [] }'; exit"),
      "this Pulumi CLI does not report the steps of a refresh: install version 3.227.0 or later",
    );
    // Who ends the command ends the CLI.
    const started = join(old, "started");
    // The second CLI does not hear the signal.
    for (const [signal, first] of [
      ["SIGTERM", ""],
      ["SIGINT", "trap '' INT;"],
    ] as const) {
      const script = `${first} echo $$ > ${started}.new; mv ${started}.new ${started}; exec sleep 600`;
      const { child, ended } = startCommand(["drift"], shellWith(script));
      await waitUntil(() => existsSync(started), "the CLI to be started");
      child.kill(signal);
      expect([await ended, child.signalCode]).toEqual([{ code: null, stdout: "", stderr: "" }, signal]);
      const cli = Number(readFileSync(started, "utf8"));
      await waitUntil(() => !isAlive(cli), "the CLI to end");
      rmSync(started);
    }
    rmSync(old, { recursive: true });
  }),
);
