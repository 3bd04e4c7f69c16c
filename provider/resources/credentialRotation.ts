// `resources/index.ts` exports the class and arguments to programs. Texts may change (then run `npm run docs`). The id
// and the text `what` must stay, because states and records on disk hold them. Each rotation must go through
// `sendOncePerTriggers`, because a second one would end the new credential.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type InstanceDetail, waitFor } from "../api";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import { hasUnknown } from "../framework/kind/values";
import { describeEarlier, forgetSent, sendOncePerTriggers } from "../framework/sent/oncePerTriggers";
import { credentialsOf } from "./instance/state";
import type { Agrees } from "./shared/agrees";
import { childShape, childSuper, type InstanceInput } from "./shared/child";
import { type Calling, type Ctx, queueOf } from "./shared/ctx";
import { accountKey, defineKind } from "./shared/defineKind";
import { idsOf, partThat } from "./shared/ids";
import {
  noteUnknownTriggers,
  type TriggersArgs,
  triggersInForce,
  triggersShape,
  warnOfLostTriggers,
  withPlainTriggers,
} from "./shared/triggers";

/** A credential of an instance that can be rotated: the password of its user, or its API key. */
export type RotatedCredential = "password" | "apiKey";

/** What a {@link CredentialRotation} is made from. */
export interface CredentialRotationArgs extends TriggersArgs {
  /**
   * The instance, as a resource or by its id. An instance that is given by its id must exist and be ready. Changing
   * this rotates the credential of the other instance.
   */
  instance: InstanceInput;
  /**
   * What is rotated: the `password` of the instance's user, or the `apiKey` of the instance. Changing this rotates the
   * other credential.
   */
  credential: pulumi.Input<RotatedCredential>;
}

interface CredentialRotationState {
  /** The id of the instance. */
  instance: string;
  credential: RotatedCredential;
  /** The triggers as last declared. */
  triggers?: unknown[] | Record<string, unknown>;
  /** The password, where it is rotated. Secret. */
  password?: string;
  /** The API key, where it is rotated. Secret. */
  apiKey?: string;
  /** The URL that clients connect to, with the password, where the password is rotated. Secret. */
  url?: string;
  /** The time at which the rotation was last sent, in ISO form; not set where the credential was only imported. */
  sentAt?: string;
}

const schema = inputsOf(() => ({
  instance: childShape.instance,
  credential: field(z.enum(["password", "apiKey"]), { replace: true }),
  ...triggersShape,
}));

type Args = z.output<typeof schema>;

/** How messages name the credentials. */
const nouns: Record<RotatedCredential, string> = { password: "password", apiKey: "API key" };

const rotationIds = idsOf("CredentialRotation", "<instance>/rotations/<credential>", {
  credential: partThat((text: string): text is RotatedCredential => Object.hasOwn(nouns, text), "password"),
});

