import * as pulumi from "@pulumi/pulumi";
import { type Client, cleanLine } from "../api";
import { connect, readSettings } from "../config";
import type { Provider } from "../provider";
import { answerQuestion, throwIfRefused } from "./answer";
import { withoutLateWarning } from "./lateHandling";
import { askMocks, isMocked } from "./mocks";
import type { Known, Question } from "./question";

/** The options that every function takes. */
export interface InvokeOptions {
  /** The provider whose account is asked. Default: the account of the stack's configuration. */
  provider?: Provider;
}

/** One client for each account that this process asks; two stacks with different accounts may run in one process. */
const clients = new Map<string, Client>();

/**
 * Asks the service from within the program, or Pulumi's mocks when they are set. Errors are thrown as a `RunError`, for
 * which Pulumi ends the program with only the message and without a stack.
 */
export async function ask<Args extends object, Result>(
  question: Question<Args, Result>,
  args: Args,
  options: InvokeOptions | undefined,
): Promise<Result> {
  const { name } = question;
  // The configuration and the mocks are read before the first `await`, while it is certain which stack is running.
  const [config, mocked] = [new pulumi.Config("broker"), isMocked()];
  try {
    const known = (await knownValues(args, (key) => `${key} is not known before up: use ${name}Output`)) as Known<Args>;
    throwIfRefused(question, known);
    return await (mocked
      ? askMocks(question, known, options?.provider)
      : askService(question, known, config, options?.provider));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const line = cleanLine(text.startsWith(`${name}: `) ? text : `${name}: ${text}`);
    throw withoutLateWarning(new pulumi.RunError(line));
  }
}

/** Asks with arguments that may be outputs or resources, and returns an output. */
export function askOutput<Args extends object, Result>(
  question: Question<Args, Result>,
  args: object,
  options: InvokeOptions | undefined,
): pulumi.Output<Result> {
  const isWhole = pulumi.Output.isInstance(args) || args instanceof Promise;
  const given = isWhole ? args : mapValues(args, (value) => (isResource(value) ? value.id : value));
  const answer = pulumi.output(given).apply((known) => ask(question, known as Args, options));
  return question.secret ? (pulumi.secret(answer) as pulumi.Output<Result>) : answer;
}

async function askService<Args extends object, Result>(
  question: Question<Args, Result>,
  args: Known<Args>,
  config: pulumi.Config,
  provider: Provider | undefined,
): Promise<Result> {
  const given = await knownValues(provider?.inputs ?? {}, (key) => `${key} of the provider is not known before up`);
  const read = (key: string) =>
    provider ? (given[key] as string | undefined) : config.get(key.replace(/^broker:/, ""));
  const { settings, problems, missing } = readSettings(read, process.env);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const slot = JSON.stringify(settings);
  const client = clients.get(slot) ?? connect(settings);
  clients.set(slot, client);
  return answerQuestion(question, args, { client, missing });
}

/** The plain values of arguments, with ids in place of resources: a question is asked now and cannot wait for `up`. */
async function knownValues(args: object, explain: (key: string) => string): Promise<Record<string, unknown>> {
  const entries = Object.entries(args).map(async ([key, given]) => {
    const value = await plain(pulumi.output(isResource(given) ? given.id : given));
    if (value === notKnown) throw new Error(explain(key));
    return [key, value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const isResource = (value: unknown): value is pulumi.CustomResource => pulumi.CustomResource.isInstance(value);

function mapValues(values: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
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
