// `operations.ts` calls `checkInputs` in `check`. A new check goes into the `try`. Errors must become failures, because
// the engine shows an error of `check` twice. Lines must wait for `release`, because inputs that are refused show no
// other line.
import type { Context } from "../kind/context";
import type { AnyDefinition, Differences, Failure } from "../kind/definition";
import type { Marks } from "../kind/marks";
import type { Values } from "../kind/values";
import { claimFailures } from "../run/claims";
import { configurationProblems, holdLines } from "../run/createContext";
import type { Run } from "../run/run";
import { type Bag, visible } from "../state/hidden";
import { adoptionFailures, explainSecond } from "./adoption";
import { knownAmong, validate } from "./check";
import { noteTakenOut } from "./previewLines";

interface Checking<Client> {
  definition: AnyDefinition<Client>;
  marks: Marks;
  run: Run<Client>;
  context(): Context<Client>;
  /** Reads the object that the import option names. */
  adopt(ctx: Context<Client>, id: string): Promise<Values>;
  compare(ctx: Context<Client>, id: string, olds: Bag, news: Bag): Promise<Differences>;
  /** The line of an error. */
  explain(error: unknown): string;
}

/** Returns all failures of the inputs at once. Inputs that are refused show no other line. */
export async function checkInputs<Client>(
  { definition, marks, run, context, adopt, compare, explain }: Checking<Client>,
  olds: Bag,
  news: Bag,
): Promise<Failure[]> {
  const { type, schema } = definition;
  const problems = configurationProblems(definition, run.connection(), news);
  const wrong = validate(schema, definition.rules ?? [], visible(news));
  // Without old inputs, the object will be made, or an existing object will be imported.
  const adopted = Object.keys(olds).length === 0 ? news.__adopt : undefined;
  const second = adopted && explainSecond(run.knowledge, type, adopted, news.__urn);
  const reasons = second ? [...problems, second] : problems;
  const failures = [...reasons.map((reason) => ({ property: "", reason })), ...wrong];
  if (reasons.length > 0 || (wrong.length > 0 && adopted !== undefined)) return failures;
  try {
    const { ctx, release } = holdLines(context());
    const seen = adopted === undefined ? undefined : await adopt(ctx, adopted);
    const before = seen ?? visible(olds);
    const known = wrong.length > 0 ? knownAmong(schema, visible(news)) : visible(news);
    failures.push(...claimFailures(ctx.run, definition.claims?.(known, ctx.call.client)));
    failures.push(...((await definition.offered?.(ctx, known, before)) ?? []));
    if (failures.length > 0) return failures;
    noteTakenOut(ctx.run, marks, olds, news);
    if (adopted !== undefined && seen !== undefined) {
      const found = await compare(ctx, adopted, { ...seen, __urn: news.__urn }, news);
      const when = run.knowledge.predecessors(news.__urn).has(adopted) ? "again" : "first";
      failures.push(...adoptionFailures(marks, `${type} ${adopted}`, visible(news), seen, found, when));
      // Pulumi shows an import as a create.
      ctx.say.note(`takes over ${type} ${adopted}: nothing is made`);
    }
    if (failures.length === 0) release();
    return failures;
  } catch (error) {
    // The failure is of no single input. An error thrown by `check` would be shown twice by the engine.
    return [...failures, { property: "", reason: explain(error) }];
  }
}
