import type { CollectionName, State } from "../../../provider/emulator";
import type { TestEmulator } from "../../helpers/emulator";
import type { Declared } from "../../helpers/handlers";

/** One record of the service, of any kind. */
export type AnyRecord = State[CollectionName][number];

/** What the tests of this tier need to know of a kind of thing; a new resource joins them all by adding its row. */
export interface Row {
  /** The definition's handler. */
  type: string;
  /** Where the emulator keeps it. */
  collection: CollectionName;
  /** The path of its collection. */
  path: string;
  /** Where it is made, if not there. */
  createPath?: string;
  /** Whether the service has a GET of one; without it a persistent `[]` counts as gone. */
  getById: boolean;
  /** Whether a create that was cut off is found again by a mark. */
  marked: boolean;
  /** Whether a create ends with a look at what it made: until then, whoever kills the process loses its id. */
  looksAfter?: true;
  /** Complete inputs. */
  inputs(emulator: TestEmulator): Record<string, unknown>;
  /** A change that is made in place; none where every change replaces. */
  change?: Record<string, unknown>;
  /** A change that replaces. */
  replacement(emulator: TestEmulator): Record<string, unknown>;
  /** Changes one as an outsider would. */
  edit: Record<string, unknown>;
  /** The fields of the emulator's record that these inputs lead to. */
  record(inputs: Record<string, unknown>): Record<string, unknown>;
  /** The Pulumi id of a record. */
  idOf(record: AnyRecord): string;
  /** Whether a record is none of those that every instance has. Default: all are. */
  counts?(record: AnyRecord): boolean;
}

export const vpcRow: Row = {
  type: "vpc",
  collection: "vpcs",
  path: "/customer/api/vpcs",
  getById: true,
  marked: true,
  inputs: () => ({ name: "net", region: "provider-a::region-1", subnet: "10.56.72.0/24", tags: ["a", "b"] }),
  change: { name: "other", tags: ["c"] },
  replacement: () => ({ subnet: "10.57.0.0/24" }),
  edit: { tags: ["edited"] },
  record: ({ name, region, subnet, tags }) => ({ name, region, subnet, tags }),
  idOf: (record) => `${record.id}`,
};

export const webhookRow: Row = {
  type: "webhook",
  collection: "webhooks",
  path: "/instance/api/webhooks",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    webhookUri: "https://example.com/hook",
    vhost: "/",
    queue: "orders",
    concurrency: 2,
  }),
  change: { queue: "invoices" },
  replacement: (emulator) => ({ instance: `${emulator.instances[1]?.id}` }),
  edit: { queue: "edited" },
  record: ({ instance, webhookUri, vhost, queue, concurrency }) => ({
    instance_id: Number(instance),
    webhook_uri: webhookUri,
    vhost,
    queue,
    concurrency,
  }),
  idOf: (record) => `${(record as State["webhooks"][number]).instance_id}/webhooks/${record.id}`,
};

export const recipientRow: Row = {
  type: "recipient",
  collection: "recipients",
  path: "/instance/api/alarms/recipients",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    type: "email",
    value: "ops@example.com",
    name: "ops",
  }),
  change: { value: "night@example.com" },
  replacement: (emulator) => ({ instance: `${emulator.instances[1]?.id}` }),
  edit: { name: "edited" },
  record: ({ instance, type, value, name }) => ({ instance_id: Number(instance), type, value, name }),
  idOf: (record) => `${(record as State["recipients"][number]).instance_id}/recipients/${record.id}`,
  counts: (record) => (record as State["recipients"][number]).name !== "Default",
};

export const alarmRow: Row = {
  type: "alarm",
  collection: "alarms",
  path: "/instance/api/alarms",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    type: "queue",
    valueThreshold: 100,
    timeThreshold: 60,
    messageType: "ready",
  }),
  change: { valueThreshold: 200 },
  replacement: (emulator) => ({ instance: `${emulator.instances[1]?.id}` }),
  edit: { value_threshold: 1 },
  record: ({ instance, type, valueThreshold, timeThreshold, messageType }) => ({
    instance_id: Number(instance),
    type,
    value_threshold: valueThreshold,
    time_threshold: timeThreshold,
    message_type: messageType,
  }),
  idOf: (record) => `${(record as State["alarms"][number]).instance_id}/alarms/${record.id}`,
  counts: (record) => (record as State["alarms"][number]).type === "queue",
};

