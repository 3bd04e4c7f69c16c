// `emulator/index.ts` calls `seedStore` at the start and at each reset. New rows may come in at the end of a table.
// Present names and the order of both instances must stay, because tests, examples and documents name plans, regions
// and the ids 1001 and 1002.
import { auditEvents } from "../nouns/auditLog";
import { type Instance, instances } from "../nouns/instances/record";
import { invoices } from "../nouns/invoices";
import { maintenances } from "../nouns/maintenance";
import { type Plan, plans } from "../nouns/plans";
import { regions } from "../nouns/regions";
import { team } from "../nouns/team";
import { accountKeys } from "../server/auth";
import type { RecordIn } from "../server/collection";
import type { Store } from "../server/store";
import { dialects } from "./dialects";
import { timings } from "./timings";
import { versions } from "./versions";

// Each plan: name, USD per month, broker software, whether the plan is shared, the usual number of nodes, and the
// numbers that may be chosen when there is a choice.
const planRows: [string, number, Plan["backend"], boolean, number, number[]?][] = [
  ["clustered-shared-1", 0, "clustered", true, 1],
  ["clustered-shared-2", 19, "clustered", true, 1],
  ["clustered-small-1", 50, "clustered", false, 1],
  ["clustered-medium-1", 99, "clustered", false, 1],
  ["clustered-medium-3", 297, "clustered", false, 3],
  ["clustered-large-1", 299, "clustered", false, 1],
  ["clustered-large-3", 897, "clustered", false, 3],
  ["clustered-legacy", 99, "clustered", false, 1, [1, 3, 5]],
  ["alternative-shared-1", 0, "alternative", true, 1],
  ["alternative-small-1", 50, "alternative", false, 1],
  ["alternative-medium-1", 99, "alternative", false, 1],
  ["alternative-medium-3", 297, "alternative", false, 3],
];

// Each version: broker software, broker version, the newest Erlang version for it. The oldest versions come first.
const versionRows: [Instance["backend"], string, string | null][] = [
  ["clustered", "3.11.28", "25.3.2.9"],
  ["clustered", "3.12.13", "26.2.5.2"],
  ["clustered", "3.12.14", "26.2.5.2"],
  ["clustered", "3.13.2", "26.2.5.2"],
  ["clustered", "3.13.7", "26.2.5.6"],
  ["clustered", "4.0.9", "26.2.5.9"],
  ["clustered", "4.1.4", "27.3.4"],
  ["alternative", "2.0.1", null],
  ["alternative", "2.1.0", null],
  ["alternative", "2.1.2", null],
  ["alternative", "2.2.4", null],
  ["alternative", "2.3.0", null],
];

/** Fills a store for the start: two keys, the catalogue, the timings, and one instance of each broker software. */
export function seedStore(store: Store, dialect: Partial<RecordIn<typeof dialects>>): void {
  store.insert(dialects, dialect);
  store.insert(accountKeys, { role: "admin", comment: "seeded" });
  store.insert(accountKeys, { role: "monitor", comment: "seeded, may only read" });
  for (const letter of ["a", "b", "c"]) {
    for (const n of [1, 2]) {
      store.insert(regions, {
        provider: `provider-${letter}`,
        region: `region-${n}`,
        name: `Provider ${letter.toUpperCase()}, Region ${n}`,
        has_shared_plans: n === 1,
      });
    }
  }
  for (const [name, price, backend, shared, nodes, node_choices] of planRows) {
    store.insert(plans, { name, price, backend, shared, nodes, node_choices });
  }
  for (const [backend, broker, erlang] of versionRows) store.insert(versions, { backend, broker, erlang });
  store.insert(timings, {});
  store.insert(team, {
    uuid: "00000000-0000-4000-8000-000000000001",
    email: "admin@example.com",
    role: "admin",
    tfa_auth_enabled: true,
  });
  store.insert(team, { uuid: "00000000-0000-4000-8000-000000000002", email: "monitor@example.com", role: "monitor" });
  const clustered = store.insert(instances, {
    name: "seeded-clustered",
    plan: "clustered-medium-3",
    region: "provider-a::region-1",
    backend: "clustered",
    nodes: 3,
    rmq_version: "3.12.13",
  });
  store.insert(maintenances, { instance_id: clustered.id });
  store.insert(instances, {
    name: "seeded-alternative",
    plan: "alternative-medium-1",
    region: "provider-a::region-2",
    backend: "alternative",
    nodes: 1,
    rmq_version: "2.1.0",
  });
  seedBooks(store, clustered);
}

/** Adds invoices and events of two months. */
function seedBooks(store: Store, { id: subscription_id, name, plan }: Instance): void {
  for (const month of [1, 2]) {
    const [from, to] = [`2026-0${month}-01T00:00:00Z`, `2026-0${month + 1}-01T00:00:00Z`];
    const lines = [{ subscription_id, amount: 297, from, to, name, plan, tags: [] }];
    store.insert(invoices, { year: 2026, month, paid: month === 1, lines });
    store.insert(auditEvents, { timestamp: `2026-0${month}-03T08:15:00Z`, event: "team.login" });
  }
  store.insert(auditEvents, {
    timestamp: "2026-02-04T10:00:00Z",
    extras: `{"id":${subscription_id},"name":"${name}"}`,
  });
}
