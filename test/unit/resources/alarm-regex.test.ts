import { explainBadRegex } from "../../../provider/resources/alarm/regex";

test.each([
  "orders",
  "^orders\\.(eu|us)$",
  ".*",
  "a+?b*?c??",
  "[]a]",
  "[^]a]",
  "[[:alpha:]_-]+",
  "[(*]",
  "\\(\\[\\*",
  "(?i)orders",
  "(?<part>a)|(?P<other>b)",
  "(?>a+)b++",
  "\\Q(*\\E",
  "(?x) a ( b # not closed ( \n )",
  "(*UTF8)a",
  "a{2,3}",
  "()",
])("%s may be a regular expression", (text) => {
  expect(explainBadRegex(text)).toBeUndefined();
});

test.each([
  ["*orders", 'a "*" has nothing to repeat: write .* for any text, or \\* for the character'],
  ["+", 'a "+" has nothing to repeat'],
  ["a|?b", 'a "?" has nothing to repeat'],
  ["a(*)", 'a "*" has nothing to repeat'],
  ["orders(", 'a "(" is not closed'],
  ["orders)", 'a ")" closes nothing'],
  ["[a-z", 'a "[" is not closed'],
  ["[a\\]", 'a "[" is not closed'],
  ["orders\\", "it ends in a backslash"],
])("%s is none", (text, reason) => {
  expect(explainBadRegex(text)).toContain(`is no regular expression: ${reason}`);
});
