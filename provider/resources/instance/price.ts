import type { Client } from "../../api";
import type { Context } from "../../framework/kind/context";

/** The cost of an instance in USD per month: before the run, if the instance exists already, and after the run. */
interface Price {
  before?: number;
  after: number;
}

/** The topic under which a run keeps the prices that it has told, by URN. */
const prices = "prices";

/**
 * Tells the cost of an instance that is made or changed, once in a run. The line stands on the stack's row, because on
 * the instance's row it would come before the line that says what the change means for the data. From the second
 * instance on, the line ends with the total so far, so that the last line has the total of the run. Pulumi tells a
 * provider neither which resource is the last one nor, at preview, which resources it removes.
 */
export function notePrice(ctx: Context<Client>, { before, after }: Price): void {
  if (ctx.run.urn === undefined || !ctx.run.inProgram) return;
  const told = ctx.run.recall(prices) as ReadonlyMap<string, Price>;
  const earlier = told.get(ctx.run.urn);
  // A replacement comes here twice: as a change of price, and then as a new instance, which is not told again.
  if (
    earlier !== undefined &&
    (before === undefined || before === after || (earlier.before === before && earlier.after === after))
  )
    return;
  ctx.run.tell(prices, ctx.run.urn, { before, after });
  const own = before === undefined ? `new, ${after} USD per month` : describeChange(before, after);
  ctx.say.noteOnStack(
    `${ctx.call.subject}: ${own}${describeTotal([...(ctx.run.recall(prices) as typeof told).values()])}`,
  );
}

function describeTotal(all: readonly Price[]): string {
  if (all.length < 2) return "";
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, each) => total + each, 0) * 100) / 100;
  const [before, after] = [sum(all.map((each) => each.before ?? 0)), sum(all.map((each) => each.after))];
  return `; so far ${all.length} instances are made or changed, ${before} → ${after} USD per month in all (removed ones are not counted)`;
}

function describeChange(before: number, after: number): string {
  return before === after ? `replaced, ${after} USD per month as before` : `${before} → ${after} USD per month`;
}
