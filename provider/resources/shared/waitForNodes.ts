// `instance/state.ts`, `hipe.ts` and `brokerAction/waits.ts` wait for the nodes of an instance. The text may change. An
// empty list must end the wait, because a shared instance has no nodes; a caller with a dedicated one asks through
// `unlessNone`.
import { type Node, waitFor } from "../../api";
import type { Calling } from "./ctx";

/** Asks until `ask` gives a list of an instance's nodes, even an empty one: a shared instance has no nodes. */
export const waitForNodes = (call: Calling, instance: string, ask: () => Promise<readonly Node[] | undefined>) =>
  waitFor<Node[]>(call, `the nodes of instance ${instance}`, async () => {
    const nodes = await ask();
    return nodes === undefined ? { waiting: "the service shows none" } : { done: [...nodes] };
  });

/** Turns an empty list, a wrong answer for a dedicated instance, into undefined: {@link waitForNodes} asks again. */
export const unlessNone = (nodes: readonly Node[]): readonly Node[] | undefined =>
  nodes.length > 0 ? nodes : undefined;
