import { ApiError } from "./errors";

/** Every id and name of the service is shorter; a longer text is a mistake or an attack. */
const longestSegment = 255;

/** The characters of the service's ids and names. A list of what is allowed cannot forget a way to leave the path. */
const allowedSegment = /^[A-Za-z0-9_.~:@+=,-]+$/;

/** Fills `{name}` in a template. A value that could leave its segment is refused before anything is sent. */
export function buildPath(template: string, params: Record<string, string> = {}, subject?: string): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value.length > longestSegment || !allowedSegment.test(value) || /^\.+$/.test(value)) {
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
