// `resources/index.ts` exports the functions to programs. A new field goes into `RecipientState`, `toState` and
// `toResult`. `secret` must name `value`, which may be a key. Programs use all names, which must stay.
import type * as pulumi from "@pulumi/pulumi";
import type { Recipient as RecipientWire } from "../../api";
import { askOutput, withoutNone } from "../../ask/ask";
import type { Shown } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { parseNumber } from "../shared/ids";
import { type ById, type ByName, pickOne, refusesUnlessOne } from "../shared/pick";
import { type Recipient, type RecipientState, recipientIds, toState } from "./recipient";

/** A recipient as {@link getRecipient} and {@link getRecipients} return it. */
export interface RecipientResult extends Shown<RecipientState, "lastStatus", "type" | "options" | "adoptDefault"> {
  /** The id, as `<instance>/recipients/<number>`. */
  id: string;
  /** The type of the recipient: the way in which the recipient is told. */
  type: string;
  /** The options of a recipient of this type. */
  options?: Record<string, unknown>;
}

/** Arguments that name a recipient by its id. */
export interface RecipientById extends OnInstanceArgs, ById<Recipient | string | number> {
  /** The id, as `<instance>/recipients/<number>` or only the number, or the resource itself. */
  id: Recipient | string | number;
}

/** Arguments that name a recipient by its name. */
export interface RecipientByName extends OnInstanceArgs, ByName<string> {}

/** {@link RecipientById} that may be outputs of resources. */
export interface RecipientOutputById extends OnInstanceOutputArgs, ById<Recipient | pulumi.Input<string | number>> {
  /** The recipient, as a resource or by its id: `<instance>/recipients/<number>`, or only the number. */
  id: Recipient | pulumi.Input<string | number>;
}

/** {@link RecipientByName} that may be outputs of resources. */
export interface RecipientOutputByName extends OnInstanceOutputArgs, ByName<pulumi.Input<string>> {}

/** The arguments of {@link getRecipient}: the id, or a name that only one recipient has. */
export type GetRecipientArgs = RecipientById | RecipientByName;

/** {@link GetRecipientArgs} that may be outputs of resources. */
export type GetRecipientOutputArgs = RecipientOutputById | RecipientOutputByName;

/**
 * One recipient of an instance, by its id or name: `getRecipientOutput` keeps it secret; this function returns it in
 * plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const id = broker.getRecipient({ instance: 123, name: "Default" }).then((recipient) => recipient.id);
 * ```
 *
 * @throws when no recipient, or more than one recipient, has this id or name.
 */
export const getRecipient = askInstance<GetRecipientArgs, RecipientResult>({
  name: "getRecipient",
  secret: ["value"],
  refuses: refusesUnlessOne,
  async answer(api, call, { instance, id, name }) {
    const item = id === undefined ? undefined : parseNumber(recipientIds, instance, String(id));
    const recipients = await api.recipients.list(call, { fresh: true });
    const none = `instance ${instance} has no recipient`;
    return toResult(instance, pickOne(recipients, { id: item, name }, { kind: "recipient", none }));
  },
});

/** {@link getRecipient} for arguments that are outputs of resources. The result is secret, as it holds the value. */
export const getRecipientOutput = askOutput<GetRecipientOutputArgs, RecipientResult>(getRecipient);

/**
 * All recipients of an instance: `getRecipientsOutput` keeps them secret; this function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getRecipients({ instance: 123 }).then((all) => all.map((recipient) => recipient.name));
 * ```
 */
export const getRecipients = askInstance<OnInstanceArgs, RecipientResult[]>({
  name: "getRecipients",
  list: true,
  secret: ["value"],
  answer: async (api, call, { instance }) =>
    (await api.recipients.list(call, { fresh: true })).map((recipient) => toResult(instance, recipient)),
});

/** {@link getRecipients} for arguments that are outputs of resources. The result is secret, as it holds the values. */
export const getRecipientsOutput = askOutput<OnInstanceOutputArgs, RecipientResult[]>(getRecipients);

function toResult(instance: string, recipient: RecipientWire): RecipientResult {
  const { type, value } = recipient;
  const { name = "", options, lastStatus } = toState(recipient);
  const id = recipientIds.make({ instance, number: recipient.id });
  return { id, type, value, name, ...withoutNone({ options, lastStatus }) };
}
