import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { canary, expectNoSecrets, findSecrets, secretsOf, type Texts, textsOf } from "../helpers/canaries";
import { stackConfigOf, type TestEmulator, withEmulator } from "../helpers/emulator";
import type { StackConfig } from "../helpers/new-stack";
import { read } from "../helpers/paths";
import { onStack } from "../helpers/shared-stack";
import { type StackOptions, withStack } from "../helpers/stack";

/** Needs the engine: it prints, logs and keeps what is to hold no secret. */

const planted = {
  accountKey: canary("account"),
  instanceKey: canary("instance"),
  mappedKey: canary("mapped"),
  vpcKey: canary("vpc"),
  webhookUri: `https://example.com/${canary("uri")}?token=${canary("token")}`,
  changedUri: `https://example.com/${canary("changed")}`,
  refusedUri: `ftp://example.com/${canary("refused")}`,
  providerKey: canary("provider"),
  logsKey: canary("logs"),
  metricsKey: canary("metrics"),
};

/** Makes every secret of an emulator one of ours; returns the configuration that holds them. */
function plant(emulator: TestEmulator): StackConfig {
  const set = { op: "set" } as const;
  emulator.patch(
    { ...set, in: "accountKeys", id: 1, fields: { key: planted.accountKey } },
    { ...set, in: "accountKeys", id: 2, fields: { key: planted.providerKey, role: "admin" } },
    { ...set, in: "instances", id: 1001, fields: { apikey: planted.instanceKey } },
    { ...set, in: "instances", id: 1002, fields: { apikey: planted.mappedKey } },
  );
  emulator.fault({
    match: { method: "POST", path: "/api/vpcs" },
    times: "always",
    fault: { merge: { apikey: planted.vpcKey } },
  });
  return {
    "broker:apiKey": { secret: planted.accountKey },
    "broker:instanceApiKeys": { secret: JSON.stringify({ 1002: planted.mappedKey }) },
    "broker:customerUrl": emulator.customerUrl,
    "broker:baseUrl": emulator.baseUrl,
  };
}

const network = { region: "provider-a::region-1", subnet: "10.56.72.0/24" };

/** Everything that holds a secret: as input, as output, in an explicit provider. */
const program =
  ({ uri = planted.webhookUri, limits = {} }: { uri?: string; limits?: pulumi.CustomTimeouts } = {}) =>
  async () => {
    const net = new broker.Vpc("net", network, { customTimeouts: limits });
    const shop = broker.Instance.get("shop", "1001");
    const child = { webhookUri: uri, vhost: "/", queue: "orders" };
    new broker.Webhook("looked-up", { ...child, instance: shop });
    new broker.Webhook("mapped", { ...child, instance: 1002 });
    new broker.Webhook("given", { ...child, instance: 1001, instanceApiKey: planted.instanceKey });
    const provider = new broker.Provider("other", {
      apiKey: planted.providerKey,
      instanceApiKeys: { 1002: planted.mappedKey },
    });
    new broker.Webhook("other", { ...child, instance: 1002 }, { provider });
    const region = "eu";
    new broker.Integration("logs", {
      instance: 1001,
      system: "log_vendor_d",
      config: { apiKey: planted.logsKey, region },
    });
    const config = { apiKey: planted.metricsKey };
    new broker.Integration("metrics", { instance: 1001, system: "metric_vendor_c_v3", config });
    return { vpcKey: net.apiKey, url: shop.url, vpcs: pulumi.secret(broker.getVpcs({ provider })) };
  };

