// `previewLines.ts` writes the line with `describeHiddenChange`, and `cli/drift/report.ts` reads the property back with
// `readHiddenChange`. The words may change only in both functions at once.

/** The line of a refresh about a secret that was changed outside: its value is never shown, so it must be named. */
export const describeHiddenChange = (property: string, where: string): string =>
  `${property} was changed outside${where}; pulumi up --refresh changes it back`;

/** The property that such a line names; undefined for any other line. */
export const readHiddenChange = (line: string): string | undefined =>
  /(?:^|: )(\w+) was changed outside(?:: [^;]*)?; pulumi up --refresh changes it back$/.exec(line)?.[1];
