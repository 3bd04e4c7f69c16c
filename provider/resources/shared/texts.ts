/** True when a text is an http or https URL with a host. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** True when a text is an e-mail address to which anybody on the internet can send mail. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