export const logRow: Row = {
  type: "integration",
  collection: "logs",
  path: "/instance/api/integrations/logs",
  createPath: "/instance/api/integrations/logs/log_vendor_d",
  getById: false,
  marked: false,
  looksAfter: true,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    system: "log_vendor_d",
    config: { apiKey: "key", region: "eu", tags: "env=production" },
  }),
  change: { config: { apiKey: "key", region: "us3", tags: "env=production" } },
  replacement: (emulator) => ({ instance: `${emulator.instances[1]?.id}` }),
  edit: { config: { api_key: "key", region: "us1", tags: "env=production" } },
  record: ({ instance, system, config }) => {
    const { apiKey, region, tags } = config as Record<string, string>;
    return { instance_id: Number(instance), type: system, config: { api_key: apiKey, region, tags } };
  },
  idOf: (record) => `${(record as State["logs"][number]).instance_id}/logs/${record.id}`,
};

export const metricsRow: Row = {
  type: "integration",
  collection: "metrics",
  path: "/instance/api/integrations/metrics",
  createPath: "/instance/api/integrations/metrics/metric_vendor_c_v2",
  getById: false,
  marked: false,
  looksAfter: true,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    system: "metric_vendor_c_v2",
    config: { apiKey: "key", region: "eu", queueRegex: "^orders" },
  }),
  change: { config: { apiKey: "key", region: "eu", queueRegex: "^invoices" } },
  // Another system is another integration, on the same instance.
  replacement: () => ({ system: "metric_vendor_c" }),
  edit: { config: { api_key: "key", region: "eu", queue_regex: "^edited" } },
  record: ({ instance, system, config }) => {
    const { apiKey, region, queueRegex } = config as Record<string, string>;
    const sent = { api_key: apiKey, region, queue_regex: queueRegex };
    return { instance_id: Number(instance), type: system, config: sent };
  },
  idOf: (record) => `${(record as State["metrics"][number]).instance_id}/metrics/${record.id}`,
};

export const eventBridgeRow: Row = {
  type: "eventBridge",
  collection: "eventBridges",
  path: "/instance/api/eventbridges",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: `${emulator.instances[0]?.id}`,
    vhost: "/",
    queue: "orders",
    cloudRegion: "region-1",
    cloudAccountId: "012345678901",
    withHeaders: true,
  }),
  replacement: () => ({ queue: "invoices" }),
  edit: { queue: "edited" },
  record: ({ instance, vhost, queue, cloudRegion, cloudAccountId, withHeaders }) => ({
    instance_id: Number(instance),
    vhost,
    queue,
    cloud_region: cloudRegion,
    cloud_account_id: cloudAccountId,
    with_headers: withHeaders,
  }),
  idOf: (record) => `${(record as State["eventBridges"][number]).instance_id}/eventbridges/${record.id}`,
};

/** Everything that can be made. */
export const rows: readonly Row[] = [vpcRow, webhookRow, recipientRow, alarmRow, logRow, metricsRow, eventBridgeRow];

/** The row's resource as a program declares it. */
export function declare(row: Row, emulator: TestEmulator, over: Partial<Declared> & { name?: string } = {}): Declared {
  const { inputs, ...rest } = over;
  return { type: row.type, name: "one", ...rest, inputs: { ...row.inputs(emulator), ...inputs } };
}

/** Everything of the row's kind that the service holds, oldest first, with the fields that inputs lead to. */
export function held(row: Row, emulator: TestEmulator): Record<string, unknown>[] {
  const fields = Object.keys(row.record(row.inputs(emulator)));
  return recordsOf(row, emulator).map((record) =>
    Object.fromEntries(["id", ...fields].map((field) => [field, (record as Record<string, unknown>)[field]])),
  );
}

/** The Pulumi ids of everything of the row's kind, oldest first. */
export function idsOf(row: Row, emulator: TestEmulator): string[] {
  return recordsOf(row, emulator).map((record) => row.idOf(record));
}

function recordsOf({ collection, counts = () => true }: Row, emulator: TestEmulator): AnyRecord[] {
  return (emulator.state()[collection] as AnyRecord[]).filter(counts);
}
