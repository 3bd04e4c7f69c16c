// `BrokerAction` and `CredentialRotation` call these functions for `triggers`, whose changes send a request once more.
// Texts may change; `toPlain` must keep its results, because another result would send requests again.
import { types } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Saying } from "../../framework/kind/context";
import { field } from "../../framework/kind/marks";
import { canonical, hasUnknown } from "../../framework/kind/values";

/** The input by which something is sent once, and once again for each change. */
export interface TriggersArgs {
  /**
   * Any values, such as a date or the output of another resource. A `Date` counts as its ISO text; a `Map`, a `Set` and
   * other objects of a class are refused. Inside `pulumi.output()` or `pulumi.all()`, Pulumi turns such objects into
   * `{}` before this package sees them. Their changes then do not show: a preview warns of each `{}`. A change of the
   * values does it once more. The same values never do it twice, even when Pulumi was killed in between. Left out: it
   * is done once. Taking them out later does nothing: the values that were declared last still count.
   */
  triggers?: pulumi.Input<unknown[] | Record<string, unknown>>;
}

const listOrObject = z.custom<unknown[] | Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null,
  'must be a list, such as ["2030-01-20"], or an object',
);

/** The schema of {@link TriggersArgs}, which each kind spreads into its own. */
export const triggersShape = { triggers: field(listOrObject.optional(), { keep: true }) };

/** The triggers for which an update acts: those in state, if the program gives none any more. */
export const triggersInForce = <T>(args: { triggers?: T }, state: { triggers?: unknown }): T | undefined =>
  args.triggers ?? (state.triggers as T | undefined);

/** Warns at preview of a value `{}` in new triggers, because Pulumi may have turned a date into `{}`. */
export function warnOfLostTriggers(say: Saying, args: { triggers?: unknown }, olds: { triggers?: unknown }) {
  const path = canonical(args.triggers) === canonical(olds.triggers) ? undefined : emptyIn(args.triggers, "triggers");
  if (path === undefined) return;
  say.warn(
    `${path} is {}. If pulumi.output() contains a Date, Map or Set, Pulumi sends {}, and then does not see a change of the value. In place of a Date, Map or Set, give a text, such as date.toISOString()`,
  );
}

/** The path of the first empty object in a value. */
function emptyIn(value: unknown, path: string): string | undefined {
  if (value === null || typeof value !== "object") return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? undefined : path;
  for (const [key, each] of entries) {
    const found = emptyIn(each, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Says, for an existing resource, that triggers which are unknown before `up` may equal those in the state. */
export function noteUnknownTriggers(say: Saying, { triggers }: { triggers?: unknown }): void {
  if (hasUnknown(triggers))
    say.note("triggers are not known before pulumi up. If the triggers are the same as in the state, nothing is sent");
}

/** The arguments with triggers whose every change shows: Pulumi sends each `Date`, `Map` and `Set` as `{}`. */
export function withPlainTriggers<Args extends TriggersArgs>(args: Args, type: string, name: string): Args {
  if (args.triggers === undefined) return args;
  const triggers = toPlain(args.triggers, `${type} "${name}": triggers`);
  return { ...args, triggers: triggers ?? undefined };
}

/** A value with texts in place of dates; `where` names it in a refusal. */
function toPlain(value: unknown, where: string): unknown {
  if (value === null || typeof value !== "object" || isPulumis(value)) return value;
  if (pulumi.Output.isInstance(value)) return value.apply((known: unknown) => toPlain(known, where));
  // The SDK's own unwrapping of a promise would already lose the dates in it.
  if (types.isPromise(value)) return value.then((known) => toPlain(known, where));
  if (Array.isArray(value)) return value.map((each, i) => toPlain(each, `${where}[${i}]`));
  if (types.isDate(value)) {
    if (Number.isNaN(value.getTime())) throw new pulumi.RunError(`${where} is an invalid date: correct the date`);
    return value.toISOString();
  }
  if (!isPlain(value)) {
    throw new pulumi.RunError(
      `${where} is an object of the class ${value.constructor.name}, and Pulumi does not see changes of such an object. Use strings, numbers, lists and plain objects`,
    );
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(each, `${where}.${key}`)]));
}

/** True for the objects that Pulumi sends in a form of their own. */
const isPulumis = (value: object): boolean =>
  pulumi.Resource.isInstance(value) || pulumi.asset.Asset.isInstance(value) || pulumi.asset.Archive.isInstance(value);

/** True for an object without a class, also if another realm of JavaScript made it. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
