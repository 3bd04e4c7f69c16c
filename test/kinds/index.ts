import { readdirSync } from "node:fs";
import type { Row } from "./kind";

/** The files of this folder that are of no kind. */
const others = ["index.ts", "kind.ts", "modelled.ts", "things.ts"];

/** Every kind of resource. An instance comes first, because most others stand on one. */
export const kinds: readonly Row[] = ["instance.ts", ...readdirSync(__dirname).sort()]
  .filter((file, index, files) => !others.includes(file) && files.indexOf(file) === index)
  .flatMap((file) => Object.values(require(`./${file}`) as Record<string, Row>).filter(({ token }) => token));

/** The kind of this handler; the first of them where a handler has several. */
export function kindOf(handler: string): Row {
  const found = kinds.find((each) => each.handler === handler);
  if (found === undefined) throw new Error(`there is no kind with the handler "${handler}"`);
  return found;
}
