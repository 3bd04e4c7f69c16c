/** Texts that people type into a control panel and that a program, a file name or a shell would misunderstand. */
// biome-ignore format: short texts
export const hostileNames: readonly string[] = [
  `He said "no", 'yes' and \`maybe\``, "two\nlines\r\nand a\ttab", "🐇 orders 🥕",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay the text that it is
  "${process.exit(1)}",
  "*/ process.exit(1); /*", "</script><!-- // -->", "class", "default", "__proto__", "constructor", "index",
  "networks", "broker", "pulumi", "config", "x".repeat(300), "twin", "twin", "Twin", "tw in", "tw-in", "---",
  "!?.,;:", "..", "../../etc/passwd", "C:\\temp\\new", "سوق الطلبات", "\u202egnp.exe", "1st", "42", "true", "null",
  "key: value # comment", "$& and $1", "a::b$c", "%s %2F {{name}}", "zero\u200bwidth", "line\u2028separator",
  "e\u0301clair", "\u00e9clair", " spaces around ", "--stack", "half a character \ud83d",
];

/** Gives names to what an account holds. */
export interface Names {
  /** A name of one thing: the plain one, or the next hostile one. */
  next(plain: string): string;
  /** Like {@link next}, where the service takes an empty name too. */
  nextOrEmpty(plain: string): string;
  /** The name that was given last, for a second use; the plain one where names are plain. */
  again(plain: string): string;
}

/** Makes a source of names, which begins at this place of the list. The same calls give the same names. */
export function namesOf(kind: "plain" | "hostile", start = 0): Names {
  if (kind === "plain") return { next: (plain) => plain, nextOrEmpty: (plain) => plain, again: (plain) => plain };
  let [given, asked] = [start, 0];
  const at = (place: number) => hostileNames[place % hostileNames.length] ?? "";
  const next = () => at(given++);
  return {
    next,
    nextOrEmpty: () => {
      asked += 1;
      return asked % 5 === 0 ? "" : next();
    },
    again: () => at(Math.max(0, given - 1)),
  };
}
