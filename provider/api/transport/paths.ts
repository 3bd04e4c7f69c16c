// `paths.ts` checks ids and names, and fills them into paths. `request.ts`, `lists/collection.ts` and
// `nouns/integrations.ts` call `buildPath`; kinds call `isNumericId` and `isSegment`. New characters may join
// `allowedSegment`. No value may leave its place in a path, because the request would reach another object.
import { ApiError } from "./errors";

/** The longest id or name. Those of the service are all shorter; a longer text is a mistake or an attack. */
const longestSegment = 255;

/** The characters of the service's ids and names. A list of what is allowed cannot forget a way to leave the path. */
const allowedSegment = /^[A-Za-z0-9_.~:@+=,-]+$/;

/** True when a text is a numeric id, as all objects of the service have except plugins and peerings. */
export const isNumericId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** True when a text can stand between two slashes of a path and cannot leave that place. */
export const isSegment = (text: string): boolean =>
  text.length <= longestSegment && allowedSegment.test(text) && !/^\.+$/.test(text);

/** Fills `{name}` in a template. A value that could leave its segment is refused before anything is sent. */
export function buildPath(template: string, params: Record<string, string> = {}, subject?: string): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || !isSegment(value)) {
      // The message does not repeat the value, which may hold control characters.
      const problem = `the ${name} for ${template} is not a valid id or name (letters, digits and _.~:@+=,- only)`;
      throw new ApiError({ kind: "invalid", subject, problem });
    }
    return encodeURIComponent(value);
  });
}
