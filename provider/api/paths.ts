import { ApiError } from "./errors";

/** Every id and name of the service is shorter; a longer text is a mistake or an attack. */
const longestSegment = 255;

/** The characters of the service's ids and names. A list of what is allowed cannot forget a way to leave the path. */
const allowedSegment = /^[A-Za-z0-9_.~:@+=,-]+$/;

/** Whether a text is an id of the service that is a number, as those of all objects but plugins and peerings are. */
export function isNumericId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text);
}

/** Whether a text can stand between two slashes of a path, without a way out of its place. */
export function isSegment(text: string): boolean {
  return text.length <= longestSegment && allowedSegment.test(text) && !/^\.+$/.test(text);
}

/** Fills `{name}` in a template. A value that could leave its segment is refused before anything is sent. */
export function buildPath(template: string, params: Record<string, string> = {}, subject?: string): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || !isSegment(value)) {
      throw new ApiError({
        kind: "invalid",
        subject,
        // The value is not echoed: it may hold control characters.
        problem: `the ${name} for ${template} is not a valid id or name (letters, digits and _.~:@+=,- only)`,
      });
    }
    return encodeURIComponent(value);
  });
}
