import type { Client, InstanceClient, Node } from "../../api";
import type { Context } from "../../framework/kind/context";
import { onInstance } from "./child";

/**
 * The nodes of an instance, for a `read`; undefined when the instance is gone.
 *
 * @throws when the service shows the instance without nodes, which no instance is.
 */
export async function readNodes(
  ctx: Context<Client>,
  api: InstanceClient,
  instance: string,
): Promise<Node[] | undefined> {
  const nodes = await onInstance(ctx.client, instance, ctx, () => api.nodes(ctx, { shared: true }));
  if (nodes?.length !== 0) return nodes;
  throw new Error(`${ctx.subject}: the service shows instance ${instance} without nodes: run again later`);
}

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
