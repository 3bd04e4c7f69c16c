import type { Cut } from "../../helpers/handlers";
import { momentsOf } from "../../helpers/moments";
import { expectNoErrors } from "../../helpers/outcomes";
import {
  type Allowed,
  a,
  allowedBy,
  b,
  c,
  expectNoGap,
  foreign,
  merge,
  type Rule,
  type Scene,
  withFirewall,
} from "./scene";

/** The process is killed, or its engine goes, at each request of each operation that finds another state; then the same run again. */

interface Operation {
  what: string;
  /** The set that is there before, if any. */
  before?: [rules: Rule[], more?: object];
  /** The set that is declared then; a destroy without. */
  after?: [rules: Rule[], more?: object];
  left: Allowed;
}

const taking = { takeOver: true };
const operations: Operation[] = [
  { what: "create, exclusive", after: [[a, b], taking], left: allowedBy(a, b) },
  { what: "create, exclusive, to be closed", after: [[a, b], { ...taking, onDelete: "close" }], left: allowedBy(a, b) },
  { what: "create, merge", after: [[a, b], merge], left: allowedBy(foreign, a, b) },
  { what: "update, exclusive", before: [[a, b], taking], after: [[b, c], taking], left: allowedBy(b, c) },
  { what: "update, merge", before: [[a, b], merge], after: [[b, c], merge], left: allowedBy(foreign, b, c) },
  { what: "exclusive to merge", before: [[a, b], taking], after: [[a, c], merge], left: allowedBy(a, b, c) },
  { what: "merge to exclusive", before: [[a, b], merge], after: [[a, c], taking], left: allowedBy(a, c) },
  { what: "destroy, kept", before: [[a, b], taking], left: allowedBy(a, b) },
  { what: "destroy, closed", before: [[a, b], { ...taking, onDelete: "close" }], left: {} },
  { what: "destroy, merge", before: [[a, b], merge], left: allowedBy(foreign) },
];

/** Begins with one run, and cuts the next; the answer is what that one's requests were. */
async function cutAt(at: Scene, { before, after, left }: Operation, shows: string, cut?: Cut) {
  const { emulator, stack, set, allowed } = at;
  at.byHand(foreign);
  at.setFields({ shows });
  if (before) expectNoErrors(await stack.up([set("fw", ...before)]));
  await at.later();
  emulator.clearRequests();
  let requests = emulator.requests();
  await expectNoGap(at, async () => {
    const program = after && [set("fw", ...after)];
    const run = await (program ? stack.up(program, { cut }) : stack.destroy({ cut }));
    if (cut) expect(run.requests).toBeGreaterThanOrEqual(cut.request);
    requests = emulator.requests();
    expectNoErrors(await (program ? stack.up(program) : stack.destroy()));
    await at.later();
    expect(allowed()).toEqual(left);
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expect(expectNoErrors(await stack.up(program ?? []))).toMatchObject({ changes: [], calls: [] });
    expect(stack.state).toHaveLength(program ? 1 : 0);
  });
  return requests;
}

const cases = operations.flatMap((operation) =>
  ["in force", "asked for"].map((shows) => [`${operation.what}, shown ${shows}`, operation, shows] as const),
);

let cuts = 0;
afterAll(() => console.log(`firewall cuts: ${cuts} cases (operation, state, fault)`));

test.each(cases)("%s", async (_what, operation, shows) => {
  const moments = momentsOf(await withFirewall((at) => cutAt(at, operation, shows)));
  // A set that is kept goes without a request.
  expect(moments.length).toBeGreaterThanOrEqual(operation.what === "destroy, kept" ? 0 : 3);
  for (const how of ["before", "after", "gone"] as const) {
    for (const request of moments) {
      await withFirewall((at) => cutAt(at, operation, shows, { request, how })).catch((error: Error) => {
        throw new Error(`${how} request ${request}: ${error.message}`);
      });
      cuts += 1;
    }
  }
});
