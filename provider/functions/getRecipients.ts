import * as pulumi from "@pulumi/pulumi";
import type { Recipient as RecipientWire } from "../api";
import { toState } from "../resources/recipient";
import { childId, parseItem } from "../resources/shared/ids";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { type InvokeOptions, withoutNone } from "./invoke";

/** A recipient as {@link getRecipient} and {@link getRecipients} return it. */
export interface RecipientResult {
  /** The id, as `<instance>/recipients/<number>`. */
  id: string;
  /** The type of the recipient: the way in which the recipient is told. */
  type: string;
  /** The target of the notifications, such as an address or a key. Keep it secret. */
  value: string;
  /** The name. */
  name: string;
  /** The options of a recipient of this type. */
  options?: Record<string, unknown>;
  /** The service's text about the last notification; missing before the first one. */
  lastStatus?: string;
}

/** The arguments of {@link getRecipient}. Give the id, or a name that only one recipient has. */
export interface GetRecipientArgs extends OnInstanceArgs {
  /** The id, as `<instance>/recipients/<number>` or only the number. */
  id?: string | number;
  /** The name. The function throws when several recipients have this name. */
  name?: string;
}

/** {@link GetRecipientArgs} that may be outputs of resources. */
export interface GetRecipientOutputArgs extends OnInstanceOutputArgs {
  /** The id, as `<instance>/recipients/<number>` or only the number. */
  id?: pulumi.Input<string | number>;
  /** The name. The function throws when several recipients have this name. */
  name?: pulumi.Input<string>;
}

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
export function getRecipient(args: GetRecipientArgs, options?: InvokeOptions): Promise<RecipientResult> {
  return askInstance("getRecipient", args, options, async (api, call) => {
    const { id, name } = args;
    if ((id === undefined) === (name === undefined)) throw new Error("getRecipient: give either id or name");
    const instance = String(args.instance);
    const item = id === undefined ? undefined : parseItem("Recipient", "recipients", instance, String(id));
    const wanted = item === undefined ? `the name "${name}"` : `the id ${item}`;
    const all = await api.recipients.list(call, { fresh: true });
    const found = all.filter((each) => (item === undefined ? each.name === name : each.id === item));
    const [recipient, another] = found;
    if (recipient === undefined) {
      throw new Error(`getRecipient: instance ${instance} has no recipient with ${wanted}`);
    }
    if (another !== undefined) {
      const ids = found.map((each) => each.id).join(", ");
      throw new Error(`getRecipient: several recipients have ${wanted}: ${ids}; give the id`);
    }
    return toResult(instance, recipient);
  });
}

/** {@link getRecipient} for arguments that are outputs of resources. The result is secret, as it holds the value. */
export function getRecipientOutput(
  args: GetRecipientOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<RecipientResult> {
  return pulumi.secret(pulumi.output(args).apply((known) => getRecipient(known, options)));
}

/**
 * All recipients of an instance: `getRecipientsOutput` keeps them secret; this function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getRecipients({ instance: 123 }).then((all) => all.map((recipient) => recipient.name));
 * ```
 */
export function getRecipients(args: OnInstanceArgs, options?: InvokeOptions): Promise<RecipientResult[]> {
  return askInstance("getRecipients", args, options, async (api, call) => {
    const all = await api.recipients.list(call, { fresh: true });
    return all.map((recipient) => toResult(String(args.instance), recipient));
  });
}

/** {@link getRecipients} for arguments that are outputs of resources. The result is secret, as it holds the values. */
export function getRecipientsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<RecipientResult[]> {
  return pulumi.secret(pulumi.output(args).apply((known) => getRecipients(known, options)));
}

function toResult(instance: string, recipient: RecipientWire): RecipientResult {
  const { id, type, value } = recipient;
  const { name = "", options, lastStatus } = toState(recipient);
  return { id: childId(instance, "recipients", id), type, value, name, ...withoutNone({ options, lastStatus }) };
}
