// `stages.ts` calls `printPart` and `valuesIn`; `work.ts` calls `appendImports` for the program's first file. The
// layout may change. `protect: true` must stay, because an import protects each resource and the preview must show no
// change. `appendImports` must keep every existing line, because the file belongs to a person.
import { cleanLine } from "../../api";
import { block, isBag, isList, lineWidth, printObject, quote } from "./source";
import { type ArgumentValue, type LeftOut, type Part, Reference, Secret, type Thing } from "./thing";

/** The text of one file, as a person would write it. A thing must come after the things that it refers to. */
export function printPart({ file, things, leftOut }: Part): string {
  const values = things.flatMap(({ args }) => valuesIn(args));
  const hasSecret = values.some((value) => value instanceof Secret);
  const imports = [
    ...(hasSecret ? [`import * as pulumi from "@pulumi/pulumi";`] : []),
    ...(things.length > 0 ? [`import * as broker from "pulumi-broker";`] : []),
    ...importsOf(values, file),
  ];
  const paragraphs = [
    imports.join("\n"),
    hasSecret ? "const config = new pulumi.Config();" : "",
    ...things.map(printThing),
    leftOut.map(printLeftOut).join("\n"),
  ];
  return `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;
}

/** The values at any depth of a value, and the value itself. */
export function valuesIn(value: ArgumentValue): ArgumentValue[] {
  return isList(value) || isBag(value) ? [value, ...Object.values(value).flatMap(valuesIn)] : [value];
}

/** An import for each of the other files that something refers to. */
function importsOf(values: readonly ArgumentValue[], own: string): string[] {
  const foreign = values.filter((value) => value instanceof Reference).filter(({ file = own }) => file !== own);
  const sources = foreign.map(({ file = "" }) => specifierOf(file));
  return [...new Set(sources)].sort().map((source) => {
    const used = foreign.filter((_, at) => sources[at] === source).map(({ variable }) => variable);
    const names = [...new Set(used)].sort();
    const line = `import { ${names.join(", ")} } from ${source};`;
    if (line.length <= lineWidth || names.length === 1) return line;
    const lines = names.map((name) => `${name},`);
    return `import ${block("{", lines, "}", 0)} from ${source};`;
  });
}

const moduleOf = (file: string) => `./${file.replace(/\.ts$/, "")}`;
const specifierOf = (file: string) => quote(moduleOf(file));

function printThing({ type, name, variable, exported, args }: Thing): string {
  const before = variable === undefined ? "" : `${exported ? "export " : ""}const ${variable} = `;
  const made = `${before}new broker.${type}(`;
  const options = "{ protect: true }";
  const hasArguments = Object.keys(args).length > 0;
  const line = `${made}${quote(name)}, {}, ${options});`;
  if (!hasArguments && line.length <= lineWidth) return line;
  const lines = [quote(name), hasArguments ? printObject(args, 2) : "{}", options].map((each) => `${each},`);
  return `${block(made, lines, ")", 0)};`;
}

/** A comment on what the file does not declare. */
function printLeftOut({ what, why }: LeftOut): string {
  const [first = "", ...words] = cleanLine(`Left out: ${what}: ${why}`).split(" ");
  const lines = [`// ${first}`];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    // A line that begins with a word such as `@ts-ignore` would be an order to a tool.
    const canBegin = /^["(\p{L}\p{N}]/u.test(word) && !/ignore|lint/i.test(word);
    if (line.length <= lineWidth || !canBegin) lines[lines.length - 1] = line;
    else lines.push(`//   ${word}`);
  }
  return lines.join("\n");
}

/** The new text of the program's `index.ts`, with an import for each file that `text` does not import yet. */
export function appendImports(text: string, files: readonly string[]): string {
  const present = importedBy(text);
  const missing = [...new Set(files)].filter((file) => !present.has(moduleOf(file).toLowerCase()));
  if (missing.length === 0) return text;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const separator = text === "" || text.endsWith("\n") ? "" : end;
  return text + separator + missing.map((file) => `import ${specifierOf(file)};${end}`).join("");
}

/** A comment, or a string literal with the word before it. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(\w+[\s(]*)?("(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)/g;

/** The modules that a file imports, without their ending, in lower case. */
function importedBy(text: string): Set<string> {
  const found = new Set<string>();
  for (const { index, 1: word = "", 2: literal = "" } of text.matchAll(tokens)) {
    // An import of types alone does not run the file.
    const isOfTypes = /\b(import|export)\s+type\b[^"'`;]*$/.test(text.slice(0, index));
    if (isOfTypes || !/^(import|from|require)\b/.test(word)) continue;
    const module = literal.slice(1, -1).replace(/\.[cm]?[jt]s$/, "");
    found.add(module.toLowerCase());
  }
  return found;
}