const credentialRotationDefinition = defineKind<Args, CredentialRotationState>({
  type: "CredentialRotation",
  schema,
  outputs: ["password", "apiKey", "url", "sentAt"],
  secretOutputs: ["password", "apiKey", "url"],
  alters: { triggers: ["password", "apiKey", "url", "sentAt"] },
  timeouts: { create: 10, update: 10 },
  saysChanges: ["triggers"],
  replaceLoses:
    "the credential in the new declaration is rotated at once; the credential in the old declaration is not changed",

  // Only the account API shows the credentials of an instance.
  ...accountKey,
  // Two rotations would end each other's secret.
  claims: ({ instance, credential }) => [
    // A credential that is unknown before `up` has no noun.
    { property: "credential", what: `the rotation of the ${nouns[credential] ?? credential} of instance ${instance}` },
  ],
  async offered(ctx, args, olds) {
    if (hasUnknown([args.instance, args.credential])) return [];
    warnOfLostTriggers(ctx.say, args, olds);
    if (olds.instance === undefined) warnOfRotation(ctx, args);
    return [];
  },

  decide(ctx, _id, _state, args, found) {
    if (ctx.run.inProgram && found.replaced.length === 0 && found.changed.includes("triggers")) {
      noteUnknownTriggers(ctx.say, args);
      warnOfRotation(ctx, args);
    }
    return found;
  },

  create: async (ctx, args) => ({ id: rotationIds.make(args), state: await rotate(ctx, args) }),

  async read(ctx, id, state) {
    const { instance, credential } = rotationIds.parse(id);
    const seen = await ctx.call.client.instances.find(instance, ctx.call);
    return seen && { instance, credential, triggers: state.triggers, ...toState(seen, credential) };
  },

  update: (ctx, _id, state, args) =>
    rotate(ctx, { ...args, triggers: triggersInForce(args, state) }, { triggers: state.triggers }),

  forgetRecords(ctx, id, saved) {
    const { instance, credential } = rotationIds.parse(id);
    forgetSent(ctx.kept, operationOf(instance, credential), saved);
  },

  async delete(ctx, id) {
    const { instance, credential } = rotationIds.parse(id);
    ctx.say.note(`instance ${instance} keeps its present ${nouns[credential]}, because nobody can undo a rotation`);
  },
});

/** Warns that the next run ends the present credential: nothing takes a rotation back. */
function warnOfRotation(ctx: Ctx, { instance, credential, triggers }: Args): void {
  const earlier = describeEarlier(ctx.kept, { ...operationOf(instance, credential), triggers });
  const loss = `rotates the ${nouns[credential]} of instance ${instance}: clients that use the old one are refused at once`;
  if (earlier === undefined) ctx.say.warn(loss);
  else ctx.say.note(earlier);
}

/** The name of a rotation in messages and in its record. */
const operationOf = (instance: string, credential: RotatedCredential) => ({
  id: rotationIds.make({ instance, credential }),
  what: `the rotation of the ${nouns[credential]} of instance ${instance}`,
  howToLook: `Compare the ${nouns[credential]} in the control panel with the ${nouns[credential]} that is in use`,
});

/** Rotates the credential, unless that was done for these triggers, and returns when the service shows the new one. */
function rotate(ctx: Ctx, { instance, credential, triggers }: Args, doneFor?: { triggers: unknown }) {
  const { operations } = ctx.call.client.instance(instance);
  const { rotate: send } = credential === "password" ? operations.instancePassword : operations.instanceKey;
  return ctx.inTurn(queueOf(instance), async (turn) => {
    const look = async () => {
      const seen = await turn.call.client.instances.get(instance, turn.call, { fresh: true });
      return { seen, evidence: secretIn(turn.call, seen, credential) };
    };
    const done = await sendOncePerTriggers<unknown>(turn, {
      ...operationOf(instance, credential),
      triggers,
      doneFor,
      look,
      send: () => send(turn.call),
    });
    const what = `the new ${nouns[credential]} of instance ${instance}`;
    const shown = await waitFor<InstanceDetail>(turn.call, what, async () => {
      const found = await look();
      return done.differs(found) === false ? { waiting: "the old one is shown" } : { done: found.seen };
    });
    if (done.at === 0) return toState(shown, credential);
    tellWhatHoldsTheOldOne(turn, instance, credential);
    return { ...toState(shown, credential), sentAt: new Date(done.at).toISOString() };
  });
}

/** Says who still has the old credential, because no later run would. */
function tellWhatHoldsTheOldOne(ctx: Ctx, instance: string, credential: RotatedCredential): void {
  ctx.say.note(
    `instance ${instance} has a new ${nouns[credential]}: after the next pulumi refresh, the outputs of the Instance resource show the new value`,
  );
  if (credential === "apiKey" && ctx.call.client.keyOf({ id: instance })?.lookedUp === false) {
    ctx.say.warn(
      `broker:instanceApiKeys holds the old key of instance ${instance}: remove the old key there, or replace it with the output apiKey`,
    );
  }
}

