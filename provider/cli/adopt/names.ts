// `names.ts` invents the names in a new program: resources, variables, files and config keys. `stages.ts` calls
// `createNames`, and `parts.ts` asks for each name. Reserved words may be added. Names must never clash in a program,
// and must not depend on the order of the account's lists, because this order can change.

/** A thing of the account that needs a name. */
export interface Wish {
  /** The name of the class. Logical names of different types do not clash. */
  type: string;
  /** The Pulumi id, which becomes part of the name where the name alone would clash. */
  id: string;
  /** What the service calls the thing; foreign text. */
  wished: string;
  /** The name where nothing readable is left of the wished one, such as `broker-123`. */
  fallback: string;
}

export interface TakenNames {
  /** The logical names with their types, from the state and from the program. */
  logical?: readonly { type: string; name: string }[];
  variables?: readonly string[];
  /** The files and folders in the program's folder. */
  files?: readonly string[];
  /** The keys of the stack's configuration, without the project's name. */
  configKeys?: readonly string[];
}

export type Names = ReturnType<typeof createNames>;

/** Starts to hand out names that differ from the names that exist already. */
export function createNames({ logical = [], variables = [], files = [], configKeys = [] }: TakenNames = {}) {
  return {
    logical: createSpace(
      { toName: toLogicalName, join: joinWithHyphen, most: 60, keyOf: (name, { type }) => `${type} ${name}` },
      logical.map(({ type, name }) => `${type} ${name}`),
    ),
    /** Variables, each of which is the only one of its name in all files. */
    variables: createSpace({ toName: toIdentifier, join: joinInCamelCase, most: 40 }, [...reservedWords, ...variables]),
    files: createSpace(
      { toName: toKebabCase, join: joinWithHyphen, most: 57, ending: ".ts" },
      // Node takes `orders.js`, `orders.json` and even a folder `orders` for what `./orders` means.
      [...reservedFiles, ...files.map((file) => file.toLowerCase().replace(/\.[^.]*$/, ""))],
    ),
    /** Keys of the stack's configuration. The wished name has the argument's name at its end. */
    configKeys: createSpace({ toName: toIdentifier, join: joinInCamelCase, most: 60 }, configKeys),
  };
}

/** The wished key of a secret: the name of the thing and of the argument, without `config` and a repeated word. */
export function wishedKey(name: string, path: readonly string[]): string {
  const own = path.filter((each, index) => each !== "config" || index === path.length - 1);
  const first = `-${/^[a-z]+/.exec(own[0] ?? "")?.[0]}`;
  return [name.endsWith(first) ? name.slice(0, -first.length) : name, ...own].join("-");
}

/** How names of one sort are made. */
interface Rules {
  /** Makes a name of a foreign text; empty if nothing readable is left. */
  toName(text: string, fallback: string): string;
  join(name: string, more: string): string;
  /** The most characters of a name. */
  most: number;
  /** The text that must differ between two names; without `keyOf`, the name itself. */
  keyOf?(name: string, wish: Wish): string;
  /** What every name ends in. */
  ending?: string;
}

/** The most characters that an id adds to a name. */
const mostOfId = 24;

/** Hands out names of one sort, each once, in any order. Things with the same wish all get their ids in their names. */
function createSpace({ toName, join, most, keyOf = (name) => name, ending = "" }: Rules, taken: readonly string[]) {
  const used = new Set(taken);

  function baseOf({ type, wished, fallback }: Wish): string {
    const names = [wished, fallback, type].map((text) => cut(toName(text, fallback), most));
    return names.find((name) => name !== "") ?? "thing";
  }

  function nameWithId(wish: Wish, base: string): string {
    const id = endOfId(toKebabCase(wish.id)) || "2";
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? id : `${id}-${number}`;
      // `join` may put one character between the two parts.
      const name = join(cut(base, most - suffix.length - 1), suffix);
      if (!used.has(keyOf(name, wish))) return name;
    }
  }

  return (wishes: readonly Wish[]) => {
    const all = wishes.map((wish) => ({ wish, name: baseOf(wish) }));
    const keys = all.map(({ wish, name }) => keyOf(name, wish));
    const isFree = keys.map((key) => !used.has(key) && keys.indexOf(key) === keys.lastIndexOf(key));
    for (const [at, key] of keys.entries()) if (isFree[at]) used.add(key);
    // The order of the things must not show in their names.
    const clashing = all.filter((_, at) => !isFree[at]).sort((a, b) => (orderOf(a.wish) < orderOf(b.wish) ? -1 : 1));
    for (const each of clashing) {
      each.name = nameWithId(each.wish, each.name);
      used.add(keyOf(each.name, each.wish));
    }
    return all.map(({ name }) => name + ending);
  };
}

