import type { Kind } from "./kind";
import { defaultAlarm, rowKinds } from "./rowKinds";
import { singleKinds } from "./singleKinds";

/** All kinds that take part. */
export const kinds: readonly Kind[] = [...rowKinds, ...singleKinds, defaultAlarm];

/** The kind with this name. */
export function kindOf(name: string): Kind {
  const found = kinds.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no kind "${name}"`);
  return found;
}
