import type { RecipientArgs } from "pulumi-broker";
import type { State } from "../../provider/emulator";
import { row } from "./kind";
import { firstInstance, modelOf, recordOf, type Things } from "./things";

const url = "https://chat.example.com/canary-lifecycle";
const path = "/instance/api/alarms/recipients";
const put = (number: number, body: object) => [{ method: "PUT", path: `${path}/${number}`, body }];

const things: Things = {
  type: "recipient",
  collection: "recipients",
  path,
  getById: true,
  marked: false,
  inputs: (emulator) => ({ instance: firstInstance(emulator), type: "email", value: "ops@example.com", name: "ops" }),
  change: { value: "night@example.com" },
  edit: { name: "edited" },
  // Every instance has a recipient that the service has made.
  counts: (record) => (record as State["recipients"][number]).name !== "Default",
};

export const recipient = row<RecipientArgs>({
  kind: "Recipient",
  id: "123/recipients/7",
  operations: ["recipients.create", "recipients.list", "recipients.get", "recipients.update", "recipients.delete"],
  functions: { "recipients.list": ["getRecipients"], "recipients.get": ["getRecipient"] },
  secrets: ["instanceApiKey", "options", "value"],
  things,
  modelled: [modelOf("recipient", things)],
  args: ({ instance }) => ({
    instance,
    type: "chat_a",
    value: url,
    name: "lifecycle-ops",
    options: { channel: "#ops", levels: [1, 2] },
  }),
  held: ({ number }, outputs) => ({ id: number, options: {}, last_status: null, ...recordOf(outputs) }),
  inPlace: {
    args: () => ({ type: "email", value: "ops@example.com", name: "renamed-ops", options: undefined }),
    requests: ({ number }) => put(number, { type: "email", value: "[secret]", name: "renamed-ops", options: {} }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "recipients", id: number, fields: { options: { channel: "#theirs" } } }),
    property: "options",
    repair: ({ number }) =>
      put(number, {
        type: "chat_a",
        value: "[secret]",
        name: "lifecycle-ops",
        options: { channel: "#ops", levels: [1, 2] },
      }),
  },
  missingId: ({ instance }) => `${instance}/recipients/999999`,
});
