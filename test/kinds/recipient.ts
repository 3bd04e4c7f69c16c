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

const byEmail = { type: "email", options: undefined };
const email = "must be an e-mail address, because the recipient has the type email";
const httpUrl = "must be an http or https URL, because the recipient has the type";

export const recipient = row<RecipientArgs>({
  kind: "Recipient",
  id: "123/recipients/7",
  operations: ["recipients.create", "recipients.list", "recipients.get", "recipients.update", "recipients.delete"],
  functions: { "recipients.list": ["getRecipients"], "recipients.get": ["getRecipient"] },
  secrets: ["instanceApiKey", "options", "value"],
  things,
  modelled: [modelOf("recipient", things)],
  // biome-ignore format: one row for each input
  refused: [
    [{ type: "sms" }, "type: must be one of the values email, webhook, incident_a,"],
    [{ ...byEmail, value: "ops" }, `value: ${email}`],
    [{ ...byEmail, value: "ops@" }, `value: ${email}`],
    [{ ...byEmail, value: "@example.com" }, `value: ${email}`],
    [{ ...byEmail, value: "ops@localhost" }, `value: ${email}`],
    [{ ...byEmail, value: "a b@example.com" }, `value: ${email}`],
    [{ ...byEmail, value: "a@b@example.com" }, `value: ${email}`],
    [{ type: "webhook", value: "example.com/hook" }, `value: ${httpUrl}`],
    [{ type: "webhook", value: "ftp://example.com/hook" }, `value: ${httpUrl}`],
    [{ type: "chat_a", value: "#ops" }, `value: ${httpUrl}`],
    [{ type: "chat_b", value: "https://" }, `value: ${httpUrl}`],
    [{ type: "incident_a", value: "" }, "value: must not be empty"],
    [{ value: undefined }, "value is required: give this input a value"],
    [{ value: 7 }, "value: must be a string, but the given value is a number"],
    [{ name: "" }, "name: must not be empty"],
    [{ options: "high" }, "options: must be an object, but the given value is a string"],
    [{ instance: "1/2" }, "instance: must be the id of an instance"],
  ],
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
