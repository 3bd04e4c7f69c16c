import { configOf } from "../../helpers/emulator";
import type { Cut, Declared, Entry, HandlerStack, Handlers, HostOptions, Outcome } from "../../helpers/handlers";
import type { Account, ModelKind as Kind, Unit, Values, Variant } from "../../kinds/things";
import { kindOf, kinds, type Play, type Which } from "./steps";

/** A resource as a program declares it. */
export interface Declaration extends Variant {
  kind: Kind;
  name: string;
  import?: string;
  /** The name before the last rename. */
  alias?: string;
}

/** A program: what it declares, and its stack. */
export interface Program extends Account {
  which: Which;
  /** The resources by kind and slot. */
  declared: Map<string, Declaration>;
  stack: HandlerStack;
}

/** All units that the service holds, by key. */
export type Held = ReadonlyMap<string, Unit>;

/** The account, its programs, and what the model knows of both. */
export interface World extends Handlers {
  cast: readonly Kind[];
  programs: readonly [Program, Program];
  /** The ids of the instances on which programs declare resources. */
  hosts: readonly string[];
  /** The account key that the programs have. */
  key: string;
  /** What outsiders made, by key, as it could be declared. */
  outside: Map<string, Variant>;
  /** The units that runs of a program made and that no state had afterwards. */
  loose: Map<string, Loose>;
  /** What happened, a line for each step that had an effect. */
  story: string[];
  counts: Record<string, number>;
}

/** A unit that a run made and that was in no state afterwards. */
export interface Loose {
  program: Which;
  /** Why nothing could save it: one of the windows. */
  window?: string;
}

/** Work of the service that takes minutes or hours, made short: the model has to wait for all of it. */
const quick = [500, 8_000];
const timings = ["creating", "reconfiguring", "expandingDisk", "deleting", "configuringFirewall", "changingPlugin"];

/** Opens an account with what the model needs. */
export function openWorld(handlers: Handlers, { cast }: Pick<Play, "cast">): World {
  const { emulator } = handlers;
  emulator.patch({ op: "set", in: "timings", id: 1, fields: Object.fromEntries(timings.map((name) => [name, quick])) });
  const shared = emulator.instances.map(({ id }) => `${id}`);
  const own = emulator
    .patch(...[0, 1, 2, 3].map((n) => ({ op: "add", in: "instances", fields: { name: `own-${n}` } }) as const))
    .map(String);
  const program = (which: Which): Program => ({
    which,
    emulator,
    own: [own[which * 2] ?? "", own[which * 2 + 1] ?? ""],
    declared: new Map(),
    stack: handlers.stack(which === 0 ? "first" : "second"),
  });
  return {
    ...handlers,
    cast: cast.map(kindOf),
    programs: [program(0), program(1)],
    hosts: [...shared, ...own],
    key: emulator.apiKey,
    outside: new Map(),
    loose: new Map(),
    story: [],
    counts: {},
  };
}

export const count = (world: World, what: string) => {
  world.counts[what] = (world.counts[what] ?? 0) + 1;
};

/** All units that the service holds. Of kinds that own the same things, only the one that takes part is asked. */
export function heldBy({ emulator, hosts, cast }: World): Held {
  const state = emulator.state();
  const watched = kinds.filter(
    ({ name, group }) => group === undefined || (cast.find((each) => each.group === group)?.name ?? name) === name,
  );
  return new Map(watched.flatMap((kind) => kind.units(state, hosts)).map((unit) => [unit.key, unit]));
}

/** The kind of a resource, whose name begins with it: several kinds of the model may share a handler. */
export const kindIn = ({ urn }: Pick<Entry, "urn">): Kind => kindOf(nameIn(urn).split("-")[0] ?? "");

export const nameIn = (urn: string): string => urn.split("::").at(-1) ?? "";

/** The units that an entry in state owns. After a failed update, only the outputs hold what that update sent. */
export const unitsOf = (entry: Entry): Unit[] =>
  kindIn(entry).wants({ ...entry.inputs, ...entry.outputs } as Values, entry.id);

/** The keys of all that a program's state owns. */
export const keysIn = (program: Program): Set<string> =>
  new Set(program.stack.state.flatMap((entry) => unitsOf(entry).map(({ key }) => key)));

/** A program as its stack takes it. */
export function declaredBy(program: Program): Declared[] {
  return [...program.declared.values()].map(({ kind, name, import: id, alias, ...variant }) => ({
    type: kind.type,
    name,
    inputs: kind.inputs(variant, program),
    ...(id !== undefined && { import: id }),
    ...(alias !== undefined && { aliases: [alias] }),
  }));
}

/** The options of a run: the key that the programs have, and the end of the process. */
export const optionsOf = (world: World, cut?: Cut): HostOptions & { cut?: Cut } => ({
  config: { ...configOf(world.emulator), "broker:apiKey": world.key },
  ...(cut && { cut }),
});

/** One line on the outcome of a run. */
export const said = ({ changes, errors, requests }: Outcome): string =>
  [...changes, `${requests} requests`, ...errors.map((text) => `ERROR ${text}`)].join("; ");
