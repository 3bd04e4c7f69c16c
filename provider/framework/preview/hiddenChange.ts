// `previewLines.ts` writes a line with `describeHiddenChange`, and `cli/drift/report.ts` reads the property back with
// `readHiddenChange`. The words may change only in both at once, because the second looks for those of the first.

/** The line of a refresh about a secret that was changed outside: its value is never shown, so it must be named. */
export const describeHiddenChange = (property: string, where: string): string =>
  `${property} was changed outside Pulumi${where}; pulumi up --refresh changes it back`;

/** The property that a line of {@link describeHiddenChange} names; undefined for any other line. */
export const readHiddenChange = (line: string): string | undefined =>
  /(?:^|: )(\w+) was changed outside(?:: [^;]*)?; pulumi up --refresh changes it back$/.exec(line)?.[1];
