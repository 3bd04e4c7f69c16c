// Kinds such as `Plugin` and `VpcConnect` call `partKind`; `adopt` and `map` call `partIdOf`. A change must
// wait in the instance's queue unless `isAtOnce` is set: the service is busy during a change. Texts may change.
import type { InstanceClient } from "../../api";
import { type ChildValues, childKeys, instanceApi, onInstance, onInstanceInTurn } from "./child";
import { type Ctx, queueOf, readCall } from "./ctx";
import { defineKind, type Kind } from "./defineKind";
import { throwIfRefused } from "./refusals";

/** How the ids of a kind are made from the inputs, and read. */
interface PartIds<Args> {
  make(args: Args): string;
  parse(id: string): { instance: string };
}

/** The place at which an operation works. `PlaceOf` adds the parts of the id that only one kind has. */
export interface Place {
  id: string;
  instance: string;
  api: InstanceClient;
}

type PlaceOf<Ids extends PartIds<never>> = ReturnType<Ids["parse"]> & Place;

/** The values that a change adds to state; nothing where the declared values are enough. */
// biome-ignore lint/suspicious/noConfusingVoidType: a method that returns nothing fits
type Reached<State> = Promise<Partial<State> | void>;

/** The parts in which the definitions of such kinds differ; `partKind` adds what all share. */
interface PartKind<Args extends object, State extends object, Ids extends PartIds<Args>>
  extends Omit<Kind<Args, State>, "keyOf" | "lacks" | "create" | "read" | "update" | "delete"> {
  ids: Ids;
  /** True where a change waits for no other change of the instance. */
  isAtOnce?: true;
  /** The reason against a create or an update, asked before the operation waits for its turn. */
  explainRefusal?(ctx: Ctx, args: Args): string | undefined;
  create(turn: Ctx, at: PlaceOf<Ids>, args: Args): Reached<State>;
  /** Returns the values of state other than `instance`. */
  read(ctx: Ctx, at: PlaceOf<Ids>, state: Partial<State>): Promise<Partial<State> | undefined>;
  update(turn: Ctx, at: PlaceOf<Ids>, args: Args, state: Partial<State>): Reached<State>;
  delete(turn: Ctx, at: PlaceOf<Ids>, state: Partial<State>): Promise<unknown>;
}

const idsByType = new Map<string, PartIds<{ instance: string }>>();

/** The id of the part of a kind that an instance has once. */
export const partIdOf = ({ type }: { type: string }, instance: string): string =>
  idsByType.get(type)!.make({ instance });

/** Makes a kind of parts of an instance. The id names the part; a change runs in the instance's queue, or at once. */
export function partKind<Args extends ChildValues, State extends ChildValues, Ids extends PartIds<Args>>(
  spec: PartKind<Args, State, Ids>,
): Kind<Args, State> {
  const { ids, isAtOnce, explainRefusal, ...kind } = spec;
  idsByType.set(kind.type, ids as PartIds<{ instance: string }>);
  const placeOf = ({ call }: Ctx, id: string, values: Partial<ChildValues>) => {
    const parts = ids.parse(id) as ReturnType<Ids["parse"]>;
    return { ...parts, id, api: instanceApi(call, parts.instance, values) };
  };
  const inTurn = async (ctx: Ctx, id: string, args: Args, work: (turn: Ctx, at: PlaceOf<Ids>) => Reached<State>) => {
    throwIfRefused(ctx.call, explainRefusal?.(ctx, args));
    const at = placeOf(ctx, id, args);
    const state = isAtOnce ? work(ctx, at) : ctx.inTurn(queueOf(at.instance), (turn) => work(turn, at));
    return (await state) ?? {};
  };
  return defineKind<Args, State>({
    ...kind,
    ...childKeys,
    idOf: ids.make,

    async create(ctx, args) {
      const id = ids.make(args);
      return { id, state: await inTurn(ctx, id, args, (turn, at) => kind.create(turn, at, args)) };
    },

    async read(ctx, id, state) {
      const at = placeOf(ctx, id, state);
      const seen = await onInstance(readCall(ctx), at.instance, () => kind.read(ctx, at, state));
      return seen && ({ instance: at.instance, ...seen } as Partial<State>);
    },

    update: async (ctx, id, state, args) => inTurn(ctx, id, args, (turn, at) => kind.update(turn, at, args, state)),

    async delete(ctx, id, state) {
      const at = placeOf(ctx, id, state);
      if (isAtOnce) await onInstance(ctx.call, at.instance, () => kind.delete(ctx, at, state));
      else await onInstanceInTurn(ctx, at.instance, (turn) => kind.delete(turn, at, state));
    },
  });
}