/** Turns an answer of the service into state; no other function does. */
function toState(seen: InstanceDetail, credential: RotatedCredential): Partial<CredentialRotationState> {
  if (credential === "apiKey") return { apiKey: seen.apikey };
  return { password: credentialsOf(seen.url).password ?? undefined, url: seen.url };
}

/** The credential that the account API shows. Throws without one, because nobody would see the new credential. */
function secretIn(call: Calling, seen: InstanceDetail, credential: RotatedCredential): string {
  const secret = toState(seen, credential)[credential];
  if (secret) return secret;
  throw new Error(
    `${call.subject}: the account API does not show the ${nouns[credential]} of instance ${seen.id}: use an account key with the role admin, devops or member`,
  );
}

/**
 * Rotates the password or the API key of an instance: once when the resource is made, and once for each change of
 * `triggers`. A refresh never rotates. Removing the resource rotates nothing back.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const password = new broker.CredentialRotation("password", {
 *   instance: 123,
 *   credential: "password",
 *   triggers: ["2026-11"],
 * });
 * export const url = password.url;
 * ```
 *
 * The old credential ends at once: clients that still use it are refused. Give them the outputs of this resource, which
 * are the new credential in the same run. The outputs `url`, `password` and `apiKey` of the `Instance` show the new
 * credential after the next `pulumi refresh` or `pulumi up --refresh`; until then nothing shows a difference.
 *
 * Other resources on the instance look the new API key up with the account key, and go on. They do so too where
 * `broker:instanceApiKeys` or an argument `instanceApiKey` gives the old key. Replace the old key there afterwards.
 *
 * The same triggers never rotate twice. Where an answer is lost, the resource fails and keeps its id. The next `up`
 * looks whether the credential has changed, and sends nothing for the same triggers. When Pulumi itself is killed, a
 * record tells the next `up` on the same machine what was sent. The record is in the folder `pulumi-broker/sent` of
 * `PULUMI_HOME` (`~/.pulumi`), and holds no secret. Another machine, such as a CI runner with a new disk, has no
 * record. There only the engine's warning of an interrupted create or update tells of it, and the next `up` rotates
 * once more. Only the credential in between is lost, and new clients must take the outputs of that `up`. To keep the
 * record, keep the folder between the runs.
 *
 * If you make the resource anew with the same triggers, it rotates again. That is after a delete, under a new name,
 * after `pulumi state delete` or `retainOnDelete`, and with `pulumi up --replace`. The last three need a further `up`,
 * `preview` or `refresh` after the run that rotated. That command sees the saved state and removes the record. Without
 * it, nothing tells them from a killed run: the next run sends nothing, a line says so, and new triggers rotate.
 *
 * @category Settings, plugins and maintenance
 */
export class CredentialRotation extends CustomResource {
  /** What is rotated. */
  declare readonly credential: pulumi.Output<RotatedCredential>;

  /** @throws at preview: the same credential rotated twice, an unknown credential, no account key. */
  constructor(name: string, args: CredentialRotationArgs, opts?: pulumi.CustomResourceOptions) {
    const plain = withPlainTriggers(args, "CredentialRotation", name);
    super(
      ...childSuper<Agrees<CredentialRotationArgs, typeof schema>>(credentialRotationDefinition, name, plain, opts),
    );
  }

  /**
   * Reads the present credential of an instance, by the id `<instance>/rotations/<credential>`, and rotates nothing.
   * Fails when there is no such instance.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CredentialRotation {
    return new CredentialRotation(name, {} as CredentialRotationArgs, { ...opts, id });
  }

  /** True when a value is a CredentialRotation, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is CredentialRotation {
    return isInstanceOf(credentialRotationDefinition, value);
  }
}

export interface CredentialRotation extends Outputs<CredentialRotationState> {}
