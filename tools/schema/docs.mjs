/** Turns doc comments, which are written for TypeScript programs, into descriptions for programs in any language. */

/** An example in TypeScript, which says nothing to the others: their SDKs have their own form. */
const example = /^```[\s\S]*?^```$/gm;

/** What only a TypeScript program does, in the words that suit every language. */
const rewritings = [
  [/\{@link (\w+)\}/g, "`$1`"],
  [/(^|\. )`\{ import: ("[^"]*") \}`/gm, "$1The option `import: $2`"],
  [/`\{ import: ("[^"]*") \}`/g, "the option `import: $1`"],
  [/\$\{pulumi\.getStack\(\)\}/g, "<stack>"],
  // Only the classes of this package take a resource in place of its id.
  [/, (as a resource or by its id|by its id or as a resource)\b/g, ", by its id"],
  [/: the resource, or its id,/g, ": its id,"],
  [/, or the resource itself/g, ""],
  [/ (An instance|A resource) that this run makes needs the form with `Output`\./g, ""],
  // Only a TypeScript program has values that have no form of their own in the engine.
  [/ A `Date` counts as its ISO text;.*? a preview warns of each `\{\}`\./g, ""],
  // The plain functions return plain results; a provider marks what is secret in them.
  [
    /: `get\w+Output` keeps (it|them) secret; this function returns (it|them) in plain text/g,
    ". Secret fields of the result stay secret",
  ],
  [/, with credentials in plain text\. Keep them secret/g, ". Secret"],
  [/ Keep (it|them) secret\./g, " Secret."],
  [/A setting of this page\b/g, "A setting of this list"],
];

/** The description that a doc comment makes, one line for each paragraph. */
export function describe(comment) {
  const texts = comment
    .replace(example, "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  return rewritings.reduce((all, [before, after]) => all.replace(before, after), paragraphs(...texts));
}

/** The sentence that a `@throws` tag makes. */
export function describeThrows(text) {
  if (text === undefined) return "";
  return describe(text.replace(/^(?=at )/, "Refused ").replace(/^(?=when )/, "Fails "));
}

/** Paragraphs as one text, without the empty ones. */
export const paragraphs = (...texts) => texts.filter(Boolean).join("\n\n");

/** The first sentence of a description. */
export const firstSentence = (text) => /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;

/** Values as code, one after another. */
export const asCode = (values) => values.map((value) => `\`${value}\``).join(", ");

/** What the doc comment of an argument says of the output with the same name: its first sentence, and that it is secret. */
export const ofOutput = (text) =>
  text
    .split(/(?<=\.)\s+(?=[A-Z`])/)
    .filter((sentence, i) => i === 0 || /^Secret\b/.test(sentence))
    .join(" ");
