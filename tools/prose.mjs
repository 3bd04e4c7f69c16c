/**
 * `npm run lint` and `npm test`: reads the prose of the pages sentence by sentence. Fails for a sentence of more than 25
 * words, in which a span of code is one word, and for a word that stands there twice. The cells of tables count, too.
 */
import retextEnglish from "retext-english";
import retextRepeatedWords from "retext-repeated-words";
import { unified } from "unified";
import { main } from "./run.mjs";
import { pagesOfProse, paragraphsOf } from "./sentences.mjs";

const mostWords = 25;
const retext = unified().use(retextEnglish).use(retextRepeatedWords).use(limitWords);

await main(() => {
  // A linter that does not find these faults would not find those of the pages.
  const planted = [`It is ${"very, ".repeat(24)}long.`, `Yes. \`x\` ${"has more ".repeat(13)}.`, "| a a |\n| --- |"];
  if (planted.some((page) => faultsOf(page).length === 0)) throw new Error("The check of the prose is blind.");
  if (faultsOf(`It is ${"very, ".repeat(22)}long. \`x y\` is not.`).length > 0) throw new Error("It sees too much.");
  const faults = pagesOfProse().flatMap(([page, text]) => faultsOf(text).map((fault) => `${page}:${fault}`));
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
});

/** The faults of a page, each with the line at which its paragraph, its item or its row begins. */
function faultsOf(page) {
  return paragraphsOf(page).flatMap(({ line, parts }) => {
    // The parser takes these two words with a full stop for abbreviations.
    const text = parts
      .map(textOf)
      .join("")
      .replace(/\b(id|in)\.(?= )/g, "$1s.");
    return retext.processSync(text).messages.map(({ reason }) => `${line}: ${reason}`);
  });
}

/** Code may begin a sentence, so that its word has a capital letter. */
function textOf({ type, content }) {
  if (type === "code_inline") return "Code";
  return type === "softbreak" || type === "hardbreak" ? " " : type === "html_inline" ? "" : content;
}

function limitWords() {
  this.compiler = String;
  return (tree, file) => {
    for (const sentence of tree.children.flatMap((paragraph) => paragraph.children ?? [])) {
      if (sentence.type !== "SentenceNode") continue;
      const words = sentence.children.filter(({ type }) => type === "WordNode" || type === "SourceNode").length;
      const { start, end } = sentence.position;
      const text = String(file).slice(start.offset, end.offset);
      if (words > mostWords) file.message(`a sentence of ${words} words, where ${mostWords} are the most: ${text}`);
    }
  };
}
