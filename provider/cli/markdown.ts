// `drift.ts`, `drift/report.ts`, `adopt/check.ts` and `map/mermaid.ts` use the file. In Markdown, every text must pass
// through `encoded`.
import { table } from "./terminal";

/**
 * What calls or links at the beginning of a text, where a reader decodes numbers before it looks for this: `@name`, `#1`,
 * `$$`, `://`, `:smile:`, `fa:fa-ban`. A sign that does neither, as in `team:orders`, stays as it can be copied.
 */
const calling = /^([-.@$&^\\]|[#!~%](?=["'\p{L}\p{N}_])|:(?=\/|fa-|[\w+-]+:))/iu;

/**
 * A text in which every character that a language of markup could read is written by its number: after `&#` for Markdown,
 * after `#` for Mermaid. A name shall neither format, nor link, nor call a person. A space of no width behind the sign
 * ends what still calls or links.
 */
export const encoded = (text: string, mark: "&#" | "#"): string =>
  text.replace(/[^\p{L}\p{M}\p{N} ,.·→()/=+-]|(?<=www)\.|(?<=\bgh)-/giu, (each, at: number) => {
    const written = `${mark}${each.codePointAt(0)};`;
    return calling.test(text.slice(at)) ? `${written}${mark}8203;` : written;
  });

/** The looks of a result for people. */
export const looks = {
  table: { table, line: (text: string) => text },
  markdown: { table: markdownTable, line: (text: string) => encoded(text, "&#") },
};

/** How a result is printed: a table, and a line below it. */
export type Look = (typeof looks)["table"];

/** A table as Markdown, with an empty line below it; no line where the table would have no rows. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => encoded(cell, "&#")).join(" | ")} |`;
  return rows.length === 0 ? [] : [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), ""];
}
