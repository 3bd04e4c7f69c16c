import type { State, StateChange } from "../../provider/emulator";
import { isMarker, withoutMarkers } from "../../provider/resources/shared/marker";
import type { TestEmulator } from "../helpers/emulator";
import { type AnyRecord, idOf, recordOf, replacementOf, type Things, type Values } from "./things";

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
