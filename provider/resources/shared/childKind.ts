// Kinds such as `Webhook` call `childKind`; `cli/adopt/onBroker.ts` calls `collectionOf`. `create` must call
// `hold` as soon as it knows the id: no later run can find an object that state lacks. Texts may change.
import type { Client, Collection, InstanceClient } from "../../api";
import type { AnyDefinition } from "../../framework/kind/definition";
import { type ChildValues, childKeys, instanceApi, onInstance } from "./child";
import type { Calling } from "./ctx";
import { defineKind, type Kind } from "./defineKind";
import type { Ids } from "./ids";
import { warnOfTwins } from "./twins";

/** The parts in which definitions of objects in collections differ; `childKind` adds the parts that all share. */
interface ChildKind<Args extends object, Seen extends object, Item extends { id: string }, Body extends object>
  extends Omit<Kind<Args, ChildValues & Seen>, "keyOf" | "lacks" | "create" | "read" | "update" | "delete"> {
  ids: Ids<`<instance>/${string}/<number>`>;
  /** The noun for an object, and the effect of two equal objects: `webhook`, `both send its messages`. */
  twins: readonly [name: string, effect: string];
  /** The collection that has the objects: for `logs` or `metrics`, if `kind` is the second part of the id. */
  collection(api: InstanceClient, kind: string): Collection<Item, Body>;
  /** The second part of a new object's id, such as `logs`; only where this part has several values. */
  kindOf?(args: Args): string;
  /** Turns an object of the service into state; no other function does. */
  toState(item: Item, before: Partial<ChildValues & Seen>): Partial<Seen>;
  /** The body of a POST or PUT. A PUT may need the earlier state. */
  toWire(args: Args, before?: Partial<ChildValues & Seen>): Body;
}

interface Found extends Pick<ChildKind<never, object, { id: string }, never>, "collection"> {
  ids: { make(parts: { instance: string; number: string; kind?: string | undefined }): string };
  name: string;
}

const inCollections = new Map<string, Found>();

/** The collection with the objects of a kind; undefined for a kind that no call of `childKind` made. */
export const collectionOf = ({ type }: AnyDefinition<Client>): Found | undefined => inCollections.get(type);

/** Makes a kind of objects in a collection. A kind with its own method spreads the result and adds the method. */
export function childKind<
  Args extends ChildValues,
  Seen extends object,
  Item extends { id: string },
  Body extends object,
>(spec: ChildKind<Args, Seen, Item, Body>): Kind<Args, ChildValues & Seen> {
  const { ids, twins, collection, kindOf, toState, toWire, ...definition } = spec;
  const at = (call: Calling, instance: string, values: Partial<ChildValues>, kind: string) =>
    collection(instanceApi(call, instance, values), kind);
  inCollections.set(definition.type, { ids, collection, name: twins[0] });
  return defineKind({
    ...definition,
    // `childKeys` finds the key of the instance's API; `anonymous` says that no later run can find a lost object.
    ...childKeys,
    anonymous: true,

    async create(ctx, args) {
      const { instance } = args;
      const kind = kindOf?.(args);
      const idOf = (number: string) => ids.make({ instance, number, kind });
      const made = await at(ctx.call, instance, args, kind ?? "").create(toWire(args), ctx.call);
      const id = idOf(made.id);
      // The outputs, which only the service knows, are null until the first read.
      const state = Object.fromEntries(definition.outputs?.map((name) => [name, null]) ?? []);
      ctx.kept.hold(id, state);
      warnOfTwins(ctx.say, `an identical ${twins[0]}`, made.twins.map(idOf), twins[1]);
      if (made.unlike.length > 0)
        ctx.say.warn(
          `the request for ${twins[0]} ${id} was sent twice. Perhaps the first request made ${made.unlike.map(idOf).join(", ")}, which has other values than declared: if nobody else made it, delete it`,
        );
      return { id, state: state as Partial<ChildValues & Seen> };
    },

    async read(ctx, id, state) {
      const { instance, kind, number } = ids.parse(id);
      const objects = at(ctx.call, instance, state, kind);
      const found = await onInstance(ctx.call, instance, () => objects.find(number, ctx.call));
      return found && ({ ...toState(found, state), instance } as Partial<ChildValues & Seen>);
    },

    async update(ctx, id, state, args) {
      const { instance, kind, number } = ids.parse(id);
      await at(ctx.call, instance, args, kind).update(number, toWire(args, state), ctx.call);
      return {};
    },

    async delete(ctx, id, state) {
      const { instance, kind, number } = ids.parse(id);
      const objects = at(ctx.call, instance, state, kind);
      await onInstance(ctx.call, instance, () => objects.delete(number, ctx.call));
    },
  });
}
