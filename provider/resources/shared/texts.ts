/** Whether a text is an http or https URL with a host. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** Whether a text is an e-mail address that mail can reach from outside. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
