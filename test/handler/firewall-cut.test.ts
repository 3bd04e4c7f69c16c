import type { Cut } from "../helpers/handlers";
import { fine } from "../helpers/outcomes";
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
} from "./firewall-scene";

/** The process is killed, or its engine goes, at each request of each operation; then the same run again. */

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

/** Begins with one run; answers how many requests the cut one sent. */
async function cutAt(at: Scene, { before, after, left }: Operation, cut: Cut, shows: string): Promise<number> {
  const { stack, set, allowed } = at;
  at.byHand(foreign);
  at.setFields({ shows });
  if (before) fine(await stack.up([set("fw", ...before)]));
  await at.later();
  let requests = 0;
  await expectNoGap(at, async () => {
    const program = after && [set("fw", ...after)];
    requests = (await (program ? stack.up(program, { cut }) : stack.destroy({ cut }))).requests;
    fine(await (program ? stack.up(program) : stack.destroy()));
    await at.later();
    expect(allowed()).toEqual(left);
    expect(fine(await stack.refresh()).changes).toEqual([]);
    expect(fine(await stack.up(program ?? []))).toMatchObject({ changes: [], calls: [] });
    expect(stack.state).toHaveLength(program ? 1 : 0);
  });
  return requests;
}

const cases = operations.flatMap((operation) =>
  ["in force", "asked for"].map((shows) => [`${operation.what}, shown ${shows}`, operation, shows] as const),
);

test.each(cases)("%s", async (_what, operation, shows) => {
  let cuts = 0;
  for (const how of ["before", "after", "gone"] as const) {
    // Until a run ends before its request of this number.
    for (let request = 1, hit = true; hit; request += 1) {
      const requests = await withFirewall((at) => cutAt(at, operation, { request, how }, shows)).catch(
        (error: Error) => {
          throw new Error(`${how} request ${request}: ${error.message}`);
        },
      );
      hit = requests >= request;
      cuts += Number(hit);
    }
  }
  // A set that is kept goes without a request.
  expect(cuts).toBeGreaterThanOrEqual(operation.what === "destroy, kept" ? 0 : 9);
});
