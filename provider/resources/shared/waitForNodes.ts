import { type Node, waitFor } from "../../api";
import type { Calling } from "./ctx";

/** Asks for the nodes of an instance until the service shows some: a list without any is a wrong answer. */
export const waitForNodes = (
  call: Calling,
  instance: string | number,
  ask: () => Promise<readonly Node[] | undefined>,
): Promise<Node[]> =>
  waitFor<Node[]>(call, `the nodes of instance ${instance}`, async () => {
    const nodes = await ask();
    return nodes === undefined ? { waiting: "the service shows none" } : { done: [...nodes] };
  });

/** The nodes, or undefined where there are none. */
export const unlessNone = (nodes: readonly Node[]): readonly Node[] | undefined =>
  nodes.length > 0 ? nodes : undefined;
