import { PassThrough } from "node:stream";
import { alignColumns, confirm, showProgress } from "../../../provider/cli/terminal";

/** A stream that keeps what is written, as a terminal or as a pipe. */
function streamOf(isTTY: boolean, columns = 80) {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY, columns });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => `${stream.read() ?? ""}` };
}

test("on a terminal one line shows what is going on, and is taken off again", () => {
  const { stream, written } = streamOf(true, 20);
  const progress = showProgress(stream);
  progress.end();
  expect(written()).toBe("");
  progress.say("asking");
  progress.say("a line that is longer than the terminal");
  progress.end();
  progress.end();
  const clear = "\r\u001b[K";
  expect(written()).toBe(`${clear}asking${clear}a line that is long${clear}`);
});

test("in a pipe a line a minute says what is going on, until the end", () => {
  jest.useFakeTimers();
  try {
    const { stream, written } = streamOf(false);
    const progress = showProgress(stream);
    progress.say("asking");
    jest.advanceTimersByTime(59_000);
    expect(written()).toBe("");
    progress.say("reading");
    jest.advanceTimersByTime(61_000);
    expect(written()).toBe("reading\nreading\n");
    progress.end();
    jest.advanceTimersByTime(600_000);
    expect(written()).toBe("");
  } finally {
    jest.useRealTimers();
  }
});

test("the cells of a column begin below one another, and no line ends in blanks", () => {
  const rows = ["A,B,C", "long,,", ",x,y"].map((row) => row.split(","));
  expect(alignColumns(rows)).toEqual(["A     B  C", "long", "      x  y"]);
});

test.each([
  ["y\n", true],
  ["Yes\n", true],
  ["\n", false],
  ["n\ny\n", false],
  ["yesterday\n", false],
  ["", false],
])("the answer %j to a question means yes: %s", async (answer, isYes) => {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  input.end(answer);
  expect([await confirm("replace it?", input, output), output.read()]).toEqual([isYes, "replace it? [y/N] "]);
});
