// Kinds check URLs, e-mail addresses, regions and other texts of their inputs here. Messages may change;
// `statusText` must keep its result, because the state of `Recipient` and `Webhook` holds that text.
import { z } from "zod";

/** True when a text is an http or https URL with a host. */
export const isHttpUrl = (text: string): boolean =>
  /^https?:\/\/[^/\s]/i.test(text) && !/\s/.test(text) && URL.canParse(text);

/** True when a text is an e-mail address to which anybody on the internet can send mail. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** A text for which `explain` finds nothing wrong. */
export const textWithout = (explain: (text: string) => string | undefined) =>
  z.string().superRefine((text, issues) => {
    const message = explain(text);
    if (message !== undefined) issues.addIssue({ code: "custom", message });
  });

/** A region as programs name it. */
export const regionText = textWithout((text) => {
  if (/^[^\s:]+::[^\s:]+$/.test(text)) return undefined;
  const [, provider, region] = /^([^\s:]+):([^\s:]+)$/.exec(text) ?? [];
  return provider === undefined
    ? 'must have the form "<provider>::<region>": choose a region that getRegions lists'
    : `must have the form "<provider>::<region>": did you mean ${provider}::${region}?`;
});

/** Writes a status as text: the specification does not say what a status is when it is not null. */
export function statusText(status: unknown): string | null {
  if (status === null || status === undefined) return null;
  return typeof status === "string" ? status : JSON.stringify(status);
}
