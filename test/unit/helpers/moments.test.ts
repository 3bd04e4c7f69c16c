import type { LoggedRequest } from "../../../provider/emulator";
import { momentsOf } from "../../helpers/moments";

/** Requests by a letter for the path each: a capital one waits. */
const requests = (letters: string): LoggedRequest[] =>
  [...letters].map((letter) => {
    const poll = letter === letter.toUpperCase();
    return { method: "GET", path: `/${letter.toLowerCase()}`, poll, status: 200, at: 0 };
  });

test.each([
  ["no wait: each request", "abcabc", "abcabc"],
  ["a short wait: each request", "aWWWb", "aWWWb"],
  ["a long wait: its first two looks and its last one", "aWWWWWWWb", "aWW    Wb"],
  ["a wait that looks at two paths in turns: three looks at each", "aWVWVWVWVWVb", "aWVWV    WVb"],
  ["two waits: three looks of each", "WWWWaWWWW", "WW WaWW W"],
  ["looks that do not wait: all of them, however often", "aaaaaa", "aaaaaa"],
  ["a run that ends in a wait", "aWWWWW", "aWW  W"],
])("%s", (_what, letters, kept) => {
  const expected = [...kept].flatMap((letter, index) => (letter === " " ? [] : [index + 1]));
  expect(momentsOf(requests(letters))).toEqual(expected);
});
