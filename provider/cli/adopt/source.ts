import { type ArgumentValue, Reference, Secret } from "./thing";

/** The most columns of a line. */
export const lineWidth = 120;

/** What would do something unseen in a source file: control and invisible characters, blanks that are no blank. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}/gu;

/** A string literal, which says a text in full whatever is in it. */
export function quote(text: string): string {
  const count = (mark: string) => text.split(mark).length;
  const mark = count('"') > count("'") ? "'" : '"';
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(unseen, escapeUnits);
  return mark + escaped + mark;
}

/** Escapes each half of a character: the form with braces is not known to all readers. */
function escapeUnits(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The name of a property in an object literal. */
export function printKey(name: string): string {
  // Without the brackets the object would get a prototype.
  if (name === "__proto__") return '["__proto__"]';
  // Which letters beyond ASCII need no quotes depends on the compiler's age; escaped they are quoted in any case.
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name).replace(/[^\0-\x7f]/g, escapeUnits);
}

type Bag = { readonly [name: string]: ArgumentValue };

/**
 * A value as the formatter leaves it.
 * @param indent the columns before the line that the value begins in
 * @param before the columns of that line before the value
 */
export function printValue(value: ArgumentValue, indent: number, before: number): string {
  const inline = printInline(value);
  // A comma follows. What is empty stays together wherever it ends.
  if (inline !== undefined && (inline.length === 2 || indent + before + columnsOf(inline) < lineWidth)) return inline;
  if (isList(value)) return value.every(isNumber) && value.length > 1 ? fill(value, indent) : printList(value, indent);
  return isBag(value) ? printObject(value, indent) : (inline ?? "");
}

/** An object with a line for each property. */
export function printObject(value: Bag, indent: number): string {
  const lines = Object.entries(value).map(([name, each]) => `${printProperty(name, each, indent + 2)},`);
  return block("{", lines, "}", indent);
}

function printProperty(name: string, value: ArgumentValue, indent: number): string {
  const key = `${printKey(name)}: `;
  const printed = printValue(value, indent, columnsOf(key));
  const fits = indent + columnsOf(key) + columnsOf(printed) < lineWidth;
  // A long text has a line for itself, unless its place on that line would be much the same.
  const isOnNextLine = typeof value === "string" && !fits && columnsOf(key) - 2 > 4;
  return isOnNextLine ? `${key.trimEnd()}\n${" ".repeat(indent + 2)}${printed}` : key + printed;
}

function printList(values: readonly ArgumentValue[], indent: number): string {
  const lines = values.map((each) => `${printValue(each, indent + 2, 0)},`);
  return block("[", lines, "]", indent);
}

/** Numbers, as many in each line as there is room for. */
function fill(values: readonly number[], indent: number): string {
  const lines: string[] = [];
  for (const each of values.map((value) => `${printNumber(value)},`)) {
    const last = lines.at(-1);
    if (last !== undefined && indent + 2 + last.length + 1 + each.length <= lineWidth) {
      lines.push(`${lines.pop()} ${each}`);
    } else {
      lines.push(each);
    }
  }
  return block("[", lines, "]", indent);
}

/** Lines between brackets. */
export function block(open: string, lines: readonly string[], close: string, indent: number): string {
  const inner = `\n${" ".repeat(indent + 2)}`;
  return `${open}${lines.map((line) => inner + line).join("")}\n${" ".repeat(indent)}${close}`;
}

/** A value on one line; undefined where the formatter has several in any case. */
function printInline(value: ArgumentValue): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "boolean" || value === null) return String(value);
  if (value instanceof Secret) return `config.requireSecret(${quote(value.key)})`;
  if (value instanceof Reference) return value.variable;
  if (isList(value)) {
    const each = value.map(printInline);
    return isTable(value) || each.includes(undefined) ? undefined : `[${each.join(", ")}]`;
  }
  const each = Object.entries(value).map(([name, inner]) => [printKey(name), printInline(inner)] as const);
  if (each.some(([, inner]) => inner === undefined)) return undefined;
  return each.length === 0 ? "{}" : `{ ${each.map((pair) => pair.join(": ")).join(", ")} }`;
}

/** True for several objects, or several lists, of more than one value each. */
function isTable(values: readonly ArgumentValue[]): boolean {
  const isAll = (isOne: typeof isList | typeof isBag) =>
    values.every((value) => isOne(value) && Object.keys(value).length > 1);
  return values.length > 1 && (isAll(isList) || isAll(isBag));
}

function printNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

const isNumber = (value: ArgumentValue): value is number => typeof value === "number";
const isList = (value: ArgumentValue): value is readonly ArgumentValue[] => Array.isArray(value);
const isBag = (value: ArgumentValue): value is Bag =>
  typeof value === "object" &&
  value !== null &&
  !isList(value) &&
  !(value instanceof Secret) &&
  !(value instanceof Reference);

/** Characters that take two columns, as good as all of them. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;
/** Characters that take none, because they belong to the one before them. */
const joined = /[\p{Mn}\p{Me}\p{Grapheme_Extend}\u1160-\u11ff\ud7b0-\ud7fb]/u;

/** The columns that a formatter counts for a text. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...text].reduce((sum, each) => sum + (joined.test(each) ? 0 : wide.test(each) ? 2 : 1), 0);
}
