/** The prose of the pages, in paragraphs: for the check of the prose and for the draw of sentences. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { root } from "./run.mjs";

const markdown = new MarkdownIt({ html: true });

/** The pages of prose, each with its text: all but the reference. */
export function pagesOfProse() {
  const docs = readdirSync(join(root, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : []));
  return ["README.md", "CONTRIBUTING.md", ...docs].map((page) => [page, readFileSync(join(root, page), "utf8")]);
}

/** The paragraphs, items and cells of a page, each with its line, as Markdown (`source`) and in its parts. */
export function paragraphsOf(page) {
  const withoutHead = page.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replace(/.+/g, ""));
  let line = 0;
  return markdown.parse(withoutHead, {}).flatMap(({ type, map, content, children }) => {
    line = map?.[0] ?? line;
    return type === "inline" ? [{ line: line + 1, source: content, parts: children }] : [];
  });
}
