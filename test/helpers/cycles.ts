/** A graph: each node with the nodes to which it leads. */
type Graph = ReadonlyMap<string, readonly string[]>;

/** The groups of nodes that lead back to themselves (Tarjan's strongly connected components), each sorted. */
export function cyclesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  function visit(node: string): void {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node)) found.push(group.sort());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
