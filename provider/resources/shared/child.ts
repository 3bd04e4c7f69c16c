import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type ApiError, type Call, type Client, isApiError, isNotFound } from "../../api";
import type { Context } from "../../framework/definition";
import { field } from "../../framework/marks";
import { idOf, isManaged } from "../../framework/resource";
import { hasUnknown } from "../../framework/unknowns";
import { Instance } from "../instance/instance";
import { isNumericId } from "./ids";

/** The instance that something stands on: the resource itself, or its id. */
export type InstanceInput = Instance | pulumi.Input<string | number>;

/** The inputs that everything on an instance has. */
export interface ChildArgs {
  /** The instance, as a resource or by its id. Changing it replaces this resource. */
  instance: InstanceInput;
  /**
   * The instance's own API key, for who has no account key. Secret. Default: the instance's key in
   * `broker:instanceApiKeys`, else it is looked up with the account key. A change sends nothing.
   */
  instanceApiKey?: pulumi.Input<string>;
}

/** The schema of {@link ChildArgs}, to be spread into a resource's own. */
export const childShape = {
  instance: field(z.string().refine(isNumericId, "must be the id of an instance, such as 123"), { replace: true }),
  instanceApiKey: field(z.string().min(1, "must not be empty").optional(), { local: true, secret: true }),
};

/** What those inputs are to a definition. */
export interface ChildValues {
  instance: string;
  instanceApiKey?: string;
}

/**
 * The arguments with the instance's id in place of the resource. What stands in a collection of the instance is deleted by
 * a request of its own: the engine forgets what goes with the instance before the instance's delete, which may fail, and
 * the next run would make it twice.
 */
export function childArguments<A extends { instance: InstanceInput }>(
  args: A,
  options: pulumi.CustomResourceOptions = {},
): { args: object; options: pulumi.CustomResourceOptions } {
  return { args: { ...args, instance: idOf(args.instance), ...factsOf(args.instance) }, options };
}

/** What is known of the instance at preview, for `check` alone. */
function factsOf(instance: InstanceInput): object {
  if (!Instance.isInstance(instance)) return {};
  const { plan, backend, rmqVersion } = instance;
  return { __facts: { plan, backend, rmqVersion } };
}

/**
 * The same for what is there only once, and is taken over by a create that finds it: on an instance that this program
 * manages it goes with the instance, without a request of its own; on one that stays it must be deleted by itself.
 */
export function partArguments<A extends { instance: InstanceInput }>(
  args: A,
  options: pulumi.CustomResourceOptions = {},
): { args: object; options: pulumi.CustomResourceOptions } {
  const { instance } = args;
  const goesWith = Instance.isInstance(instance) && isManaged(instance) ? { deletedWith: instance } : {};
  return childArguments(args, { ...goesWith, ...options });
}

/** Which key is missing for the instance's API. */
export function lacksInstanceKey(client: Client, args: ChildValues): string | undefined {
  if (hasUnknown(args.instanceApiKey)) return undefined;
  return client.lacksKey({ id: hasUnknown(args.instance) ? undefined : args.instance, apiKey: args.instanceApiKey });
}

/** The key of the instance on which something stands, which its Pulumi id names first. */
export function keyOfChild(client: Client, id: string, { instanceApiKey }: Partial<ChildValues>) {
  return client.keyOf({ id: id.split("/")[0] ?? "", apiKey: instanceApiKey });
}

/** The API of one instance, with the key that the resource was given, if any. */
export function instanceApi(client: Client, id: string, values: { instanceApiKey?: string }) {
  return client.instance(id, { apiKey: values.instanceApiKey });
}

/**
 * What `look` finds on an instance; undefined also when the account API shows that the instance itself is gone. A 404 of
 * the instance API alone is no proof of that.
 */
export async function onInstance<T>(
  client: Client,
  instance: string,
  call: Call,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isNotFound(error) && (await isInstanceGone(client, instance, call, error))) return undefined;
    throw sayTheWayOut(client, instance, error);
  }
}

/**
 * What `look` finds of something that is to be deleted. Where a first look finds nothing, a fresh one must bear that out, and
 * the key must be able to tell: what is not asked to be deleted is forgotten.
 */
export async function findToDelete<T>(
  ctx: Context<Client>,
  id: string,
  state: Partial<ChildValues>,
  look: (options?: { fresh: boolean }) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = (await look()) ?? (await look({ fresh: true }));
  if (found === undefined) await confirmAbsence(ctx, id, state);
  return found;
}

/** Throws where the key with which something on an instance was looked for may be that of another instance. */
export async function confirmAbsence(ctx: Context<Client>, id: string, state: Partial<ChildValues>): Promise<void> {
  if (!keyOfChild(ctx.client, id, state)?.lookedUp) await ctx.beforeAbsence?.();
}

/** With the instance its key is gone, too: only the account API could tell that from a wrong key. */
function sayTheWayOut(client: Client, instance: string, error: unknown): unknown {
  const mayBeGone = isApiError(error) && (error.kind === "auth" || isNotFound(error));
  if (!mayBeGone || client.lacksKey() === undefined) return error;
  return new Error(
    `${error.message}; if instance ${instance} no longer exists, take this resource out of the state: pulumi state delete`,
  );
}

async function isInstanceGone(client: Client, instance: string, call: Call, error: ApiError): Promise<boolean> {
  if (client.lacksKey() !== undefined) return false;
  // A look-up of the key that was answered 404 has asked already, and all that stands on the instance shares its answer.
  const fresh = error.path !== `/api/instances/${instance}`;
  return (await client.instances.find(instance, call, { fresh })) === undefined;
}
