// Type tokens, handler names and the URNs of a resource come from here. `dynamic/`, `host.ts`, `plugin/`, `adopt/`,
// records and markers use them. State, stubs and files of users hold these texts, so all but `nameOf` must stay.
const dynamic = "pulumi-nodejs:dynamic/broker:";
const plugin = "broker:index:";

/** The type token of a dynamic resource, which is part of every URN and never changes. */
export const typeToken = (definition: { type: string }): string => `${dynamic}${definition.type}`;

/** The type token of a resource of the provider plugin, which never changes either. */
export const pluginToken = (definition: { type: string }): string => `${plugin}${definition.type}`;

/** The name of a kind's handler in `pulumi-broker/host`: the class's name with a small first letter. */
export const handlerName = ({ type }: { type: string }): string => type.charAt(0).toLowerCase() + type.slice(1);

/**
 * The URNs of one resource, each once: as a dynamic resource, through the plugin, and as given. What outlives a run is
 * written under the first, and looked for under all, because an earlier version wrote under the given one.
 */
export function urnsOf(urn: string): [string, ...string[]] {
  const first = withTypes(urn, plugin, dynamic);
  return [first, ...new Set([withTypes(urn, dynamic, plugin), urn].filter((each) => each !== first))];
}

/** The name of a resource, with which its URN ends. The name may hold anything, also what separates the parts of a URN. */
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
