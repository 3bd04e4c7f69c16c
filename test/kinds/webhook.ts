import type { WebhookArgs } from "pulumi-broker";
import type { StateChange } from "../../provider/emulator";
import { seededInstance } from "../helpers/operation-row";
import { type Asked, row } from "./kind";
import { firstInstance, modelOf, recordOf, type Things } from "./things";

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

const held = { vhost: "/", queue: "orders", webhook_uri: "https://example.com/hook", concurrency: 2 };
const holding: StateChange[] = [
  { op: "add", in: "webhooks", fields: { instance_id: seededInstance, id: 90, ...held } },
];
const shown = { ...held, id: "90", last_status: null };

const asked: Asked = {
  held: [
    {
      op: "add",
      in: "webhooks",
      fields: { instance_id: seededInstance, webhook_uri: held.webhook_uri, queue: "orders" },
    },
    { op: "add", in: "webhooks", fields: { instance_id: 1002 } },
  ],
  answers() {
    const result = {
      id: "1001/webhooks/21",
      webhookUri: held.webhook_uri,
      vhost: "/",
      queue: "orders",
      concurrency: 1,
    };
    return [
      ["getWebhook", { instance: 1001, id: 21 }, result],
      ["getWebhook", { instance: "1001", id: result.id }, result],
      ["getWebhooks", { instance: 1001 }, [result]],
    ];
  },
};

export const webhook = row<WebhookArgs>({
  kind: "Webhook",
  id: "123/webhooks/7",
  operations: ["webhooks.list", "webhooks.get", "webhooks.create", "webhooks.update", "webhooks.delete"],
  functions: { "webhooks.list": ["getWebhooks"], "webhooks.get": ["getWebhook"] },
  calls: {
    "webhooks.list": { before: holding, answer: [shown] },
    "webhooks.get": { args: ["90"], before: holding, answer: shown },
    "webhooks.create": { args: [held], answer: { id: "21" } },
    "webhooks.update": { args: ["90", { ...held, concurrency: 3 }], before: holding },
    "webhooks.delete": { args: ["90"], before: holding },
  },
  asked,
  async fill({ api, names, number, secret }) {
    const made: { number: string; name: string }[] = [];
    for (const queue of ["orders", "invoices"]) {
      const body = {
        webhook_uri: `https://shop.example.com/${queue}?token=${secret(`${queue}-${number}`)}`,
        vhost: names.next("shop"),
        queue: names.next(queue),
        concurrency: queue === "orders" ? 1 : 7,
      };
      const known = (await api.webhooks.list()).map(({ id }) => id);
      await api.webhooks.create(body);
      const [added] = (await api.webhooks.list()).filter(({ id }) => !known.includes(id));
      if (added !== undefined) made.push({ number: added.id, name: body.queue });
    }
    return made;
  },
  secrets: ["instanceApiKey", "webhookUri"],
  things,
  modelled: [modelOf("webhook", things)],
  refused: [
    [{ webhookUri: "ftp://example.com" }, "webhookUri: must be an http or https URL"],
    [{ vhost: "" }, "vhost: must not be empty"],
    [{ queue: "" }, "queue: must not be empty"],
    [{ concurrency: 1.5 }, "concurrency: must be a whole number"],
    [{ concurrency: 0 }, "concurrency: must be 1 or more"],
  ],
  warned: [[{ webhookUri: "http://example.com" }, "webhookUri is plain http: others can read the messages in transit"]],
  args: ({ instance }) => ({ instance, webhookUri: uri, vhost: "/", queue: "orders", concurrency: 5 }),
  held: ({ number }, outputs) => ({ id: number, last_status: null, ...recordOf(outputs) }),
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
  missingId: ({ instance }) => `${instance}/webhooks/999999`,
});
