// `host.ts`, `plugin/service.ts`, the command `adopt` and scripts of `tools/` read `definitions`; `adopt` also calls
// `definitionOf`. A new kind needs no line here. The import of `./index` must stay, because it loads the files that
// make the kinds known.
import "./index";
import { loadedDefinitions } from "./shared/defineKind";

/** The definitions of all kinds. The code that state keeps of each resource finds its handler by the `type`. */
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
