// `functions/` and `resources/` make functions with `ask` and `askOutput`. `plugin/functions.ts` and `tools/schema/`
// read `questions`, so each `ask` must fill `questions`. `askNow` must read configuration and mocks before its first
// `await`, because another stack may run later in the same process. `InvokeOptions` may get fields.
import type { Config, Output } from "@pulumi/pulumi";
import { type Client, cleanLine } from "../api";
import { connect, readSettings } from "../config";
import type { Provider } from "../provider";
import { askMocks, isMocked, pulumi } from "./mocks";
import { answerQuestion, type Question, throwIfRefused } from "./question";

/** The options that every function takes. */
export interface InvokeOptions {
  /** The provider whose account is asked. Default: the account of the stack's configuration. */
  provider?: Provider;
}

/** One client for each account that this process asks; two stacks with different accounts may run in one process. */
const clients = new Map<string, Client>();

/** A function of the package. Arguments may be left out if all are optional; `never` stands for no arguments. */
type Asked<Args, Result> = [Args] extends [never]
  ? (options?: InvokeOptions) => Promise<Result>
  : object extends Args
    ? (args?: Args, options?: InvokeOptions) => Promise<Result>
    : (args: Args, options?: InvokeOptions) => Promise<Result>;

/** A function that returns an output. One type for both forms would hide the result's name in the reference. */
type AskedOutput<Args, Result> = [Args] extends [never]
  ? (options?: InvokeOptions) => Output<Result>
  : object extends Args
    ? (args?: Args, options?: InvokeOptions) => Output<Result>
    : (args: Args, options?: InvokeOptions) => Output<Result>;

/** The question that each function of the package asks, by the function without `Output`. */
// biome-ignore lint/suspicious/noExplicitAny: the map is of many types; what uses it needs none of them
export const questions = new Map<object, Question<any, any>>();

/** Makes a function of the package: it asks a question with plain arguments. */
export function ask<Args extends object, Result>(question: Question<Args, Result>): Asked<Args, Result> {
  const asked = (...given: unknown[]) => askNow(question, ...split(question, given));
  questions.set(asked, question);
  return asked as Asked<Args, Result>;
}

/** Makes the form of a function that takes arguments which may be outputs or resources, and returns an output. */
export function askOutput<Args, Result>(
  asked: (args: never, options?: InvokeOptions) => Promise<Result>,
): AskedOutput<Args, Result> {
  const question = questions.get(asked) as Question<object, Result>;
  return ((...given: unknown[]) => askLater(question, ...split(question, given))) as AskedOutput<Args, Result>;
}

/** Splits what a caller gives into arguments and options. A function without arguments takes only options. */
function split({ takesNothing }: { takesNothing?: boolean }, given: unknown[]) {
  const [args = {}, options] = takesNothing ? [{}, ...given] : given;
  return [args, options] as [object, InvokeOptions?];
}

/** Asks the service, or Pulumi's mocks. For a `RunError`, Pulumi ends the program with the message alone. */
async function askNow<Result>(question: Question<object, Result>, args: object, options?: InvokeOptions) {
  const { name } = question;
  // The configuration and the mocks are read before the first `await`, while it is certain which stack is running.
  const [config, mocked] = [new (pulumi().Config)("broker"), isMocked()];
  try {
    const known = await knownValues(
      args,
      (key) => `the value of ${key} is not known before pulumi up: call the function ${name}Output instead`,
    );
    throwIfRefused(question, known);
    return await (mocked
      ? askMocks(question, known, options?.provider)
      : askService(question, known, config, options?.provider));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const line = cleanLine(text.startsWith(`${name}: `) ? text : `${name}: ${text}`);
    throw withoutLateWarning(new (pulumi().RunError)(line));
  }
}

/** Asks with arguments that may be outputs or resources, and returns an output. */
function askLater<Result>(question: Question<object, Result>, args: object, options?: InvokeOptions): Output<Result> {
  const { Output, output, secret } = pulumi();
  const isWhole = Output.isInstance(args) || args instanceof Promise;
  const given = isWhole ? args : Object.fromEntries(Object.entries(args).map(([key, value]) => [key, idOf(value)]));
  const answer = output(given).apply((known) => askNow(question, known as object, options));
  return question.secret ? (secret(answer) as Output<Result>) : answer;
}

async function askService<Result>(
  question: Question<object, Result>,
  args: object,
  config: Config,
  provider?: Provider,
): Promise<Result> {
  const given = await knownValues(
    provider?.inputs ?? {},
    (key) =>
      `the setting ${key} of the provider is not known before pulumi up: give this setting a value that is known before pulumi up`,
  );
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
    // `apply` cannot tell whether a value is known, because `apply` calls no function for an unknown value.
    const value = pulumi().output(idOf(given)) as unknown as KnownOutput;
    if (!(await value.isKnown)) throw new Error(explain(key));
    return [key, await value.promise(true)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The id in place of a resource; any other value is itself. */
const idOf = (value: unknown) => (pulumi().CustomResource.isInstance(value) ? value.id : value);

/** The members of an output that the types of the SDK leave out. */
interface KnownOutput {
  isKnown: Promise<boolean>;
  promise(withUnknowns: boolean): Promise<unknown>;
}

/** Leaves out values that are null or undefined: the service says by them that there is no such value. */
export function withoutNone<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const some = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(some) as { [K in keyof T]?: Exclude<T[K], null> };
}

type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;

/** An answer with the fields of its top level under the names that programs read: `disk_size` as `diskSize`. */
export function inCamelCase<T extends object>(answer: T) {
  const programName = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fields = Object.entries(answer).map(([name, value]) => [programName(name), value]);
  return Object.fromEntries(fields) as { [Name in keyof T as CamelCase<Name>]: T[Name] };
}

/** The errors for which no warning appears when a handler comes late. */
const quiet = new WeakSet<object>();

/** One listener serves all errors, because `warnOfOthers` takes a second listener for a listener of the program. */
let isListening = false;

/**
 * Returns the error, and keeps Node from a warning that a rejection with this error is handled late. The SDK looks at
 * the exports of a program late: an error without a handler has already ended the program by then.
 */
function withoutLateWarning<E extends Error>(error: E): E {
  quiet.add(error);
  if (!isListening) process.on("rejectionHandled", warnOfOthers);
  isListening = true;
  return error;
}

/** Gives the warning for other errors, which Node gives only without a listener, unless the program has a listener. */
function warnOfOthers(promise: Promise<unknown>): void {
  promise.catch((error: object) => {
    if (quiet.has(error) || process.listenerCount("rejectionHandled") > 1) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  });
}