const orderOf = ({ type, id, wished, fallback }: Wish) => JSON.stringify([type, id, wished, fallback]);

/** An id; of a long id, only the words at its end. */
const endOfId = (id: string): string => (id.length > mostOfId ? id.slice(-mostOfId).replace(/^[^-]*-/, "") : id);

/** The beginning of a name, without half a character and without a separator at its end. */
const cut = (name: string, most: number): string => [...name].slice(0, most).join("").replace(/-+$/, "");

/** A letter, a digit, or a mark that belongs to the letter before it, as far as a person can see it. */
const readable = /[\p{L}\p{Nd}]/u;
const unreadable = /[^\p{L}\p{Mn}\p{Mc}\p{Nd}_.-]|\p{DI}/gu;

function toLogicalName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(unreadable, " ")
    .replace(/[- ]+/g, (run) => (run.includes(" ") ? "-" : run))
    .replace(/^[-\p{M}]+/u, "")
    .replace(/-+$/, "");
  return readable.test(name) ? name : "";
}

/** The words of a text in ASCII. A letter outside ASCII loses its marks, or is left out; ß becomes two. */
function wordsOf(text: string): string[] {
  const latin = text.replace(/ß/g, "ss").replace(/ẞ/g, "SS");
  const plain = latin.normalize("NFKD").replace(/(?![A-Za-z])[\p{L}\p{M}]/gu, "");
  return plain.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

/** An identifier in camelCase. In place of a first digit, an identifier begins with a word of the fallback. */
function toIdentifier(text: string, fallback: string): string {
  const words = wordsOf(text);
  if (/^\d/.test(words[0] ?? "")) words.unshift(wordsOf(fallback).find((word) => /^[A-Za-z]+$/.test(word)) ?? "the");
  return words.reduce(joinInCamelCase, "");
}

function joinInCamelCase(name: string, more: string): string {
  return wordsOf(more).reduce((joined, word) => {
    if (joined === "") return word.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (capitals) => capitals.toLowerCase());
    // A text in capitals is one word, in which only the first letter stays a capital.
    const usual = /^[A-Z0-9]{2,}$/.test(word) ? word.toLowerCase() : word;
    const isBetweenDigits = /\d$/.test(joined) && /^\d/.test(usual);
    return joined + (isBetweenDigits ? "_" : "") + usual.charAt(0).toUpperCase() + usual.slice(1);
  }, name);
}

function toKebabCase(text: string): string {
  const words = wordsOf(text).map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-"));
  return words.join("-").toLowerCase();
}

const joinWithHyphen = (name: string, more: string) => `${name}-${more}`;

/** Names that no variable may have: words of the language, and names that the files or Node use. */
const reservedWords = `
  break case catch class const continue debugger default delete do else enum export extends false finally for function
  if import in instanceof new null return super switch this throw true try typeof var void while with yield
  await implements interface let package private protected public static arguments eval undefined NaN Infinity
  exports module require global globalThis process console pulumi broker config
`
  .trim()
  .split(/\s+/);

/** Names that no file may have: the name of the program itself, and the names that Windows keeps for devices. */
const reservedFiles = [
  "index",
  ...["con", "prn", "aux", "nul"],
  ...[..."0123456789"].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
];
