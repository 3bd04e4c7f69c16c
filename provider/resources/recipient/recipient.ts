// `resources/index.ts` exports the class. A new argument goes into arguments, schema, `toState` and `wireOf`.
// `takeDefault` must hold `adoptDefault` in state before its PUT, or a later delete would remove the default recipient.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { RecipientBody, Recipient as RecipientWire } from "../../api";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Rule } from "../../framework/kind/definition";
import { field, inputsOf } from "../../framework/kind/marks";
import type { Agrees, Given } from "../shared/agrees";
import { type ChildArgs, type ChildValues, childShape, childSuper, instanceApi } from "../shared/child";
import { childKind } from "../shared/childKind";
import type { Ctx } from "../shared/ctx";
import { defineKind, named } from "../shared/defineKind";
import { idsOf } from "../shared/ids";
import { isEmail, isHttpUrl, statusText } from "../shared/texts";
import { findInCollection } from "../shared/twins";

const types = [
  "email",
  "webhook",
  "incident_a",
  "incident_b",
  "incident_b_eu",
  "incident_c",
  "incident_d",
  "chat_a",
  "chat_b",
] as const;

/**
 * How a recipient is told: by e-mail, by a webhook, by an incident or paging tool (`incident_*`), or in a channel
 * (`chat_*`).
 */
export type RecipientType =
  | "email"
  | "webhook"
  | "incident_a"
  | "incident_b"
  | "incident_b_eu"
  | "incident_c"
  | "incident_d"
  | "chat_a"
  | "chat_b";

/** What a {@link Recipient} is made from. */
export interface RecipientArgs extends ChildArgs {
  /** How the recipient is told. Changed in place, together with a `value` that suits it. */
  type: pulumi.Input<RecipientType>;
  /**
   * Where notifications go: an e-mail address for `email`, an http or https URL for `webhook` and `chat_*`, the tool's
   * key otherwise. The address, the channel or the tool must exist; the service does not make it. Secret. Changed in
   * place: the next notification goes there.
   */
  value: pulumi.Input<string>;
  /**
   * The name. Other recipients may have the same name. Changed in place. Left out: the resource's logical name;
   * `Default` with `adoptDefault`.
   */
  name?: pulumi.Input<string>;
  /** Options of this type, as the service takes them. Changed in place. Left out: none. */
  options?: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /**
   * Takes over the recipient that the service made with the instance, instead of making a second one. The resource
   * takes the oldest recipient that is named `Default`, or the only one of its type, or one that is already as
   * declared. If there is no such recipient, a recipient is made. Removing the resource then leaves the recipient as it
   * is. Only read when the resource is made. Left out: false.
   */
  adoptDefault?: boolean;
}

/** A recipient as state keeps it. */
export interface RecipientState extends ChildValues, Given<Omit<RecipientArgs, "options">, "name"> {
  /** The options of a recipient of this type. */
  options: Record<string, unknown> | null;
  /** The service's text about the last notification, as last seen; not set before the first notification. */
  lastStatus: string | null;
}

const schema = inputsOf(() => ({
  ...childShape,
  type: z.enum(types),
  value: field(z.string().min(1, "must not be empty"), { secret: true }),
  name: z.string().min(1, "must not be empty"),
  options: field(z.record(z.string(), z.unknown()).optional(), {
    normal: noneIfEmpty,
    // State keeps options in plain text, but no message has to quote them.
    credentials: (options) => options,
  }),
  adoptDefault: field(z.boolean().optional(), {
    createOnly: true,
    normal: (value) => (value === true ? true : null),
  }),
}));

type Args = z.output<typeof schema>;

const valueRule: Rule<Args> = {
  needs: ["value", "type"],
  refuses({ type, value }) {
    if (type === "email")
      return isEmail(value) ? undefined : "must be an e-mail address, because the recipient has the type email";
    const isUrl = type === "webhook" || type === "chat_a" || type === "chat_b";
    return isUrl && !isHttpUrl(value)
      ? `must be an http or https URL, because the recipient has the type ${type}`
      : undefined;
  },
};

export const recipientIds = idsOf("Recipient", "<instance>/recipients/<number>");

const child = childKind({
  type: "Recipient",
  ids: recipientIds,
  schema,
  rules: [valueRule],
  // The service calls the recipient that it makes with an instance "Default".
  arrange: (inputs, name) => named(inputs, inputs["adoptDefault"] === true ? "Default" : name),
  alters: { value: ["lastStatus"], type: ["lastStatus"], options: ["lastStatus"] },
  outputs: ["lastStatus"],
  twins: ["recipient", "both are notified"],
  collection: (api) => api.recipients,
  claims: ({ instance, adoptDefault }) =>
    adoptDefault === true ? [{ property: "adoptDefault", what: `the default recipient of instance ${instance}` }] : [],
  toState(recipient: RecipientWire, before: Partial<RecipientState>) {
    const seen = toState(recipient);
    // The service shows an empty name for a recipient made without one, which is no difference from the program's.
    return seen.name === "" && before.name !== undefined ? { ...seen, name: undefined } : seen;
  },
  toWire: (args: Args, before?: Partial<RecipientState>) => wireOf(args, before?.options),
});

