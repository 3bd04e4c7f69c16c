import type { Node } from "../../api";

/** Explains that an instance does not have some of the nodes that are named, and lists those that it has. */
export function explainUnknownNodes(
  instance: string,
  named: readonly string[] | undefined,
  seen: readonly Node[],
): string | undefined {
  const names = seen.map(({ name }) => name);
  const unknown = named?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return undefined;
  return `instance ${instance} has no node ${unknown.join(", ")}: its nodes are ${names.join(", ")}`;
}
