import type { CollectionName, State } from "../../provider/emulator";
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
  /** Complete inputs. */
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

/** The id of the first instance, as an input. */
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

/** The Pulumi id of a record. */
export const idOf = ({ collection }: Things, record: AnyRecord): string =>
  "instance_id" in record ? `${record.instance_id}/${collection.toLowerCase()}/${record.id}` : `${record.id}`;
