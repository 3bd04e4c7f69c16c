import type { LoggedRequest } from "../../../provider/emulator";
import { type CutOff, cutRun, kills, playCuts } from "../../helpers/cut-rows";
import type { Entry } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import type { Allowed, Rule, Scene } from "./scene";
import { a, allowedBy, b, c, expectNoGap, foreign, merge, withFirewall } from "./scene";

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

/** The sets that are there before, in state and in force: each is made only once. */
const made = new Map<Operation["before"], { state: Entry[]; rules: Rule[] }>();

async function make({ stack, set, firewall, byHand, later }: Scene, before: NonNullable<Operation["before"]>) {
  const known = made.get(before);
  if (known) {
    stack.state = structuredClone(known.state);
    byHand(...known.rules);
  } else {
    expectNoErrors(await stack.up([set("fw", ...before)]));
    await later();
    made.set(before, structuredClone({ state: stack.state, rules: firewall().rules }));
  }
}

/** Makes what is there before, cuts the operation off, and runs it again. */
async function play(at: Scene, { before, after, left }: Operation, shows: string, cutOff?: CutOff) {
  const { emulator, stack, set, allowed } = at;
  at.byHand(foreign);
  at.setFields({ shows });
  if (before) await make(at, before);
  const program = after ? [set("fw", ...after)] : [];
  let requests: readonly LoggedRequest[] = [];
  await expectNoGap(at, async () => {
    ({ requests } = await cutRun(emulator, cutOff, (options) => stack.up(program, options)));
    expectNoErrors(await stack.up(program));
    await at.later();
    expect(allowed()).toEqual(left);
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expect(expectNoErrors(await stack.up(program))).toMatchObject({ changes: [], calls: [] });
    expect(stack.state).toHaveLength(program.length);
  });
  return requests;
}

const cases = operations.flatMap((operation) =>
  ["in force", "asked for"].map((shows) => [`${operation.what}, shown ${shows}`, operation, shows] as const),
);

test.each(cases)("%s", (_what, operation, shows) =>
  playCuts(kills, (cutOff) => withFirewall((at) => play(at, operation, shows, cutOff)), 3),
);
