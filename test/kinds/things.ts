import type { CollectionName, State, StateChange } from "../../provider/emulator";
import { isMarker, withoutMarkers } from "../../provider/resources/shared/marker";
import type { TestEmulator } from "../helpers/emulator";

/** One record of the service, of any kind. */
export type AnyRecord = State[CollectionName][number];

/** Inputs of a resource, outputs of it, or fields of a record. */
export type Values = Record<string, unknown>;

/** The things of a kind with ids of their own, of which an account or an instance may hold many. */
export interface Things {
  /** The definition's handler. */
  type: string;
  /** Where the emulator keeps them. */
  collection: CollectionName;
  /** The path of their collection. */
  path: string;
  /** The path at which one is made, where it is another one. */
  createPath?: string;
  /** False where the service has no GET of one: then a persistent `[]` counts as gone. */
  getById: boolean;
  /** True where a create that was cut off is found again by a mark. */
  marked: boolean;
  /** True where a create ends with a look at what it made: until then, whoever kills the process loses the id. */
  looksAfter?: true;
  inputs(emulator: TestEmulator): Values;
  /** A change that is made in place; none where every change replaces. */
  change?: Values;
  /** A change that replaces. Default: a move to the other instance. */
  replacement?: Values;
  /** Changes one as an outsider would. */
  edit: Values;
  /** Tells the records that inputs make from those that every instance has. Default: all are made by inputs. */
  counts?(record: AnyRecord): boolean;
}

export const firstInstance = (emulator: TestEmulator) => `${emulator.instances[0]?.id}`;

/** A change of the inputs that replaces. */
export const replacementOf = ({ replacement }: Things, emulator: TestEmulator): Values =>
  replacement ?? { instance: `${emulator.instances[1]?.id}` };

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const named = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [snake(name), value]));

/** The fields of the emulator's record that these inputs lead to. */
export function recordOf(inputs: Values): Values {
  const { instance, system, config, ...others } = inputs;
  return {
    ...(instance !== undefined && { instance_id: Number(instance) }),
    ...(system !== undefined && { type: system }),
    ...(config !== undefined && { config: named(config as Values) }),
    ...named(Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))),
  };
}

export const idOf = ({ collection }: Things, record: AnyRecord): string =>
  "instance_id" in record ? `${record.instance_id}/${collection.toLowerCase()}/${record.id}` : `${record.id}`;

/** Which of its declarations a resource has. */
export interface Variant {
  /** With the change that is made in place. */
  changed: boolean;
  /** With the change that replaces. */
  moved: boolean;
}

/** The smallest thing that one resource owns: a webhook, a plugin, one rule of a firewall. */
export interface Unit {
  /** The kind and the id: `webhook 1001/webhooks/7`. */
  key: string;
  /** What the service holds of it. */
  content: Values;
  /** The marker that an unfinished create has put on it. */
  marker?: string;
  /** Changes it as an outsider does; without one, nobody can. */
  edit?: StateChange;
  /** Removes it as an outsider does. */
  remove?: StateChange;
}

/** The account on which programs run. */
export interface Account {
  emulator: TestEmulator;
  /** The two instances on which one program alone declares what an instance has one of. */
  own: readonly [string, string];
}

/** What the model knows of a kind of resource. */
export interface ModelKind {
  name: string;
  /** The definition's handler. */
  type: string;
  /** Kinds of one group own the same things, so that only one of them takes part in a run. */
  group?: string;
  /** An instance has one of it, so that a program declares it once. */
  single?: true;
  /** A create that was cut off is found again by a marker. */
  marked?: true;
  /** True where the object stays on the service when its resource is deleted. */
  stays?: true;
  inputs(variant: Variant, account: Account): Values;
  /** All of the kind that the service holds; `all` names the instances that count. */
  units(state: State, all: readonly string[]): Unit[];
  /** What the service must hold for these inputs; `id` is the resource's id, if it has one already. */
  wants(inputs: Values, id: string | undefined): Unit[];
  /** Makes one as an outsider does, as it could be declared. */
  make?(variant: Variant, account: Account): StateChange;
  /** Further keys that a create may take over. */
  mayTake?(inputs: Values, unit: Unit): boolean;
}

/** The instance on which a program declares what an instance has one of. */
export const on = ({ moved }: Variant, { own }: Account) => own[moved ? 1 : 0];

/** Fields that the service changes by itself, or that a rotation changes. */
const volatile = new Set(["hiddenUntil", "readyAt", "goneAt", "change", "jobs", "outages", "apikey"]);

const isThere = (record: AnyRecord) => !("goneAt" in record) || record.goneAt === null;

/** A kind whose things have ids of their own. */
export function modelOf(name: string, things: Things): ModelKind {
  const { type, collection, marked, change, edit, counts } = things;
  const inputs = ({ changed, moved }: Variant, { emulator }: Account) => ({
    ...things.inputs(emulator),
    ...(changed && change),
    ...(moved && replacementOf(things, emulator)),
  });
  // The settings of an instance are a resource of their own.
  const isKept = (field: string) => !volatile.has(field) && !(collection === "instances" && field === "config");
  return {
    name,
    type,
    ...(marked && { marked: true as const }),
    inputs,
    units: (state, all) =>
      (state[collection] as AnyRecord[])
        .filter((record) => isThere(record) && (counts?.(record) ?? true))
        .filter((record) => !("instance_id" in record) || all.includes(`${record.instance_id}`))
        .map((record) => {
          const content: Values = Object.fromEntries(Object.entries(record).filter(([field]) => isKept(field)));
          const tags = (content.tags as string[] | undefined) ?? [];
          const marker = tags.find(isMarker);
          if (content.tags !== undefined) content.tags = withoutMarkers(tags);
          return {
            key: `${name} ${idOf(things, record)}`,
            content,
            ...(marker !== undefined && { marker }),
            edit: { op: "set", in: collection, id: record.id, fields: edit } as StateChange,
            remove: { op: "delete", in: collection, id: record.id },
          };
        }),
    wants: (given, id) => (id === undefined ? [] : [{ key: `${name} ${id}`, content: recordOf(given) }]),
    make: (variant, account) =>
      ({ op: "add", in: collection, fields: recordOf(inputs(variant, account)) }) as StateChange,
  };
}
