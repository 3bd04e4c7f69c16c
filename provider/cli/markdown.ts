import { table } from "./terminal";

/**
 * A text with each character that markup could read written by its number: `&#…` for Markdown, `#…` for Mermaid. Some
 * readers still call or link (`@name`, `#1`, `fa:fa-ban`, `$$`), which a space of no width behind the sign ends.
 */
export const encoded = (text: string, mark: "&#" | "#"): string =>
  text.replace(/[^\p{L}\p{M}\p{N} ,.·→()/=+-]|(?<=www)\.|(?<=\bgh)-/giu, (each) => {
    const written = `${mark}${each.codePointAt(0)};`;
    return /[-.@#!~$&%^:\\]/.test(each) ? `${written}${mark}8203;` : written;
  });

/** How a result is printed: a table, and a line below it. */
export interface Look {
  table(head: readonly string[], rows: readonly (readonly string[])[]): string[];
  line(text: string): string;
}

/** The looks of a result for people. */
export const looks: Record<"table" | "markdown", Look> = {
  table: { table, line: (text) => text },
  markdown: { table: markdownTable, line: (text) => encoded(text, "&#") },
};

/** A table as Markdown, with an empty line below it; no line where the table would have no rows. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => encoded(cell, "&#")).join(" | ")} |`;
  return rows.length === 0 ? [] : [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), ""];
}
