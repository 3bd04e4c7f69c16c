// `host.ts`, `plugin/service.ts`, the command `adopt`, and scripts such as `tools/schema/definitions.mjs` read it. A
// new kind needs no line here; the import of `./index` must stay, because it loads the kinds.
import "./index";
import { loadedDefinitions } from "./shared/defineKind";

/** The definitions of all kinds. The stub in state finds a handler by its definition's `type`. */
export const definitions = loadedDefinitions();

/** The definition of a kind, by the name of its class. */
export function definitionOf(type: string): (typeof definitions)[number] {
  const found = definitions.find((each) => each.type === type);
  if (found === undefined)
    throw new Error(
      `this version of pulumi-broker has no resource type ${type}: install the version that wrote the state`,
    );
  return found;
}
