// Functions about an instance call `askInstance`; some, such as `getWebhook`, call `getListed`. Argument names must
// stay: programs use them. An id becomes a part of a path, so each must pass `parseNumericId` or `parseNumber`. Texts
// may change.
import type * as pulumi from "@pulumi/pulumi";
import type { Call, InstanceClient } from "../../api";
import { ask } from "../../ask/ask";
import type { Known, Question } from "../../ask/question";
import type { Instance } from "../instance/instance";
import type { InstanceInput } from "./child";
import { type Ids, parseNumber, parseNumericId } from "./ids";

/** The instance that a function asks about. */
export interface OnInstanceArgs {
  /** The instance, by its id or as a resource. An instance that this run makes needs the form with `Output`. */
  instance: Instance | string | number;
  /** The instance's own API key, for programs without an account key. Default: as for resources on an instance. */
  instanceApiKey?: string;
}

/** {@link OnInstanceArgs} that may be outputs of resources. */
export interface OnInstanceOutputArgs {
  /** The instance, as a resource or by its id. */
  instance: InstanceInput;
  /** The instance's own API key, for programs without an account key. Default: as for resources on an instance. */
  instanceApiKey?: pulumi.Input<string>;
}

/** A {@link Question} about one instance, which the instance's own API answers. */
interface InstanceQuestion<Args extends OnInstanceArgs, Result> extends Omit<Question<Args, Result>, "answer"> {
  answer(api: InstanceClient, call: Call, args: Known<Args> & { instance: string }): Promise<Result>;
}

/** Makes a function of the package that asks about one instance. */
export function askInstance<Args extends OnInstanceArgs, Result>(question: InstanceQuestion<Args, Result>) {
  return ask<Args, Result>({
    ...question,
    lacks: (client, { instance, instanceApiKey }) => client.lacksKey({ id: String(instance), apiKey: instanceApiKey }),
    async answer(client, call, args) {
      const instance = parseNumericId("Instance", String(args.instance));
      return question.answer(client.instance(instance, { apiKey: args.instanceApiKey }), call, { ...args, instance });
    },
  });
}

/** The object of an instance that the arguments name. Throws when there is none; `name` is `webhook`, for example. */
export async function getListed<Item>(
  args: { instance: string; id: unknown },
  { ids, name, listing }: { ids: Ids<`<instance>/${string}/<number>`>; name: string; listing: string },
  get: (number: string) => Promise<Item | undefined>,
): Promise<Item> {
  const number = parseNumber(ids, args.instance, String(args.id));
  const found = await get(number);
  if (found !== undefined) return found;
  throw new Error(
    `instance ${args.instance} has no ${name} with the id ${number}: correct the id (${listing} lists all ${name}s)`,
  );
}
