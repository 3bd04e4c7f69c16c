import * as pulumi from "@pulumi/pulumi";
import { type Call, type Client, cleanLine, systemClock } from "../api";
import { connect, readSettings } from "../config";
import type { Provider } from "../provider";

/** Options of every function. */
export interface InvokeOptions {
  /** The account to ask. Default: the one of the stack's configuration. */
  provider?: Provider;
}

/** A function asks once or twice, and a service that does not answer must not hold up the program for long. */
const limitMs = 2 * 60_000;

/** One client for each account that this process asks, because two stacks may run in it. */
const clients = new Map<string, Client>();

/**
 * Asks the account's API from within the program. An error is thrown as a `RunError`: Pulumi then ends the program with
 * the message alone, and shows no stack.
 */
export async function ask<T>(
  what: string,
  options: InvokeOptions | undefined,
  question: (client: Client, call: Call) => Promise<T>,
): Promise<T> {
  // The configuration is read before the first `await`: the stack that is running then decides which one it is.
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

/** The value of an output outside `apply`, which would never be called for an unknown one. */
async function plain<T>(output: pulumi.Output<T>): Promise<T | typeof notKnown> {
  const inner = output as unknown as { isKnown: Promise<boolean>; promise(withUnknowns?: boolean): Promise<T> };
  return (await inner.isKnown) ? inner.promise(true) : notKnown;
}

/** Leaves out of a result what the service says there is none of. */
export function withoutNone<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const some = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(some) as { [K in keyof T]?: Exclude<T[K], null> };
}
