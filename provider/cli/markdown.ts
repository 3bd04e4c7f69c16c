// `drift.ts` and `adopt/check.ts` print with `looks`; `map/mermaid.ts` calls `encoded`. The form of tables may change.
// In Markdown, every text must pass through `encoded`, because a name could otherwise format, link or call a person.
import { table } from "./terminal";

/**
 * The beginning of a text that calls a person or links: `@name`, `#1`, `$$`, `://`, `:smile:`, `fa:fa-ban`. A renderer
 * may decode numbers before it looks for such a beginning. The sign in `team:orders` neither calls nor links.
 */
const calling = /^([-.@$&^\\]|[#!~%](?=["'\p{L}\p{N}_])|:(?=\/|fa-|[\w+-]+:))/iu;

/**
 * Writes each character that a markup language could read as its number, after `&#` for Markdown or `#` for Mermaid.
 * So a name cannot format, link or call a person. A sign that `calling` matches gets a space of no width (8203) behind
 * it, which stops a renderer that decodes numbers first.
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

/** A table as Markdown, with an empty line below it; no line for a table without rows. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => encoded(cell, "&#")).join(" | ")} |`;
  return rows.length === 0 ? [] : [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), ""];
}
