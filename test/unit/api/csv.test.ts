import { createCsvReader } from "../../../provider/api/nouns/csv";

function read(text: string, length: number, longest = 1000): string[][] {
  const reader = createCsvReader(longest);
  const records: string[][] = [];
  for (let at = 0; at < text.length; at += length) records.push(...reader.push(text.slice(at, at + length)));
  return [...records, ...reader.end()];
}

const lengths = [1, 2, 3, 7, 1000];

/** Records in JSON. */
test.each([
  ["nothing", "", "[]"],
  ["rows", "a,b\nc,d\n", '[["a","b"],["c","d"]]'],
  ["no line break at the end", "a,b\nc,d", '[["a","b"],["c","d"]]'],
  ["CRLF", "a,b\r\nc,\r\n", '[["a","b"],["c",""]]'],
  ["empty lines", "a\n\n\r\nb\n", '[["a"],["b"]]'],
  ["empty fields", ",\n,,\n", '[["",""],["","",""]]'],
  ["a comma in quotes", '"a,b",c\n', '[["a,b","c"]]'],
  ["line breaks in quotes", '"a\nb\r\nc",d\r\n', '[["a\\nb\\r\\nc","d"]]'],
  ["doubled quotes", '"say ""no""","""",""\n', '[["say \\"no\\"","\\"",""]]'],
  ["a quote within a field that has none around it", 'a 5" disk,b\n', '[["a 5\\" disk","b"]]'],
  ["characters of several bytes", "é,\u{1f600}\n", '[["é","\u{1f600}"]]'],
])("%s", (_what, text, records) => {
  expect(lengths.map((length) => JSON.stringify(read(text, length)))).toEqual(lengths.map(() => records));
});

test.each(lengths)("a quote that does not end is an error, in pieces of %d", (length) => {
  expect(() => read('a,"b\nc,d\n', length)).toThrow("a quoted field that does not end");
});

test("a row that is longer than allowed is an error before it is held", () => {
  const reader = createCsvReader(10);
  expect(reader.push("x".repeat(10))).toEqual([]);
  expect(() => reader.push("x")).toThrow("a row of more than 10 characters");
});
