/** The state of a scan over a regular expression. */
interface Scan {
  text: string;
  /** The place of the next character. */
  at: number;
  /** The number of open groups. */
  open: number;
  /** True when a quantifier at this place has something to repeat. */
  isRepeatable: boolean;
}

/**
 * Features that only some dialects have (quoting, comments, free spacing, verbs). The scan would misread a text with
 * them.
 */
const unjudged = /\\Q|\(\?#|\(\?[a-zA-Z^-]*x|\(\*[A-Z:]/;

/**
 * Explains why no dialect accepts a text as a regular expression; undefined when one may. The specification names no
 * dialect, so only what all of them refuse is refused: brackets that do not match, a quantifier with nothing to repeat,
 * a backslash at the end.
 */
export function explainBadRegex(text: string): string | undefined {
  if (unjudged.test(text)) return undefined;
  const scan: Scan = { text, at: 0, open: 0, isRepeatable: false };
  while (scan.at < text.length) {
    const problem = readNext(scan);
    if (problem !== undefined) return `is no regular expression: ${problem}`;
  }
  return scan.open > 0 ? 'is no regular expression: a "(" is not closed: write \\( for the character' : undefined;
}

function readNext(scan: Scan): string | undefined {
  const character = scan.text[scan.at] ?? "";
  scan.at += 1;
  if (character === "\\") {
    if (scan.at >= scan.text.length) return "it ends in a backslash: write \\\\ for the character";
    scan.at += 1;
  } else if (character === "[") {
    const end = endOfClass(scan.text, scan.at);
    if (end === undefined) return 'a "[" is not closed: write \\[ for the character';
    scan.at = end;
  } else if (character === "(") {
    scan.open += 1;
    // The character after "(?" says what kind of group follows; the "?" is no quantifier here.
    if (scan.text[scan.at] === "?") scan.at += 1;
    scan.isRepeatable = false;
    return undefined;
  } else if (character === ")") {
    if (scan.open === 0) return 'a ")" closes nothing: write \\) for the character';
    scan.open -= 1;
  } else if (character === "|") {
    scan.isRepeatable = false;
    return undefined;
  } else if ("*+?".includes(character) && !scan.isRepeatable) {
    return `a "${character}" has nothing to repeat: write .* for any text, or \\${character} for the character`;
  }
  scan.isRepeatable = true;
  return undefined;
}

/**
 * The place after the character class whose "[" stands before `start`; undefined when no dialect sees the end of the
 * class.
 */
function endOfClass(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "]") return at + 1;
  }
  return undefined;
}
