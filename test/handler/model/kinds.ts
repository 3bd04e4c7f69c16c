import { kinds as all } from "../../kinds";
import type { ModelKind } from "../../kinds/modelled";

/** All kinds that take part. */
export const kinds: readonly ModelKind[] = all.flatMap(({ modelled = [] }) => modelled);

/** The kind with this name. */
export function kindOf(name: string): ModelKind {
  const found = kinds.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no kind "${name}"`);
  return found;
}
