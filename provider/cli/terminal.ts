/** A line that shows on a terminal what a command is doing. In a pipe nothing is shown. */
export interface Progress {
  say(text: string): void;
  /** Takes the line off the screen. */
  end(): void;
}

/** Starts the line on stderr, so that stdout holds nothing but the result. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let isShown = false;
  const clear = "\r\u001b[K";
  return {
    say(text) {
      if (!stream.isTTY) return;
      // A line that wraps could not be taken off again.
      stream.write(clear + text.slice(0, Math.max(10, (stream.columns || 80) - 1)));
      isShown = true;
    },
    end() {
      if (isShown) stream.write(clear);
      isShown = false;
    },
  };
}

/** Lines in which the cells of each column begin below one another. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
