import { Recipient, type RecipientArgs } from "pulumi-broker";
import { row } from "./row";

const url = "https://chat.example.com/canary-lifecycle";

export const recipient = row<RecipientArgs>({
  kind: "Recipient",
  resource: Recipient,
  args: ({ instance }) => ({
    instance,
    type: "chat_a",
    value: url,
    name: "lifecycle-ops",
    options: { channel: "#ops", levels: [1, 2] },
  }),
  outputs: ({ instance }) => ({
    instance,
    type: "chat_a",
    value: url,
    name: "lifecycle-ops",
    options: { channel: "#ops", levels: [1, 2] },
  }),
  // Every instance has a recipient that the service has made.
  records: (state) => state.recipients.filter(({ name }) => name !== "Default").map(({ hiddenUntil, ...each }) => each),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    type: "chat_a",
    value: url,
    name: "lifecycle-ops",
    options: { channel: "#ops", levels: [1, 2] },
    last_status: null,
  }),
  create: () => "POST /instance/api/alarms/recipients",
  refresh: () => ["GET /instance/api/alarms/recipients"],
  onInstance: true,
  inPlace: {
    args: () => ({ type: "email", value: "ops@example.com", name: "renamed-ops", options: undefined }),
    props: ["name", "options", "type", "value"],
    requests: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/alarms/recipients/${number}`,
        body: { type: "email", value: "[secret]", name: "renamed-ops", options: {} },
      },
    ],
    outputs: () => ({ type: "email", value: "ops@example.com", name: "renamed-ops", options: undefined }),
    held: () => ({ type: "email", value: "ops@example.com", name: "renamed-ops", options: {} }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "recipients", id: number, fields: { options: { channel: "#theirs" } } }),
    property: "options",
    repair: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/alarms/recipients/${number}`,
        body: {
          type: "chat_a",
          value: "[secret]",
          name: "lifecycle-ops",
          options: { channel: "#ops", levels: [1, 2] },
        },
      },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "recipients", id: number }),
  missingId: ({ instance }) => `${instance}/recipients/999999`,
});
