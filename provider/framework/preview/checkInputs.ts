// `operations.ts` calls `checkInputs` in `check`, and `adopt` and `compare` also later. A new check goes into the
// `try`. Errors must become failures, because the engine shows an error of `check` twice. Lines must wait for
// `release`, because inputs that are refused show no other line.
import type { Context } from "../kind/context";
import type { AnyDefinition, Failure } from "../kind/definition";
import { marksOf } from "../kind/marks";
import { knownOf, type Values } from "../kind/values";
import { claimFailures } from "../run/claims";
import { configurationProblems, createContext, holdLines } from "../run/createContext";
import type { Run } from "../run/run";
import { type Bag, visible } from "../state/hidden";
import { knownInputs } from "../state/state";
import { adoptionFailures, explainSecond } from "./adoption";
import { knownAmong, validate } from "./check";
import { differences } from "./diff";
import { noteTakenOut } from "./previewLines";

/** Returns all failures of the inputs at once. Inputs that are refused show no other line. */
export async function checkInputs<Client>(
  definition: AnyDefinition<Client>,
  run: Run<Client>,
  olds: Bag,
  news: Bag,
  explain: (error: unknown) => string,
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
    const occasion = { operation: "other", bags: [news], id: news.__adopt } as const;
    const { ctx, release } = holdLines(createContext(definition, run, occasion));
    const seen = adopted === undefined ? undefined : await adopt(definition, ctx, adopted, news);
    const before = seen ?? visible(olds);
    const known = wrong.length > 0 ? knownAmong(schema, visible(news)) : visible(news);
    failures.push(...claimFailures(ctx.run, definition.claims?.(known, ctx.call.client)));
    failures.push(...((await definition.offered?.(ctx, known, before)) ?? []));
    if (failures.length > 0) return failures;
    const marks = marksOf(schema);
    noteTakenOut(ctx.run, marks, olds, news);
    if (adopted !== undefined && seen !== undefined) {
      const found = await compare(definition, ctx, adopted, { ...seen, __urn: news.__urn }, news);
      const when = run.knowledge.predecessors(news.__urn).has(adopted) ? "again" : "first";
      failures.push(...adoptionFailures(marks, `${type} ${adopted}`, visible(news), seen, found, when));
      // Pulumi shows an import as a create.
      ctx.say.note(`takes over ${type} ${adopted}, and makes no new object`);
    }
    if (failures.length === 0) release();
    return failures;
  } catch (error) {
    return [...failures, { property: "", reason: explain(error) }];
  }
}

/** Reads the object that `opts.import` names. */
export async function adopt(definition: AnyDefinition, ctx: Context, id: string, declared: Bag) {
  const { type, schema } = definition;
  // The read compares with what is declared, as far as that is known.
  const seen: Values | undefined = await definition.read(ctx, id, knownOf(knownInputs(marksOf(schema), declared)));
  if (seen !== undefined) return seen;
  throw new Error(
    `${ctx.call.subject}: there is no ${type} with the id ${id} to import: correct the import option, or remove this option to make a new object`,
  );
}

/** Compares the declaration with what was last seen: in `diff`, in the update that follows, and for an import. */
export async function compare(definition: AnyDefinition, ctx: Context, id: string, olds: Bag, news: Bag) {
  const found = differences(definition.schema, visible(olds), visible(news));
  return definition.decide?.(ctx, id, visible(olds), knownInputs(marksOf(definition.schema), news), found) ?? found;
}
