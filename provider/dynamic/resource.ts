// Each class of `resources/` extends `CustomResource`; `superArguments` gives its inputs, `idOf` the ids of others.
// `Instance`, `Vpc` and components call `remember`, so that `shared/child.ts` can ask `isManaged`. A new hidden input
// goes into `superArguments` and `state/hidden.ts`. Tokens and the stub (a line of code that loads the handler) must
// stay, because states hold both. Aliases must stay, because a stack moves from the plugin by these aliases.
import * as pulumi from "@pulumi/pulumi";
import type { AnyDefinition } from "../framework/kind/definition";
import { marksOf, secretOutputsOf } from "../framework/kind/marks";
import { explainTimeouts } from "../framework/kind/timeouts";
import { pluginToken, typeToken, urnsOf } from "../framework/kind/tokens";
import { stubOf } from "../framework/state/hidden";
import { checkConfiguration } from "./configured";

/** The arguments that a class passes to `CustomResource`. */
export type SuperArguments = [type: string, name: string, props: pulumi.Inputs, options: pulumi.CustomResourceOptions];

/**
 * The SDK's class without four stack traces for each property, which help only a search for lost promises. The traces
 * cost a program of 999 resources half its time and a quarter of its memory. The trace of an error starts in the program.
 */
export const CustomResource: typeof pulumi.CustomResource = class extends pulumi.CustomResource {
  constructor(...args: ConstructorParameters<typeof pulumi.CustomResource>) {
    const limit = Error.stackTraceLimit;
    if (!process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) Error.stackTraceLimit = 0;
    try {
      super(...args);
    } catch (error) {
      Error.stackTraceLimit = limit;
      if (error instanceof Error) Error.captureStackTrace(error, new.target);
      throw error;
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
};

/** The resources that are deleted with the stack: not read with `.get`, not kept by `retainOnDelete`, not protected. */
const managedResources = new WeakSet<object>();

/** True when a destroy is certain to remove this resource. A transform may add an option that this code cannot see. */
export function isManaged(resource: pulumi.Resource): boolean {
  const { getStore } = require("@pulumi/pulumi/runtime/state") as { getStore?(): { callbacks?: unknown } };
  // The callbacks are transforms of the stack (or hooks, which look the same): they run in the engine.
  return managedResources.has(resource) && getStore !== undefined && getStore().callbacks === undefined;
}

/** Records that this program manages a resource, if its options say so. The constructor of the resource calls `remember`. */
export function remember(
  resource: pulumi.Resource,
  options: (pulumi.ComponentResourceOptions & { id?: unknown }) | undefined,
): void {
  const own = resource as Internals;
  const parent = own.__parentResource;
  const isKept = options?.id !== undefined || options?.retainOnDelete === true || own.__protect === true;
  const isTransformed = [options?.transforms, own.__transformations].some((each) => (each?.length ?? 0) > 0);
  // Children inherit `retainOnDelete`, and the options of a component of another package cannot be read.
  const isParentManaged =
    parent === undefined ||
    parent.__pulumiType === pulumi.runtime.rootPulumiStackTypeName ||
    managedResources.has(parent);
  if (!isKept && !isTransformed && isParentManaged) managedResources.add(resource);
}

/** The fields in which the SDK keeps a resource's options. */
interface Internals {
  /** The option `protect`, of the resource or inherited. */
  __protect?: boolean;
  /** The resource's own transformations, its parents' and the stack's. */
  __transformations?: readonly unknown[];
  __parentResource?: pulumi.Resource & { __pulumiType?: string };
}

/** True when a value is a resource of this definition, whichever copy of the package made it. */
export const isInstanceOf = (definition: { type: string }, value: unknown): boolean =>
  (value as { __pulumiType?: unknown } | null | undefined)?.__pulumiType === typeToken(definition);

/** Makes the arguments of `CustomResource`. The type argument proves that a class's arguments agree with the schema. */
export function superArguments<_ArgsAgree extends true = true>(
  definition: AnyDefinition,
  name: string,
  args: object | undefined,
  options: pulumi.CustomResourceOptions = {},
): SuperArguments {
  checkConfiguration();
  // The engine refuses an unreadable time limit after the program has gone on. The Automation API then ends the run as
  // if the program no longer declared the resource, and the resource is deleted.
  const problem = explainTimeouts(options.customTimeouts ?? {});
  if (problem !== undefined) throw new pulumi.RunError(`${definition.type} "${name}": ${problem}`);
  const token = typeToken(definition);
  const marks = marksOf(definition.schema);
  const outputs = [...Object.keys(marks), ...(definition.outputs ?? [])];
  // Every property of `props`, even a property without a value, becomes an output. The SDK keeps four promises for each
  // output.
  const props: pulumi.Inputs = Object.fromEntries(outputs.map((output) => [output, undefined]));
  const given = args && (definition.arrange?.({ ...args }, name) ?? args);
  for (const [field, value] of Object.entries(given ?? {})) {
    if (value !== undefined) props[field] = marks[field]?.secret ? pulumi.secret(value) : value;
  }
  const { import: adopt, ...others } = options;
  props["__provider"] = stubOf(definition);
  // The output of `createUrn` depends on the parent, and so on all its children: as an input it would deadlock two
  // children of one component. A promise of its value carries no dependency.
  const urn = new Promise<string>((resolve) => {
    pulumi.createUrn(name, token, options.parent).apply(resolve);
  });
  props["__urn"] = urn;
  // The id of a resource stands in ids, paths and messages anyway, so the mark of a secret would hide nothing.
  const open = Object.entries(given ?? {}).filter(([field]) => !marks[field]?.secret && !marks[field]?.refersTo);
  if (open.some(([, value]) => mayBeMarked(value))) props["__secrets"] = markedNames(open);
  if (options.customTimeouts !== undefined) props["__timeouts"] = options.customTimeouts;
  // The engine's own import cannot work with a dynamic resource: `create` takes the object over instead.
  if (adopt !== undefined) props["__adopt"] = adopt;
  const names = namesMade(token);
  if (options.id === undefined) names.add(name);
  else {
    props["__get"] = true;
    // The promise resolves after the current turn of the event loop, when the resources that are declared in the same
    // turn are known, too.
    props["__makes"] = new Promise<string[]>((resolve) => setImmediate(() => resolve([...names])));
  }
  const aliases = aliasesOf(definition, urn, options.aliases);
  const own = { additionalSecretOutputs: secretOutputsOf(definition), aliases };
  return [token, name, props, pulumi.mergeOptions(others, own)];
}

/**
 * The aliases for a resource that the plugin made. Without an alias, a move from the plugin to the npm package would
 * replace the object. The first alias is a URN, because the SDK takes five times as long for an alias of a type.
 */
function aliasesOf(
  definition: AnyDefinition,
  urn: Promise<string>,
  given: NonNullable<pulumi.ResourceOptions["aliases"]> = [],
): NonNullable<pulumi.ResourceOptions["aliases"]> {
  const type = pluginToken(definition);
  const own = urn.then((text) => text.replace(`${typeToken(definition)}::`, `${type}::`));
  const throughPlugin = (each: pulumi.URN | pulumi.Alias) =>
    typeof each === "string" ? (urnsOf(each)[1] ?? each) : { ...each, type };
  const others = given.map((each) =>
    pulumi.Output.isInstance(each) || each instanceof Promise
      ? pulumi.output(each as Promise<pulumi.URN | pulumi.Alias>).apply(throughPlugin)
      : throughPlugin(each as pulumi.URN | pulumi.Alias),
  );
  return [own, ...others];
}

const isPart = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !pulumi.Resource.isInstance(value);

/** False for plain data, in which a program can have marked nothing as secret. */
function mayBeMarked(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  return isPart(value) && Object.values(value).some(mayBeMarked);
}

/** True when the program marks a value, or a part of it, as secret. */
async function isMarked(value: unknown): Promise<boolean> {
  if (pulumi.Output.isInstance(value)) return (value as unknown as { isSecret: Promise<boolean> }).isSecret;
  const plain = await value;
  return isPart(plain) && (await Promise.all(Object.values(plain).map(isMarked))).includes(true);
}

/** The names of the values with the mark of a secret; undefined, which sends nothing, if no value has a mark. */
async function markedNames(values: readonly [name: string, value: unknown][]): Promise<string[] | undefined> {
  try {
    const found = await Promise.all(values.map(async ([name, value]) => ((await isMarked(value)) ? [name] : [])));
    return found.some((names) => names.length > 0) ? found.flat() : undefined;
  } catch {
    // The value itself ends the program with its error.
    return undefined;
  }
}

/** The names of the resources of a type that a program makes, by its stack. */
const madeByStack = new WeakMap<object, Map<string, Set<string>>>();

function namesMade(token: string): Set<string> {
  const stack = pulumi.runtime.getStackResource() ?? madeByStack;
  const byType = madeByStack.get(stack) ?? new Map<string, Set<string>>();
  madeByStack.set(stack, byType);
  const names = byType.get(token) ?? new Set();
  byType.set(token, names);
  return names;
}

/** The id of a resource, or an id that is given as a text or a number. */
export const idOf = (value: pulumi.Resource | pulumi.Input<string | number>): pulumi.Output<string> =>
  pulumi.CustomResource.isInstance(value) ? value.id : pulumi.output(value as pulumi.Input<string>).apply(String);

/**
 * The outputs of a class, with the types and the docs that the state of the kind gives them. The interface that has the
 * name of the class extends this type; the class itself declares only the outputs whose types are narrower.
 */
export type Outputs<State> = {
  readonly [Name in keyof State]-?: pulumi.Output<
    null extends State[Name] ? Exclude<State[Name], null> | undefined : State[Name]
  >;
};