export const recipientDefinition = defineKind({
  ...child,

  create: async (ctx, args) => (args.adoptDefault && (await takeDefault(ctx, args))) || child.create(ctx, args),

  async delete(ctx, id, state) {
    if (!state.adoptDefault) return child.delete(ctx, id, state);
    // The delete cannot know whether the same run deletes the instance afterwards.
    ctx.say.note(
      `recipient ${id} stays until its instance is deleted, because it is the default recipient of the instance`,
    );
  },
});

/** Turns a recipient of the service into state, without regard to the earlier state. */
export const toState = (recipient: RecipientWire): Partial<RecipientState> => ({
  type: recipient.type as RecipientType,
  value: recipient.value,
  name: recipient.name ?? "",
  options: noneIfEmpty(recipient.options) as RecipientState["options"] | undefined,
  lastStatus: statusText(recipient.last_status),
});

/** Returns null for empty options, because the service shows missing options as null or as empty. */
function noneIfEmpty(options: unknown): unknown {
  const isEmpty = typeof options === "object" && options !== null && Object.keys(options).length === 0;
  return isEmpty ? null : options;
}

/** The body of a POST or PUT. A PUT may keep options that it leaves out, so removed options are sent as empty. */
function wireOf({ type, value, name, options }: Args, before?: RecipientState["options"]): RecipientBody {
  const sent = options ?? (before ? {} : undefined);
  return { type, value, name, ...(sent === undefined ? {} : { options: sent }) };
}

/** Takes over the recipient that counts as the service's own; undefined when there is no such recipient. */
async function takeDefault(ctx: Ctx, args: Args): Promise<{ id: string; state: Partial<RecipientState> } | undefined> {
  const { recipients } = instanceApi(ctx.call, args.instance, args);
  const idOf = ({ id }: RecipientWire) => recipientIds.make({ instance: args.instance, number: id });
  const found = await findInCollection(recipients, ctx.call, (all) => {
    const free = all.filter((each) => !ctx.run.isOthers(idOf(each))).sort((a, b) => Number(a.id) - Number(b.id));
    const [only, ...more] = all.filter(({ type }) => type === args.type);
    return (
      free.find(({ name }) => name === "Default") ??
      (more.length === 0 ? free.find((each) => each === only) : undefined) ??
      // An interrupted run may have changed the default recipient to what is declared.
      free.find((each) => recipients.same(each, wireOf(args)))
    );
  });
  if (found === undefined) return undefined;
  const id = idOf(found);
  // State gets `adoptDefault` before all else: without it, the recipient would be deleted with the resource.
  const state = { adoptDefault: true, lastStatus: toState(found).lastStatus };
  ctx.kept.hold(id, state);
  const body = wireOf(args, noneIfEmpty(found.options) as RecipientState["options"]);
  if (!recipients.same(found, body)) await recipients.update(found.id, body, ctx.call);
  ctx.say.note(`took over recipient ${id}, the default recipient of the instance`);
  return { id, state };
}

/**
 * A person or a system that is told when an alarm goes off.
 *
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import * as broker from "pulumi-broker";
 *
 * const ops = new broker.Recipient("ops", {
 *   instance: 123,
 *   type: "chat_a",
 *   value: new pulumi.Config().requireSecret("opsChannel"),
 * });
 *
 * new broker.Alarm("long-queues", {
 *   instance: 123,
 *   type: "queue",
 *   valueThreshold: 10_000,
 *   timeThreshold: 300,
 *   recipients: [ops],
 * });
 * ```
 *
 * Each instance comes with a recipient named `Default`, the team's e-mail address: `adoptDefault` manages that one.
 * Changing the instance replaces the recipient; everything else is changed in place. Take over an existing recipient with
 * `{ import: "<instance>/recipients/<number>" }`.
 *
 * @category What is watched, and who is told
 */
export class Recipient extends CustomResource {
  /** @throws at preview: an unknown type, a value that does not suit it, no key for the instance. */
  constructor(name: string, args: RecipientArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      ...childSuper<Agrees<RecipientArgs, typeof schema, "name", "options">>(recipientDefinition, name, args, opts),
    );
  }

  /**
   * Reads a recipient that something else manages, by its id `<instance>/recipients/<number>`. Fails for an unknown id.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Recipient {
    return new Recipient(name, {} as RecipientArgs, { ...opts, id });
  }

  /** True when a value is a Recipient, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Recipient {
    return isInstanceOf(recipientDefinition, value);
  }
}

export interface Recipient extends Outputs<RecipientState> {}
