import * as pulumi from "@pulumi/pulumi";
import { type Call, type Client, cleanLine, systemClock } from "../api";
import { connect, readSettings } from "../config";
import type { Provider } from "../provider";

/** The options that every function takes. */
export interface InvokeOptions {
  /** The provider whose account is asked. Default: the account of the stack's configuration. */
  provider?: Provider;
}

/** The longest time for one function, so that a service that does not answer does not hold up the program for long. */
const limitMs = 2 * 60_000;

/** One client for each account that this process asks; two stacks with different accounts may run in one process. */
const clients = new Map<string, Client>();

/**
 * Asks the account's API from within the program. Errors are thrown as a `RunError`, for which Pulumi ends the program
 * with only the message and without a stack.
 */
export async function ask<T>(
  what: string,
  options: InvokeOptions | undefined,
  question: (client: Client, call: Call) => Promise<T>,
): Promise<T> {
  // The configuration is read before the first `await`, while it is certain which stack is running.
  const config = new pulumi.Config("broker");
  return answer(what, config, options, question).catch((error: unknown) => {
    throw new pulumi.RunError(error instanceof Error ? error.message : String(error));
  });
}

async function answer<T>(
  what: string,
  config: pulumi.Config,
  options: InvokeOptions | undefined,
  question: (client: Client, call: Call) => Promise<T>,
): Promise<T> {
  const given = await known(what, options?.provider?.inputs ?? {});
  const read = (key: string) => (options?.provider ? given[key] : config.get(key.replace(/^broker:/, "")));
  const { settings, problems } = readSettings(read, process.env);
  if (problems.length > 0) throw new Error(`${what}: ${problems.join("; ")}`);
  const slot = JSON.stringify(settings);
  const client = clients.get(slot) ?? connect(settings);
  clients.set(slot, client);
  try {
    return await question(client, { deadline: systemClock.now() + limitMs, subject: what });
  } catch (error) {
    throw new Error(cleanLine(error instanceof Error ? error.message : String(error), client.keysOf([])));
  }
}

/** The plain values of a provider's inputs: a function runs now and cannot wait for `up`. */
async function known(
  what: string,
  inputs: Record<string, pulumi.Input<string> | undefined>,
): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(inputs).map(async ([key, input]) => {
    const value = await plain(pulumi.output(input));
    if (value === notKnown) throw new Error(`${what}: ${key} of the provider is not known before up`);
    return [key, value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const notKnown = Symbol("not known");

/**
 * The value of an output, or {@link notKnown}. `apply` cannot tell, because its function is not called for unknown
 * values.
 */
async function plain<T>(output: pulumi.Output<T>): Promise<T | typeof notKnown> {
  const inner = output as unknown as { isKnown: Promise<boolean>; promise(withUnknowns?: boolean): Promise<T> };
  return (await inner.isKnown) ? inner.promise(true) : notKnown;
}

/**
 * Leaves out the values of a result that are null or undefined, which is how the service says that there is no such
 * value.
 */
export function withoutNone<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const some = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(some) as { [K in keyof T]?: Exclude<T[K], null> };
}
