import { encoded, looks } from "../../../provider/cli/markdown";

/** The text as a reader sees that decodes the numbers; `|` stands for a space of no width. */
const decoded = (text: string) =>
  encoded(text, "&#")
    .replaceAll("&#8203;", "|")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

test.each([
  ["team:orders", "team:orders"],
  ["100% of it, or more!", "100% of it, or more!"],
  ['["a:b","c"]', '["a:b","c"]'],
  ["10.56.72.0/24", "10.56.72.0/24"],
])("what neither calls nor links can be copied: %s", (text, seen) => {
  expect(decoded(text)).toBe(seen);
  expect(encoded(text, "&#")).not.toMatch(/["%!:[\]](?!\d)/);
});

test.each([
  ["@team and a@b.example", "@|team and a@|b.example"],
  ["owner/name#12", "owner/name#|12"],
  ["group!7 ~label %release $1 &4 ^alert", "group!|7 ~|label %|release $|1 &|4 ^|alert"],
  ["https://a.example", "https:|//a.example"],
  ["www.a.example, GH-7", "www.|a.example, GH-|7"],
  [":smile: and :+1:", ":|smile: and :|+1:"],
  ["fa:fa-ban $$x$$", "fa:|fa-ban $|$|x$|$|"],
])("what calls or links is cut: %s", (text, seen) => expect(decoded(text)).toBe(seen));

test("no sign of markup is left in a cell", () => {
  const cell = "<b>|`*_[x](y)~~\\";
  const [, , row = ""] = looks.markdown.table(["A"], [[cell]]);
  expect(row.replace(/&#\d+;/g, "")).toBe("| bx(y) |");
});
