import type { WebhookArgs } from "pulumi-broker";
import { row } from "./kind";
import { modelOf } from "./modelled";
import { firstInstance, recordOf, type Things } from "./things";

const uri = "https://hooks.example.com/canary-lifecycle";
const path = "/instance/api/webhooks";
const put = (number: number, body: object) => [
  { method: "PUT", path: `${path}/${number}`, body: { webhook_uri: "[secret]", vhost: "/", ...body } },
];

const things: Things = {
  type: "webhook",
  collection: "webhooks",
  path,
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: firstInstance(emulator),
    webhookUri: "https://example.com/hook",
    vhost: "/",
    queue: "orders",
    concurrency: 2,
  }),
  change: { queue: "invoices" },
  edit: { queue: "edited" },
};

export const webhook = row<WebhookArgs>({
  kind: "Webhook",
  id: "123/webhooks/7",
  operations: ["webhooks.list", "webhooks.get", "webhooks.create", "webhooks.update", "webhooks.delete"],
  functions: { "webhooks.list": ["getWebhooks"], "webhooks.get": ["getWebhook"] },
  secrets: ["instanceApiKey", "webhookUri"],
  things,
  modelled: [modelOf("webhook", things)],
  args: ({ instance }) => ({ instance, webhookUri: uri, vhost: "/", queue: "orders", concurrency: 5 }),
  records: (state) => state.webhooks.map(({ hiddenUntil, ...each }) => each),
  held: ({ number }, outputs) => ({ id: number, last_status: null, ...recordOf(outputs) }),
  create: () => `POST ${path}`,
  refresh: () => [`GET ${path}`],
  inPlace: {
    // An argument that is removed goes back to its default.
    args: () => ({ queue: "returns", concurrency: undefined }),
    requests: ({ number }) => put(number, { queue: "returns", concurrency: 1 }),
    outputs: () => ({ concurrency: 1 }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "webhooks", id: number, fields: { queue: "theirs" } }),
    property: "queue",
    repair: ({ number }) => put(number, { queue: "orders", concurrency: 5 }),
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "webhooks", id: number }),
  missingId: ({ instance }) => `${instance}/webhooks/999999`,
});
