// The file writes the lines of a preview or a refresh. `operations.ts` calls `sayDifferences`, and `checkInputs.ts`
// calls `noteTakenOut`. Texts may change; the order of lines must stay, because a row shows the last line.
import type { Context, Sharing } from "../kind/context";
import type { AnyDefinition, Differences } from "../kind/definition";
import { defaultOf, type FieldMarks, isUnquotable, type Marks, marksOf } from "../kind/marks";
import { canonical, hasUnknown, isRecord, isUnknown, type Values } from "../kind/values";
import { type Bag, visible } from "../state/hidden";
import { isMarkedByProgram } from "../state/secretValues";
import { differingParts } from "./diff";
import { describeHiddenChange } from "./hiddenChange";

/** Says what the differences mean for the resource. A refresh compares too, before or without the program. */
export function sayDifferences(
  ctx: Context,
  { type, schema, replaceLoses, saysChanges = [] }: AnyDefinition,
  id: string,
  { olds, news, found, release }: { olds: Bag; news: Bag; found: Differences; release(): void },
): void {
  const marks = marksOf(schema);
  // The value may be the id of a replaced object: the row of that object then says so, once for all its children.
  const isExplained = (name: string) => ctx.run.isReplaced(marks[name]?.refersTo ?? "", String(olds[name]));
  // Before an object is deleted to be replaced, the engine compares its dependents, and checks their inputs only later.
  const isUp = ctx.run.inProgram || found.replaced.some(isExplained);
  if (found.replaced.length > 0 && replaceLoses !== undefined) {
    const what = isUp ? "replaced" : "pulumi up --refresh replaces it";
    ctx.say.warn(`${what} because of ${found.replaced.join(", ")}: ${replaceLoses}`);
  }
  const unsaid = found.changed.filter((name) => !saysChanges.includes(name));
  const changes = describeChanges(marks, olds, news, unsaid);
  // The state of an unfinished resource may never have been on the service. Lines of the definition come later: the
  // engine shows the last one on the row.
  const isSure = ctx.run.inProgram && olds.__pending === undefined && found.replaced.length === 0;
  if (isSure && changes.length > 0) ctx.say.note(`changes in place: ${changes.join(", ")}`);
  release();
  if (found.replaced.length === 0 && olds.__pending !== undefined) ctx.say.note(explainUnfinished(ctx, olds.__pending));
  // A preview has shown the change in place of an input that the program marks. In a refresh, the engine masks it.
  const isHidden = (name: string) => marks[name]?.secret || (!isUp && isMarkedByProgram(name));
  for (const name of [...found.changed, ...found.local].filter(isHidden))
    sayHiddenChange(ctx, isUp, name, news[name], differingParts(marks[name], olds[name], news[name]));
  // A replacement takes over the object that the option names.
  if (news.__adopt !== undefined && news.__adopt !== id && found.replaced.length === 0) {
    ctx.say.note(
      `the import option has the id ${news.__adopt}, but this resource already manages ${id}: the option changes nothing and can be removed`,
    );
  }
  const others = found.changed.length === 0 ? ": no change" : `; what changes is ${found.changed.join(", ")}`;
  for (const name of found.ignored) ctx.say.note(`${name} has an effect only when the ${type} is made${others}`);
  // The engine shows the last line on the row, and no doubt may hide the warning of a certain replacement.
  const isCertain = found.replaced.some((name) => !found.unknown.includes(name));
  const unknown = isCertain ? [] : found.unknown.filter((name) => !isExplained(name));
  for (const name of unknown) ctx.say.note(`${name} is not known before pulumi up, so the preview shows a replacement`);
  if (!ctx.run.inProgram) return;
  for (const text of explainTakenOut(ctx.run, marks, found)) ctx.say.note(text);
  if (found.replaced.length > 0) return;
  for (const text of explainReset(marks, olds, news, found.changed)) ctx.say.note(text);
}

/** Explains why a resource shows a change although nothing of it differs: an earlier run has not finished it. */
function explainUnfinished({ call: { subject }, run }: Context, pending: string) {
  const reason = pending.startsWith(`${subject}: `) ? pending.slice(subject.length + 2) : pending;
  return `is unfinished: ${run.inProgram ? "pulumi up" : "the next pulumi up"} continues the work; the last pulumi up ended with: ${reason}`;
}

/** Names a secret input that differs, and its parts: the engine shows no sign that a secret changes. */
function sayHiddenChange(ctx: Context, isUp: boolean, name: string, now: unknown, parts: readonly string[]): void {
  const where = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  const isSure = where !== "" || (now !== undefined && !hasUnknown(now));
  if (isUp && isSure) ctx.say.note(`${name} changes${where}`);
  // A difference of an unfinished resource may be a change that the last run did not come to.
  if (!isUp && !ctx.kept.pending) ctx.say.warn(describeHiddenChange(name, where));
}

