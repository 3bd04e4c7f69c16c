import { expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { type Allowed, a, allowedBy, b, c, expectNoGap, foreign, it, merge, open, type Rule } from "./scene";

/** No moment of a change allows more or less than before and after both do, by the service's own history. */

/** A set: its name, its rules, and what else is declared. */
type Set = [name: string, rules: Rule[], more?: object];

interface Row {
  what: string;
  before: Set[];
  /** The rules that somebody leaves outside, seen by a refresh. */
  drift?: Rule[];
  /** The sets that are declared then; without any, all are destroyed. */
  after: Set[];
  /** True where they are declared on the other instance. */
  moves?: true;
  /** The access on the first instance in the end. */
  left: Allowed;
}

const less = { ...a, services: ["AMQPS" as const] };
const more = { ...a, ports: [15_671] };
const close = { onDelete: "close" };
const opens = { onDelete: "open" };

// biome-ignore format: one row for each change
const rows: Row[] = [
  { what: "rules", before: [["fw", [a, b]]], after: [["fw", [less, c]]], left: allowedBy(less, c) },
  { what: "a rename of an exclusive set", before: [["fw", [a, b]]], after: [["new", [a, b]]], left: allowedBy(a, b) },
  { what: "a rename of one that is closed on removal", before: [["fw", [a, b], close]], after: [["new", [a, b], close]], left: allowedBy(a, b) },
  { what: "a rename with other rules", before: [["fw", [a, b]]], after: [["new", [b, c]]], left: allowedBy(b, c) },
  { what: "a rename of a merge set", before: [["fw", [a, b], merge]], after: [["new", [a, b], merge]], left: allowedBy(foreign, a, b) },
  { what: "a rename of a merge set with other rules", before: [["fw", [a, b], merge]], after: [["new", [b, c], merge]], left: allowedBy(foreign, b, c) },
  { what: "exclusive to merge with drift and other rules", before: [["fw", [a, b]]], drift: [a, b, foreign], after: [["fw", [less, c], merge]], left: allowedBy(less, b, foreign, c) },
  { what: "merge to exclusive with drift and other rules", before: [["fw", [a, b], merge]], drift: [foreign, more], after: [["fw", [a, c], { unmanaged: [foreign.ip] }]], left: allowedBy(foreign, a, c) },
  { what: "another instance, the old one kept", before: [["fw", [a]]], after: [["fw", [a]]], moves: true, left: allowedBy(a) },
  { what: "another instance, the old one closed", before: [["fw", [a], close]], after: [["fw", [a], close]], moves: true, left: {} },
  { what: "another instance in merge", before: [["fw", [a, b], merge]], after: [["fw", [a, b], merge]], moves: true, left: allowedBy(foreign) },
  { what: "a destroy that opens", before: [["fw", [a, b], opens]], after: [], left: allowedBy(open) },
  { what: "one of two merge sets removed", before: [["one", [a, b], merge], ["two", [b, c], merge]], after: [["two", [b, c], merge]], left: allowedBy(foreign, b, c) },
];

it.each(rows)("$what", async (at, { before, drift, after, moves, left }) => {
  const { stack, set, allowed, instance, other } = at;
  const declare = (sets: Set[], on = {}) =>
    sets.map(([name, rules, also]) => set(name, rules, { takeOver: true, ...also, ...on }));
  at.byHand(foreign);
  expectNoErrors(await stack.up(declare(before)));
  if (drift) {
    at.byHand(...drift);
    expectNoErrors(await stack.refresh());
  }
  const then = declare(after, moves && { instance: other });
  const change = async () => expectNoErrors(then.length > 0 ? await stack.up(then) : await stack.destroy());
  await expectNoGap(at, () => expectNoGap(at, change, other), instance);
  expect(allowed()).toEqual(left);
  if (moves) expect(allowed(other)).toMatchObject(allowedBy(a));
  await expectNothingToDo(stack, then);
});

it("merge sets renamed: nothing is sent at all", async ({ stack, set, patches, allowed }) => {
  expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
  const before = patches().length;
  expectNoErrors(await stack.up([set("new", [a, b], merge)]));
  expect(patches()).toHaveLength(before);
  expect(allowed()).toMatchObject(allowedBy(a, b));
});
