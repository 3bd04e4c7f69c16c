// `source.ts` prints values as TypeScript literals, on one line or on several. `program.ts` calls its functions.
// `lineWidth` and the layout may change; `quote` and `printKey` must escape every text, because names of the account
// are foreign text.
import { isRecord } from "../../api";
import { type ArgumentValue, Reference, Secret } from "./thing";

/** The most columns of a line. */
export const lineWidth = 120;

/** Characters that nobody sees in a source file: control characters, invisible characters and unusual blanks. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}/gu;

/** A string literal for any text. */
export const quote = (text: string): string => JSON.stringify(text).replace(unseen, escapeUnits);

/** Escapes each half of a character, because not every reader knows the form with braces. */
const escapeUnits = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The name of a property in an object literal. */
function printKey(name: string): string {
  // Without the brackets the object would get a prototype.
  if (name === "__proto__") return '["__proto__"]';
  // Compilers differ on letters beyond ASCII that need quotes; so every name with such a letter is escaped and quoted.
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name).replace(/[^\0-\x7f]/g, escapeUnits);
}

type Bag = { readonly [name: string]: ArgumentValue };

/** A value, on one line if the value has room behind the `indent` of the line and `before` more columns. */
function printValue(value: ArgumentValue, indent: number, before: number): string {
  const inline = printInline(value);
  // A comma follows.
  if (inline !== undefined && indent + before + inline.length < lineWidth) return inline;
  if (isList(value) && value.length > 0) {
    const lines = value.map((each) => `${printValue(each, indent + 2, 0)},`);
    return block("[", lines, "]", indent);
  }
  return isBag(value) && Object.keys(value).length > 0 ? printObject(value, indent) : (inline ?? "");
}

/** An object with a line for each property. */
export function printObject(value: Bag, indent: number): string {
  const lines = Object.entries(value).map(([name, each]) => {
    const key = `${printKey(name)}: `;
    return `${key}${printValue(each, indent + 2, key.length)},`;
  });
  return block("{", lines, "}", indent);
}

export function block(open: string, lines: readonly string[], close: string, indent: number): string {
  const inner = `\n${" ".repeat(indent + 2)}`;
  return `${open}${lines.map((line) => inner + line).join("")}\n${" ".repeat(indent)}${close}`;
}

/** A value on one line; undefined for a list of objects, which has a line for each of them. */
function printInline(value: ArgumentValue): string | undefined {
  if (typeof value === "string") return quote(value);
  // `String` would lose the sign of a negative zero.
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Secret) return `config.requireSecret(${quote(value.key)})`;
  if (value instanceof Reference) return value.variable;
  if (isList(value)) {
    const each = value.map(printInline);
    return (value.length > 1 && value.every(isBag)) || each.includes(undefined) ? undefined : `[${each.join(", ")}]`;
  }
  const each = Object.entries(value).map(([name, inner]) => [printKey(name), printInline(inner)] as const);
  if (each.some(([, inner]) => inner === undefined)) return undefined;
  return each.length === 0 ? "{}" : `{ ${each.map((pair) => pair.join(": ")).join(", ")} }`;
}

export const isList = (value: ArgumentValue): value is readonly ArgumentValue[] => Array.isArray(value);
export const isBag = (value: ArgumentValue): value is Bag =>
  isRecord(value) && !(value instanceof Secret) && !(value instanceof Reference);
