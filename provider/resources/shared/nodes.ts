// `instance/`, `brokerAction/`, `hipe.ts` and `firehose.ts` use nodes here. An empty list must stay an error in
// `readNodes`, because a wrong answer may have no nodes. It must end a wait, because a shared instance has none; a
// caller with a dedicated one asks through `unlessNone`.
import { z } from "zod";
import { type InstanceClient, type Node, waitFor } from "../../api";
import type { Calling } from "./ctx";

/** The schema of the names of some nodes of an instance. */
export const nodeNames = z
  .array(z.string().min(1, "must not be empty"))
  .min(1, "must name at least one node: name a node, or leave this input out if you mean all nodes")
  .optional();

/** The nodes of an instance for a `read`. Throws when the service shows none. */
export async function readNodes(call: Calling, api: InstanceClient, instance: string): Promise<Node[]> {
  const nodes = await api.nodes(call, { shared: true });
  if (nodes.length > 0) return nodes;
  throw new Error(`${call.subject}: the service lists no nodes of instance ${instance}: run again later`);
}

/** Explains that an instance does not have some of the nodes that are named, and lists the nodes of the instance. */
export function explainUnknownNodes(instance: string, named: readonly string[] | undefined, seen: readonly Node[]) {
  const names = seen.map(({ name }) => name);
  const unknown = named?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return undefined;
  return `instance ${instance} has no node with the name ${unknown.join(", ")}. The instance has the nodes ${names.join(", ")}: use these names`;
}

/** Asks until `ask` gives a list of an instance's nodes, even an empty one: a shared instance has no nodes. */
export const waitForNodes = (call: Calling, instance: string, ask: () => Promise<readonly Node[] | undefined>) =>
  waitFor<Node[]>(call, `the nodes of instance ${instance}`, async () => {
    const nodes = await ask();
    return nodes === undefined ? { waiting: "the service shows none" } : { done: [...nodes] };
  });

/** Turns an empty list, a wrong answer for a dedicated instance, into undefined: {@link waitForNodes} asks again. */
export const unlessNone = (nodes: readonly Node[]): readonly Node[] | undefined =>
  nodes.length > 0 ? nodes : undefined;
