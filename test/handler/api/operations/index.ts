import { operations } from "../../../../provider/emulator/nouns";
import type { Row, Rows } from "../../../helpers/operation-row";
import { kinds } from "../../../kinds";
import { accountRows } from "./account";
import { brokerRows } from "./broker";
import { childRows } from "./children";

/** Every operation of the specification. */
const declared: Partial<Rows> = Object.assign(
  { ...accountRows, ...brokerRows, ...childRows },
  ...kinds.map(({ calls }) => calls),
);

type Methods = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** A row with what it leaves to its arguments. */
function filled({ operation, api }: (typeof operations)[number]) {
  const row: Row<unknown> | undefined = declared[operation];
  if (row === undefined) throw new Error(`no row calls ${operation}`);
  const args: readonly unknown[] = row.args ?? [];
  const [group = "", method = ""] = operation.split(".");
  const call: NonNullable<Row["call"]> = (client, instance) =>
    ((api === "account" ? client : instance) as unknown as Methods)[group]![method]!(...args);
  const body = row.query === undefined ? args.find((each) => typeof each !== "string") : undefined;
  return { call, params: args.filter((each) => typeof each === "string"), body, ...row };
}

export const rows = Object.fromEntries(operations.map((each) => [each.operation, filled(each)])) as Record<
  keyof Rows,
  ReturnType<typeof filled>
>;
