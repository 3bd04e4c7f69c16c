/** Looks over sources in languages whose compilers need not be on the machine. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const { Language, Parser } = require("@vscode/tree-sitter-wasm");
const grammars = dirname(require.resolve("@vscode/tree-sitter-wasm"));
await Parser.init();

/** A function that returns the first line of a source that is not a sentence of the language, or nothing. */
export async function parserOf(language) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(join(grammars, `tree-sitter-${language}.wasm`))));
  return (source) => {
    const tree = parser.parse(source);
    const wrong = tree.rootNode.hasError ? firstError(tree.rootNode) : undefined;
    tree.delete();
    return wrong && source.split("\n")[wrong.startPosition.row];
  };
}

/** The innermost node that says what the parser did not understand. */
function firstError(node) {
  const inner = node.children.find((each) => each?.hasError);
  return inner === undefined ? node : firstError(inner);
}