/** The topic under which a run keeps the inputs that the program has just taken out, by URN. */
const takenOutTopic = "inputs just taken out";

/** Keeps, for `diff`, the inputs just taken out whose value stays. Only a `check` gets the inputs of the last run. */
export function noteTakenOut(run: Sharing, marks: Marks, oldInputs: Bag, news: Bag): void {
  const names = takenOut(oldInputs, news).filter((name) => {
    const { keep, replace } = marks[name] ?? {};
    return keep !== "forget" && (keep || replace);
  });
  if (names.length > 0 && run.urn !== undefined) run.tell(takenOutTopic, run.urn, names);
}

/** A line for each input that the program has just taken out, which says what becomes of its value. */
function explainTakenOut(run: Sharing, marks: Marks, { changed, replaced }: Differences): string[] {
  const names = (run.recall(takenOutTopic).get(run.urn ?? "") ?? []) as readonly string[];
  const become = (name: string) => {
    if (replaced.length > 0) return "the new object is made without this input";
    const { keep } = marks[name] ?? {};
    const causes = typeof keep === "object" ? keep.follows.filter((each) => changed.includes(each)) : [];
    return causes.length === 0
      ? "the value stays as it is"
      : `the change of ${causes.join(" and ")} may also change this value`;
  };
  return names.map((name) => `the input ${name} is not declared any more: ${become(name)}`);
}

/** A line for each input that the program leaves out and whose value the update therefore changes. */
const explainReset = (marks: Marks, state: Bag, news: Bag, changed: readonly string[]): string[] =>
  takenOut(state, news)
    .filter((name) => changed.includes(name))
    .map((name) => describeReset(name, marks[name] ?? {}, state[name], defaultOf(marks[name] ?? {}, news)));

const takenOut = (before: Bag, news: Bag): string[] =>
  Object.keys(visible(before)).filter((name) => visible(news)[name] === undefined);

function describeReset(name: string, mark: FieldMarks, before: unknown, usual: unknown): string {
  const isShown = !isUnquotable(mark);
  if (isShown && Array.isArray(before) && Array.isArray(usual) && usual.length === 0 && before.every(isPlain)) {
    const removed = `${before.join(", ")} ${before.length === 1 ? "is" : "are"} removed from it`;
    return `${name} is not declared: ${removed}`;
  }
  const value = isShown && isPlain(usual) ? ` ${usual}` : "";
  return `${name} is not declared: its value becomes${value === "" ? " the default" : `${value}, the default`}`;
}

/** The most characters of one value in a line. */
const mostCharacters = 60;

/**
 * Shows the old and the new value of each field or part, as `tags a, b → a, c`. Secrets, unknown and undeclared
 * values, and values that are not plain are left to the engine's own display.
 */
function describeChanges(marks: Marks, olds: Values, news: Values, names: readonly string[]): string[] {
  return names
    .filter((name) => news[name] !== undefined && !isUnquotable(marks[name]) && !isUnknown(news[name]))
    .flatMap((name) => {
      const now = news[name];
      // Hiding works on texts and numbers, so that a truth value would show.
      if (isMarkedByProgram(name)) return `${name} [secret] → [secret]`;
      if (!isRecord(now)) return describeOne(name, olds[name], now);
      return describeParts(name, marks[name] ?? {}, isRecord(olds[name]) ? olds[name] : {}, now);
    });
}

function describeParts(name: string, { normal = (value) => value }: FieldMarks, before: Values, now: Values): string[] {
  const old = normal(before) as Values;
  return Object.entries(now).flatMap(([part, value]) => {
    // A part may be written under two names: the normal form of this part alone has the name for comparisons.
    const [same = part] = Object.keys(normal({ [part]: value }) as Values);
    const isAsBefore = canonical(old[same] ?? null) === canonical((normal({ [part]: value }) as Values)[same] ?? null);
    return isAsBefore ? [] : describeOne(`${name}.${part}`, before[part] ?? old[same], value);
  });
}

function describeOne(name: string, before: unknown, now: unknown): string[] {
  if (hasUnknown(now)) return [];
  const [from, to] = [inWords(before), inWords(now)];
  return from === undefined || to === undefined || from === to ? [] : [`${name} ${shorten(from)} → ${shorten(to)}`];
}

/** A plain value, or a list of these, in words; undefined for any other value. */
function inWords(value: unknown): string | undefined {
  if (value === undefined || value === null) return "not set";
  if (Array.isArray(value)) return value.every(isPlain) ? value.join(", ") || "none" : undefined;
  return isPlain(value) ? (value === "" ? '""' : `${value}`) : undefined;
}

const shorten = (text: string): string => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
