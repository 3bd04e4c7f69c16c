import { resource, shared, shareHandlers } from "../../helpers/handlers";
import { warningsOf, writesOf } from "../../helpers/outcomes";
import { kinds } from "../../kinds";
import type { Refused } from "../../kinds/kind";

/** What a preview says of arguments, from `refused` and `warned` of each kind. */

shareHandlers();

const rowsOf = (of: "refused" | "warned") =>
  kinds.flatMap((row) => (row[of] ?? []).map(([args, text]: Refused) => ({ kind: row.kind, args, text, row })));

const up = ({ row: { handler, argsOf }, args }: ReturnType<typeof rowsOf>[number]) =>
  shared.stack().up([resource(handler, "one", { ...argsOf("args", { instance: "1001", other: "1002" }), ...args })]);

test.each(rowsOf("refused"))("a $kind with $args is refused by name, and nothing is changed", async (row) => {
  const run = await up(row);
  expect([run.errors, run.changes, writesOf(run)]).toEqual([[expect.stringContaining(row.text)], [], []]);
});

test.each(rowsOf("warned"))("a $kind with $args is warned of", async (row) => {
  const run = await up(row);
  expect([run.errors, warningsOf(run)]).toEqual([[], [expect.stringContaining(row.text)]]);
});
