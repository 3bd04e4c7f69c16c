/**
 * `node tools/draw.mjs <seed>`: prints 40 sentences of the pages and 30 messages of the package, drawn at random, without
 * their page. A sentence that a reader has to read twice is a defect.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import retextEnglish from "retext-english";
import ts from "typescript";
import { unified } from "unified";
import { main, root } from "./run.mjs";
import { pagesOfProse, paragraphsOf } from "./sentences.mjs";

const fewestWords = 4;
/** Matches the functions to which the package gives a line that it shows. */
const noting = /^(note|warn|say|print|ok|fault)$/;
const english = unified().use(retextEnglish);
const read = (path) => readFileSync(join(root, path), "utf8");

await main(() => {
  const seed = process.argv[2] ?? "1";
  const others = ["CHANGELOG.md", "provider/emulator/DIFFERENCES.md"].map(read);
  const pages = [...pagesOfProse().map(([, page]) => page), ...others];
  print(draw(40, seed, pages.flatMap(sentencesOf)));
  print(draw(30, seed, messages()));
});

/** The whole sentences of a page. A span of code is one word while the text is parsed; links lose their targets. */
function sentencesOf(page) {
  const spans = [];
  const texts = paragraphsOf(page).map(({ source }) =>
    source.replace(/\]\([^)]*\)|\\?\n/g, (end) => (end.startsWith("]") ? "]" : " ")),
  );
  return (
    texts
      .map((text) => text.replace(/`[^`]*`/g, (span) => `Code${spans.push(span) - 1}`))
      .flatMap((text) =>
        english
          .parse(text)
          .children.flatMap(({ children = [] }) => children.filter(({ type }) => type === "SentenceNode"))
          .map(({ position: { start, end } }) => text.slice(start.offset, end.offset)),
      )
      .filter((sentence) => /^\P{Ll}.*[.:?!_]$/u.test(sentence))
      // The parser takes a number with a full stop for an abbreviation.
      .flatMap((sentence) => sentence.split(/(?<=\d\.) (?=[A-Z_])/))
      .map((sentence) => sentence.replace(/\bCode(\d+)\b/g, (_, index) => spans[index]))
  );
}

/** The messages that the package shows: those of its errors, and those that its sources note as they stand. */
function messages() {
  const { kinds, texts } = JSON.parse(read("tools/troubleshooting.json"));
  const names = readdirSync(join(root, "provider"), { recursive: true, encoding: "utf8" });
  // The emulator speaks with the words of the service.
  const sources = names.filter((name) => /^(?!emulator).*\.ts$/.test(name));
  const ofErrors = [...Object.values(kinds), ...texts].map(([text]) => text);
  return [...ofErrors, ...sources.flatMap((name) => notesOf(`provider/${name}`))];
}

function notesOf(path) {
  const found = [];
  const look = (node) => {
    const [text] =
      ts.isCallExpression(node) && noting.test((node.expression.name ?? node.expression).text) ? node.arguments : [];
    if (text && ts.isStringLiteralLike(text)) found.push(text.text);
    if (text && ts.isTemplateExpression(text))
      found.push([text.head.text, ...text.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  return found;
}

/** A draw that the seed alone decides: the texts in the order of their digests. */
function draw(count, seed, all) {
  const says = (text) => text.replace(/`[^`]*`/g, "").split(/\s+(?=\p{L})/u).length >= fewestWords;
  const digest = (text) => createHash("sha256").update(`${seed}\n${text}`).digest("hex");
  const unique = [...new Set(all.map((text) => text.trim()).filter(says))];
  return { of: unique.length, drawn: unique.sort((a, b) => (digest(a) < digest(b) ? -1 : 1)).slice(0, count) };
}

function print({ of, drawn }) {
  console.log(`${drawn.length} of ${of}:\n`);
  for (const [index, text] of drawn.entries()) console.log(`${index + 1}. ${text}`);
  console.log("");
}
