// The file makes type tokens, handler names and the URNs of a resource. `dynamic/`, `host.ts`, `plugin/`, `cli/`,
// `resources/` and most of `framework/` use them. Only the text of `nameOf` may change: state, stubs (the code in state
// that loads a handler) and files of users hold the others.
const dynamic = "pulumi-nodejs:dynamic/broker:";
const plugin = "broker:index:";

/** The type token of a dynamic resource, which is part of every URN and never changes. */
export const typeToken = (definition: { type: string }): string => `${dynamic}${definition.type}`;

/** The type token of a resource of the provider plugin, which never changes either. */
export const pluginToken = (definition: { type: string }): string => `${plugin}${definition.type}`;

/** The name of a kind's handler in `pulumi-broker/host`: the class's name with a small first letter. */
export const handlerName = ({ type }: { type: string }): string => type.charAt(0).toLowerCase() + type.slice(1);

/**
 * The URNs of one resource, each once: as a dynamic resource, through the plugin, and as given. Data that outlives a
 * run is written under the first, and looked for under all, because an earlier version wrote under the given URN.
 */
export function urnsOf(urn: string): [string, ...string[]] {
  const first = withTypes(urn, plugin, dynamic);
  return [first, ...new Set([withTypes(urn, dynamic, plugin), urn].filter((each) => each !== first))];
}

/** The name of a resource, with which its URN ends. The name may hold anything, also the `::` between the parts. */
export const nameInUrn = (urn: string): string => urn.split("::").slice(3).join("::");

/** Names a resource as messages do: in quotes. */
export const nameOf = (urn: string): string => `"${nameInUrn(urn)}"`;

/** A URN with the type in another form, and the types of the parents, which a URN holds too. The name may hold anything. */
function withTypes(urn: string, from: string, to: string): string {
  const [stack, project, types, ...name] = urn.split("::");
  return types === undefined ? urn : [stack, project, types.replaceAll(from, to), ...name].join("::");
}

/** True for the id of an object with a number of its own, which no create gives to a second resource. */
export const hasOwnNumber = (id: string): boolean => /(^|\/)\d+$/.test(id);
