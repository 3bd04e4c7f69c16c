import { z } from "zod";
import { type InstanceClient, type Node, waitFor } from "../../api";
import { onInstance } from "./child";
import type { Calling } from "./ctx";

/** The schema of the names of some nodes of an instance. */
export const nodeNames = z
  .array(z.string().min(1, "must not be empty"))
  .min(1, "must name a node, or be left out for all")
  .optional();

/**
 * The nodes of an instance, for a `read`; undefined when the instance is gone.
 *
 * @throws when the service shows the instance without nodes, which no instance is.
 */
export async function readNodes(call: Calling, api: InstanceClient, instance: string): Promise<Node[] | undefined> {
  const nodes = await onInstance(call, instance, () => api.nodes(call, { shared: true }));
  if (nodes?.length !== 0) return nodes;
  throw new Error(`${call.subject}: the service shows instance ${instance} without nodes: run again later`);
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

/** Asks for the nodes of an instance until the service shows some: a list without any is a wrong answer. */
export function waitForNodes(
  call: Calling,
  instance: string | number,
  ask: () => Promise<readonly Node[] | undefined>,
): Promise<Node[]> {
  return waitFor<Node[]>({
    ...call,
    what: `the nodes of instance ${instance}`,
    poll: async () => {
      const nodes = await ask();
      return nodes === undefined ? { waiting: "the service shows none" } : { done: [...nodes] };
    },
  });
}

/** The nodes, or undefined where there are none. */
export const unlessNone = (nodes: readonly Node[]): readonly Node[] | undefined =>
  nodes.length > 0 ? nodes : undefined;
