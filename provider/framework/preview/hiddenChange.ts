// `previewLines.ts` writes a line with `describeHiddenChange`, and `cli/drift/report.ts` reads the property back with
// `readHiddenChange`. Both take the words from here, so the words can change.
const changed = " was changed outside Pulumi";
const wayBack = "; pulumi up --refresh changes it back";
const line = new RegExp(`(?:^|: )(\\w+)${changed}(?:: [^;]*)?${wayBack}$`);

/** The line of a refresh about a secret that was changed outside: its value is never shown, so it must be named. */
export const describeHiddenChange = (property: string, where: string): string =>
  `${property}${changed}${where}${wayBack}`;

/** The property that a line of {@link describeHiddenChange} names; undefined for any other line. */
export const readHiddenChange = (text: string): string | undefined => line.exec(text)?.[1];
