// `instance/state.ts`, `hipe.ts` and `brokerAction/waits.ts` wait with it. The text may change; an empty list must stay
// an answer, unless the caller asks through `unlessNone`.
import { type Node, waitFor } from "../../api";
import type { Calling } from "./ctx";

/** Asks until `ask` gives a list of an instance's nodes, even an empty one: a shared instance has no nodes. */
export const waitForNodes = (call: Calling, instance: string, ask: () => Promise<readonly Node[] | undefined>) =>
  waitFor<Node[]>(call, `the nodes of instance ${instance}`, async () => {
    const nodes = await ask();
    return nodes === undefined ? { waiting: "the service shows none" } : { done: [...nodes] };
  });

/** Makes an empty list undefined, for an `ask` to which it is a wrong answer: {@link waitForNodes} then asks again. */
export const unlessNone = (nodes: readonly Node[]): readonly Node[] | undefined =>
  nodes.length > 0 ? nodes : undefined;
