import { Webhook, type WebhookArgs } from "pulumi-broker";
import { row } from "./row";

const uri = "https://hooks.example.com/canary-lifecycle";

export const webhook = row<WebhookArgs>({
  kind: "Webhook",
  resource: Webhook,
  args: ({ instance }) => ({ instance, webhookUri: uri, vhost: "/", queue: "orders", concurrency: 5 }),
  outputs: ({ instance }) => ({ instance, webhookUri: uri, vhost: "/", queue: "orders", concurrency: 5 }),
  records: (state) => state.webhooks.map(({ hiddenUntil, ...each }) => each),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    webhook_uri: uri,
    vhost: "/",
    queue: "orders",
    concurrency: 5,
    last_status: null,
  }),
  create: () => "POST /instance/api/webhooks",
  refresh: () => ["GET /instance/api/webhooks"],
  onInstance: true,
  inPlace: {
    // An argument that is removed goes back to its default.
    args: () => ({ queue: "returns", concurrency: undefined }),
    props: ["queue", "concurrency"],
    requests: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/webhooks/${number}`,
        body: { webhook_uri: "[secret]", vhost: "/", queue: "returns", concurrency: 1 },
      },
    ],
    outputs: () => ({ queue: "returns", concurrency: 1 }),
    held: () => ({ queue: "returns", concurrency: 1 }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "webhooks", id: number, fields: { queue: "theirs" } }),
    property: "queue",
    repair: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/webhooks/${number}`,
        body: { webhook_uri: "[secret]", vhost: "/", queue: "orders", concurrency: 5 },
      },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "webhooks", id: number }),
  missingId: ({ instance }) => `${instance}/webhooks/999999`,
});
