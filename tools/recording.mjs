/** Draws what a command printed as an SVG: line after line, as it came, and all of it where motion is not wanted. */

const lineHeight = 19;
const mostColumns = 112;
/** The recording lasts this long, however long the command took. */
const seconds = 9;

/** The colours of a terminal by their numbers, in the order of the terminal. */
const colours = ["", "red", "green", "yellow", "blue", "magenta", "cyan"];

/**
 * @param {string} command the command, as a person types it
 * @param {{at: number, text: string}[]} pieces what it printed, and when
 * @returns {string} the text of the SVG
 */
export function draw(command, pieces) {
  const lines = [{ at: 0, text: `$ ${command}` }, ...linesOf(pieces)];
  const last = lines.at(-1).at || 1;
  const height = lines.length * lineHeight + 28;
  const width = mostColumns * 7.8 + 32;
  const drawn = lines.map(({ at, text }, n) => {
    const delay = ((at / last) * seconds).toFixed(2);
    return `<text x="16" y="${24 + n * lineHeight}" style="animation-delay:${delay}s">${spansOf(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(command)}</title>
<style>${style}</style>
<rect width="100%" height="100%" rx="8"/>
${drawn.join("\n")}
</svg>
`;
}

const style = `
rect{fill:#f6f8fa}
text{font:13px ui-monospace,monospace;fill:#1b1f24;white-space:pre;animation:come .01s both}
.red{fill:#b31d28}.green{fill:#116329}.yellow{fill:#8a4600}.blue{fill:#0550ae}.magenta{fill:#8250df}.cyan{fill:#1b6e7a}
.bold{font-weight:bold}
@keyframes come{from{opacity:0}to{opacity:1}}
@media (prefers-reduced-motion:reduce){text{animation:none}}
@media (prefers-color-scheme:dark){rect{fill:#161b22}text{fill:#e6edf3}
.red{fill:#ff8f87}.green{fill:#56d364}.yellow{fill:#e3b341}.blue{fill:#79b8ff}.magenta{fill:#d2a8ff}.cyan{fill:#76d9e6}}
`;

/** The lines of the output, each with the time at which it was whole. */
function linesOf(pieces) {
  const lines = [];
  let rest = "";
  for (const { at, text } of pieces) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const line of parts) lines.push({ at, text: line.trimEnd() });
  }
  // Lines of dots only say that the command goes on, and one blank line in a row is enough.
  const said = lines.filter(({ text }) => !plain(text).startsWith("@ "));
  return said.filter(({ text }, n) => plain(text) !== "" || plain(said[n - 1]?.text ?? "") !== "");
}

/** The sequences by which a terminal is told a colour. */
const sequence = new RegExp(`(${"\u001b"}\\[[\\d;]*m)`);
const plain = (text) =>
  text
    .split(sequence)
    .filter((_, n) => n % 2 === 0)
    .join("");

/** A line as coloured parts, cut where the drawing ends. */
function spansOf(line) {
  let classes = [];
  let left = mostColumns;
  return line
    .split(sequence)
    .map((part, n) => {
      if (n % 2 === 1) {
        classes = classesOf(part, classes);
        return "";
      }
      const shown = part.length > left ? `${part.slice(0, Math.max(0, left - 1))}…` : part;
      const isOver = left <= 0;
      left -= part.length;
      if (isOver || shown === "") return "";
      return classes.length === 0 ? escaped(shown) : `<tspan class="${classes.join(" ")}">${escaped(shown)}</tspan>`;
    })
    .join("");
}

/** The classes after a sequence. "38;5;N" names a colour by its number; 9 to 14 are the bright ones of 1 to 6. */
function classesOf(part, before) {
  const [kind, , number] = part.slice(2, -1).split(";");
  if (kind === "" || kind === "0") return [];
  if (kind === "1") return [...before, "bold"];
  const colour = colours[Number(kind === "38" ? number : kind - 30) % 8];
  return colour ? [...before.filter((each) => each === "bold"), colour] : before;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
