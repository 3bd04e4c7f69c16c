import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import type { TestEmulator } from "../../helpers/emulator";
import { emulator, emulatorForAll, instance, settled } from "./scene";

/** The ids that the emulator gave, by what they are. */
const ids = { webhook: 0, bridge: 0, broken: 0, logs: 0, metrics: 0 };
/** The account of the service, which everything here belongs to. */
const accountId = "emulated-account";

emulatorForAll(() => {
  const on = { instance_id: instance };
  const add = (...changes: Parameters<TestEmulator["patch"]>) => Number(emulator.patch(...changes)[0]);
  const uri = "https://example.com/hook";
  ids.webhook = add({ op: "add", in: "webhooks", fields: { ...on, webhook_uri: uri, queue: "orders" } });
  const bridge = { ...on, vhost: "/", queue: "orders", cloud_region: "region-1", cloud_account_id: "000000000001" };
  ids.bridge = add({ op: "add", in: "eventBridges", fields: { ...bridge, with_headers: true } });
  ids.broken = add({ op: "add", in: "eventBridges", fields: { ...bridge, status: "no such queue" } });
  const logs = { ...on, type: "log_vendor_d", config: { api_key: "key", region: "eu" }, error: "no access" };
  ids.logs = add({ op: "add", in: "logs", fields: logs });
  const config = { api_key: "key", include_ad_queues: true, tags: "" };
  ids.metrics = add({ op: "add", in: "metrics", fields: { ...on, type: "metric_vendor_c_v3", config } });
  add({ op: "add", in: "webhooks", fields: { instance_id: 1002 } });
});

test("webhooks: one or all, secret as outputs", async () => {
  const id = `1001/webhooks/${ids.webhook}`;
  const webhook = { id, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders", concurrency: 1 };
  expect(await broker.getWebhook({ instance, id: ids.webhook })).toEqual(webhook);
  expect(await broker.getWebhook({ instance: "1001", id })).toEqual(webhook);
  const one = broker.getWebhookOutput({ instance, id: pulumi.output(id) });
  expect(await settled(one)).toEqual({ value: webhook, secret: true });
  expect(await broker.getWebhooks({ instance })).toEqual([webhook]);
  const all = broker.getWebhooksOutput({ instance: pulumi.output(instance) });
  expect(await settled(all)).toEqual({ value: [webhook], secret: true });
});

test("event bridges: one or all, with the zeros in front", async () => {
  const target = { cloudRegion: "region-1", cloudAccountId: "000000000001", accountId };
  const shared = { vhost: "/", queue: "orders", ...target, prefetch: 1000, exclusiveConsumer: false };
  const id = `1001/eventbridges/${ids.bridge}`;
  const bridge = { id, ...shared, withHeaders: true };
  const broken = { id: `1001/eventbridges/${ids.broken}`, ...shared, withHeaders: false, status: "no such queue" };
  expect(await broker.getEventBridge({ instance, id: ids.bridge })).toEqual(bridge);
  const one = broker.getEventBridgeOutput({ instance, id: pulumi.output(id) });
  expect(await settled(one)).toEqual({ value: bridge, secret: false });
  expect(await broker.getEventBridges({ instance })).toEqual([bridge, broken]);
  const all = broker.getEventBridgesOutput({ instance: pulumi.output("1001") });
  expect(await settled(all)).toEqual({ value: [bridge, broken], secret: false });
});

test("integrations of either kind, secret as outputs", async () => {
  const logs = {
    id: `1001/logs/${ids.logs}`,
    system: "log_vendor_d",
    config: { apiKey: "key", region: "eu" },
    error: "no access",
    accountId,
  };
  const metrics = {
    id: `1001/metrics/${ids.metrics}`,
    system: "metric_vendor_c_v3",
    config: { apiKey: "key", includeAdQueues: true },
    accountId,
  };
  expect(await broker.getLogIntegrations({ instance })).toEqual([logs]);
  expect(await broker.getMetricsIntegrations({ instance })).toEqual([metrics]);
  expect(await broker.getLogIntegrations({ instance: 1002 })).toEqual([]);
  const both = [broker.getLogIntegrationsOutput({ instance }), broker.getMetricsIntegrationsOutput({ instance })];
  expect(await Promise.all(both.map(settled))).toEqual([
    { value: [logs], secret: true },
    { value: [metrics], secret: true },
  ]);
});

test.each<[() => Promise<unknown>, string]>([
  [() => broker.getWebhook({ instance, id: 999999 }), "getWebhook: instance 1001 has no webhook 999999"],
  [() => broker.getEventBridge({ instance, id: 999999 }), "getEventBridge: instance 1001 has no event bridge 999999"],
  [() => broker.getWebhook({ instance, id: "1002/webhooks/1" }), '"1002/webhooks/1" is on another instance than 1001'],
  [() => broker.getEventBridge({ instance, id: "../x" }), '"../x" is not the id of any EventBridge'],
  [() => broker.getLogIntegrations({ instance: "1/2" }), '"1/2" is not the id of any Instance'],
])("%p: one line", async (asked, message) => {
  await expect(asked()).rejects.toThrow(message);
});