test("no secret stands in state, output, events or log, from the first preview to the end", () =>
  onStack("secrets", { speed: 60, config: plant }, async ({ emulator, stack }) => {
    stack.program = program();
    const texts: Texts = {};
    const search = () => expectNoSecrets(texts, { ...secretsOf(emulator), ...planted });
    const keep = (more: Texts) => void Object.assign(texts, more);

    keep(textsOf("preview", await stack.preview({ flags: ["--diff"] }), stack, emulator));

    const { webhookUri, accountKey, mappedKey } = planted;
    const echoed = [webhookUri, accountKey, mappedKey].join();
    // The service repeats its secrets in an error: what is partial keeps its id, and tells nothing.
    emulator.fault(
      {
        match: { method: "PUT", path: "/api/vpcs/*" },
        fault: { status: 422, body: { error: `no: ${planted.vpcKey}` } },
      },
      {
        match: { method: "POST", path: "/api/webhooks", instance: 1002 },
        fault: { status: 422, body: { error: `no: ${echoed}` } },
      },
    );
    const failed = await stack.up({ exit: "failure", flags: ["--continue-on-error"] });
    expect(failed.text).toContain("no: [secret]");
    keep(textsOf("failed up", failed, stack, emulator));
    const resources = stack.exportState().deployment.resources ?? [];
    const pending = resources.find(({ id }) => id === "5001");
    expect(pending).toMatchObject({ initErrors: [expect.stringContaining("[secret]")] });
    expect(pending?.outputs?.["apiKey"]).toHaveProperty("ciphertext");

    keep(textsOf("up", await stack.up({ flags: ["--diff"] }), stack, emulator));
    expect(await stack.outputs()).toMatchObject({ vpcKey: planted.vpcKey, url: expect.stringContaining("amqps") });
    keep({ export: (await stack.cli(["stack", "export", "--stack", stack.name])).stdout });
    keep({ outputs: (await stack.cli(["stack", "output", "--stack", stack.name])).text });

    stack.program = program({ uri: planted.changedUri });
    keep(textsOf("update", await stack.up({ flags: ["--diff"] }), stack, emulator));
    emulator.patch({ op: "set", in: "webhooks", id: 21, fields: { webhook_uri: planted.webhookUri } });
    const drift = await stack.refresh({ flags: ["--preview-only", "--diff"] });
    expect(drift.changes).toEqual(expect.arrayContaining([expect.stringMatching(/^update /)]));
    keep(textsOf("drift", drift, stack, emulator));

    stack.program = program({ uri: planted.refusedUri });
    const refused = await stack.preview({ exit: "failure" });
    expect(refused.text).toContain("webhookUri: must be an http or https URL");
    keep(textsOf("refused input", refused, stack, emulator));

    keep(textsOf("destroy", await stack.destroy({ flags: ["--diff"] }), stack, emulator));
    search();
    // Seven runs with five places each, and two commands.
    expect(Object.keys(texts)).toHaveLength(7 * 5 + 2);
  }));

test("the search finds what is planted where it must not be", () =>
  onStack("planted", { config: plant }, async ({ emulator, stack }) => {
    const plain = canary("plain");
    stack.program = async () => {
      new broker.Webhook(plain, { instance: 1001, webhookUri: "https://example.com", vhost: "/", queue: plain });
      return { plain };
    };
    const texts = textsOf("up", await stack.up(), stack, emulator);
    const places = findSecrets(texts, { plain }).map((found) => / in (.*?):/.exec(found)?.[1]);
    const all = ["checkpoint after up", "emulator's log after up", "events of up", "stdout of up"];
    // Each place once, in however many spellings.
    expect([...new Set(places)].sort()).toEqual(all);
    expect(texts["stderr of up"]).toBe("");
  }));

test("the end of every stack finds what a run has printed or kept, unless the test shows secrets itself", () =>
  withEmulator(async (emulator) => {
    const program = async () => {
      const queue = emulator.instances[0]?.apiKey ?? "";
      new broker.Webhook("hook", { instance: 1001, webhookUri: "https://example.com", vhost: "/", queue });
      await pulumi.log.info(`the queue is ${queue}`);
    };
    const run = (options: StackOptions) => withStack("shown", { ...options, program }, (stack) => stack.up());
    const config = stackConfigOf(emulator);
    await expect(run({ config })).rejects.toThrow(/key of instance 1001.* in the output of run .* in the checkpoint/s);
    await run({ config, showsSecrets: true });
  }));

test("at debug level the SDK's own lines have secrets in clear, no other line has, and the promises say so", () =>
  onStack("secrets-debug", { speed: 60, config: plant }, async ({ emulator, stack }) => {
    stack.program = program();
    const { events } = await stack.up();
    const texts = events
      .flatMap(({ diagnosticEvent }) => (diagnosticEvent === undefined ? [] : [diagnosticEvent]))
      .filter(({ severity }) => String(severity) === "debug")
      .map(({ message }) => message);
    const secrets = { ...secretsOf(emulator), ...planted };
    const plain = texts.filter((text) => findSecrets({ text }, secrets).length > 0);
    const names = plain.map((text) => /\w+ RPC finished/.exec(text)?.[0] ?? text.slice(0, 60));
    const page = read("docs/reliability.md");
    expect([...new Set(names)].sort()).toEqual(["ReadResource RPC finished", "RegisterResource RPC finished"]);
    for (const name of names) expect(page).toContain(`\`${name}\``);
  }));
