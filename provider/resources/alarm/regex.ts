// `schema.ts` refuses a `queueRegex` or `vhostRegex` for which `explainBadRegex` finds a reason. A changed text needs
// `npm run docs`. An expression that some dialect takes must pass, because the dialect of the service is not known.

/** Syntax of some dialects, not judged here: quoting, comments, free spacing, verbs, a class that begins with "]". */
const unjudged = /\\Q|\(\?#|\(\?[a-zA-Z^-]*x|\(\*[A-Z:]|\[\^?\]/;

/** An escaped character, a class of characters, the beginning of a group (whose "?" is no quantifier), or a character. */
const part = /\\.|\[(?:\\.|[^\\\]])*\]|\(\??|./gs;

/** Explains why no usual dialect (JavaScript, PCRE, RE2) accepts a text as a regular expression; else undefined. */
export function explainBadRegex(text: string): string | undefined {
  const problem = unjudged.test(text) ? undefined : findProblem(text);
  return problem && `is not a valid regular expression: ${problem}`;
}

function findProblem(text: string): string | undefined {
  let open = 0;
  let isRepeatable = false;
  for (const [found] of text.matchAll(part)) {
    if (found === "\\") return "the text ends in a single backslash; write \\\\ to match a backslash";
    if (found === "[") return 'a "[" has no closing "]"; write \\[ to match the character itself';
    if (found === ")" && open === 0) return 'a ")" has no opening "("; write \\) to match the character itself';
    if (/^[*+?]$/.test(found) && !isRepeatable)
      return `a "${found}" has nothing to repeat; write .* to match any text, or write \\${found} to match the character itself`;
    const isOpening = found.startsWith("(");
    if (isOpening) open += 1;
    if (found === ")") open -= 1;
    isRepeatable = !isOpening && found !== "|";
  }
  return open > 0 ? 'a "(" has no closing ")". To match the character "(" itself, write \\(' : undefined;
}
