import type { TestEmulator } from "../../helpers/emulator";
import type { Declared } from "../../helpers/handlers";
import { kinds } from "../../kinds";
import { type AnyRecord, idOf, recordOf, replacementOf, type Things, type Values } from "../../kinds/things";

/** The things of a kind, as the tests of this tier use them. */
export interface Row extends Omit<Things, "replacement"> {
  createPath: string;
  /** A change that replaces. */
  replacement(emulator: TestEmulator): Values;
  /** The fields of the emulator's record that these inputs lead to. */
  record(inputs: Values): Values;
  idOf(record: AnyRecord): string;
}

/** All things that can be made; a new kind joins by its file in `test/kinds`. */
export const rows: readonly Row[] = kinds.flatMap(({ things }) =>
  things === undefined
    ? []
    : {
        ...things,
        createPath: things.createPath ?? things.path,
        replacement: (emulator) => replacementOf(things, emulator),
        record: recordOf,
        idOf: (record) => idOf(things, record),
      },
);

const rowOf = (type: string) => rows.find((row) => row.type === type) as Row;
export const alarmRow = rowOf("alarm");
export const eventBridgeRow = rowOf("eventBridge");
export const recipientRow = rowOf("recipient");
export const vpcRow = rowOf("vpc");
export const webhookRow = rowOf("webhook");

/** The row's resource as a program declares it. */
export function declare(row: Row, emulator: TestEmulator, over: Partial<Declared> & { name?: string } = {}): Declared {
  const { inputs, ...rest } = over;
  return { type: row.type, name: "one", ...rest, inputs: { ...row.inputs(emulator), ...inputs } };
}

/** Everything of the row's kind that the service holds, oldest first, with the fields that inputs lead to. */
export function held(row: Row, emulator: TestEmulator): Record<string, unknown>[] {
  const fields = Object.keys(row.record(row.inputs(emulator)));
  return recordsOf(row, emulator).map((record) =>
    Object.fromEntries(["id", ...fields].map((field) => [field, (record as Record<string, unknown>)[field]])),
  );
}

/** The Pulumi ids of everything of the row's kind, oldest first. */
export const idsOf = (row: Row, emulator: TestEmulator) => recordsOf(row, emulator).map((record) => row.idOf(record));

const recordsOf = ({ collection, counts = () => true }: Row, emulator: TestEmulator): AnyRecord[] =>
  (emulator.state()[collection] as AnyRecord[]).filter(counts);
