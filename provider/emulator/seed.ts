import type { Store } from "./store";

// name, USD per month, broker software, shared, nodes
const plans = [
  ["clustered-shared-1", 0, "clustered", true, 1],
  ["clustered-shared-2", 19, "clustered", true, 1],
  ["clustered-small-1", 50, "clustered", false, 1],
  ["clustered-medium-1", 99, "clustered", false, 1],
  ["clustered-medium-3", 297, "clustered", false, 3],
  ["clustered-large-1", 299, "clustered", false, 1],
  ["clustered-large-3", 897, "clustered", false, 3],
  ["alternative-shared-1", 0, "alternative", true, 1],
  ["alternative-small-1", 50, "alternative", false, 1],
  ["alternative-medium-1", 99, "alternative", false, 1],
  ["alternative-medium-3", 297, "alternative", false, 3],
] as const;

/** What an emulator holds when it starts: two keys, the catalogue, and one instance of each broker software. */
export function seedStore(store: Store): void {
  store.insert("accountKeys", { role: "admin", comment: "seeded" });
  store.insert("accountKeys", { role: "monitor", comment: "seeded, may only read" });
  for (const letter of ["a", "b", "c"]) {
    for (const n of [1, 2]) {
      store.insert("regions", {
        provider: `provider-${letter}`,
        region: `region-${n}`,
        name: `Provider ${letter.toUpperCase()}, Region ${n}`,
        has_shared_plans: n === 1,
      });
    }
  }
  for (const [name, price, backend, shared, nodes] of plans) {
    store.insert("plans", { name, price, backend, shared, nodes });
  }
  store.insert("instances", {
    name: "seeded-clustered",
    plan: "clustered-medium-3",
    region: "provider-a::region-1",
    backend: "clustered",
    nodes: 3,
    rmq_version: "3.12.13",
  });
  store.insert("instances", {
    name: "seeded-alternative",
    plan: "alternative-medium-1",
    region: "provider-a::region-2",
    backend: "alternative",
    nodes: 1,
    rmq_version: "2.1.0",
  });
}
