// Kinds on an instance import their common arguments, schema, keys and looks from here. Texts may change. A 404 must
// count as "the instance is gone" only if the account API confirms it: the engine forgets an absent object.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type ApiError, type Client, isApiError, isNotFound, isNumericId } from "../../api";
import { idOf, isManaged, type SuperArguments, superArguments } from "../../dynamic/resource";
import type { AnyDefinition } from "../../framework/kind/definition";
import { field } from "../../framework/kind/marks";
import { hasUnknown } from "../../framework/kind/values";
import { Instance, subnetOf } from "../instance/instance";
import { type Calling, type Ctx, queueOf } from "./ctx";

/** The instance that a resource is on: the `Instance` itself, or its id. */
export type InstanceInput = Instance | pulumi.Input<string | number>;

/** The inputs that every resource on an instance has. */
export interface ChildArgs {
  /**
   * The instance, as a resource or by its id. An instance that is given by its id must exist and be ready; `up` finds
   * out, because a preview sends no request for it. Changing this replaces the resource.
   */
  instance: InstanceInput;
  /**
   * The instance's own API key, for programs without an account key. Secret. A change sends nothing. Left out: the
   * instance's key in `broker:instanceApiKeys`; without one, the account key looks the key up. For a rotated key that
   * the service refuses, the account key looks up the new one, in a refresh and a destroy too.
   */
  instanceApiKey?: pulumi.Input<string>;
}

/** The schema of {@link ChildArgs}, which each kind spreads into its own. */
export const childShape = {
  instance: field(z.string().refine(isNumericId, "must be the id of an instance, such as 123"), {
    replace: true,
    refersTo: "Instance",
  }),
  instanceApiKey: field(z.string().min(1, "must not be empty").optional(), { local: true, secret: true }),
};

/** The inputs of {@link ChildArgs} as a definition sees them. */
export interface ChildValues {
  /** The id of the instance. */
  instance: string;
  /** The instance's own API key, if it was given. Secret. */
  instanceApiKey?: string;
}

/**
 * The arguments of `CustomResource` for an object in a collection. A request of its own deletes the object: with
 * `deletedWith`, the engine would forget the object, and make a second one if the deletion of the instance fails.
 */
export function childSuper<_ArgsAgree extends true = true>(
  definition: AnyDefinition,
  name: string,
  args: { instance: InstanceInput },
  options: pulumi.CustomResourceOptions = {},
): SuperArguments {
  return superArguments(definition, name, options.id === undefined ? childArguments(args) : undefined, options);
}

/**
 * The arguments for `CustomResource` of a part that an instance has only once, and that a create takes over. If this
 * program manages the instance, the part goes with it; else it is deleted by itself.
 */
export function partSuper<_ArgsAgree extends true = true>(
  ...[definition, name, args, options = {}]: Parameters<typeof childSuper>
): SuperArguments {
  const { instance } = args;
  const goesWith = Instance.isInstance(instance) && isManaged(instance) ? { deletedWith: instance } : {};
  return childSuper(definition, name, args, options.id === undefined ? { ...goesWith, ...options } : options);
}

/** The arguments with the instance's id in place of the resource, and with the instance's values for `check`. */
function childArguments(args: { instance: InstanceInput }): object {
  const { instance } = args;
  const ofInstance = { ...args, instance: idOf(instance) };
  if (!Instance.isInstance(instance)) return ofInstance;
  const { plan, backend, rmqVersion } = instance;
  return { ...ofInstance, __facts: { plan, backend, rmqVersion, vpcSubnet: subnetOf(instance) } };
}

/** Tells, for a definition, which key opens the instance's API, and which key is missing. */
export const childKeys = {
  // The Pulumi id names the instance first.
  keyOf: (client: Client, id: string, { instanceApiKey }: Partial<ChildValues>) =>
    client.keyOf({ id: id.split("/")[0] ?? "", apiKey: instanceApiKey }),
  lacks(client: Client, args: ChildValues): string | undefined {
    if (hasUnknown(args.instanceApiKey)) return undefined;
    const isKnown = typeof args.instance === "string" && !hasUnknown(args.instance);
    return client.lacksKey({ id: isKnown ? args.instance : undefined, apiKey: args.instanceApiKey });
  },
};

/** The API of one instance, opened with the resource's own key if the resource has one. */
export const instanceApi = ({ client }: Pick<Calling, "client">, id: string, values: { instanceApiKey?: string }) =>
  client.instance(id, { apiKey: values.instanceApiKey });

/** Returns what `look` finds; undefined also where the account API shows that the instance itself is gone. */
export async function onInstance<T>(call: Calling, instance: string, look: () => Promise<T | undefined>) {
  try {
    return await look();
  } catch (error) {
    if (isNotFound(error) && (await isInstanceGone(call, instance, error))) return undefined;
    throw withWayOut(call.client, instance, error);
  }
}

/** Runs `work` as `onInstance` does when the instance's queue comes to it, with the time that begins at that moment. */
export const onInstanceInTurn = <T>(ctx: Ctx, instance: string, work: (turn: Ctx) => Promise<T>) =>
  ctx.inTurn(queueOf(instance), (turn) => onInstance(turn.call, instance, () => work(turn)));

/** Looks for an object to delete. A fresh look must confirm an absence, because the engine then forgets the object. */
export async function findToDelete<T>(
  call: Calling,
  id: string,
  state: Partial<ChildValues>,
  look: (options?: { fresh: boolean }) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = (await look()) ?? (await look({ fresh: true }));
  if (found === undefined) await confirmAbsence(call, id, state);
  return found;
}

/** Throws when an object was looked for with a key that may belong to another instance. */
export async function confirmAbsence(call: Calling, id: string, state: Partial<ChildValues>): Promise<void> {
  if (!childKeys.keyOf(call.client, id, state)?.lookedUp) await call.confirmAccount?.();
}

/** Adds advice to an error that may mean a removed instance, because the key of such an instance looks wrong. */
function withWayOut(client: Client, instance: string, error: unknown): unknown {
  const mayBeGone = isApiError(error) && (error.kind === "auth" || isNotFound(error));
  if (!mayBeGone || client.lacksKey() === undefined) return error;
  return new Error(
    `${error.message}; if instance ${instance} no longer exists, remove this resource from the state (pulumi state delete)`,
  );
}

async function isInstanceGone(call: Calling, instance: string, error: ApiError): Promise<boolean> {
  const { client } = call;
  if (client.lacksKey() !== undefined) return false;
  // A 404 in the look-up of the key is a new answer of the account API, and all looks on the instance share it.
  const isAnswered = error.path === `/api/instances/${instance}`;
  if (isAnswered && (await client.instances.find(instance, call)) === undefined) return true;
  // An earlier look may have seen the instance before its delete.
  return (await client.instances.find(instance, call, { fresh: true })) === undefined;
}
