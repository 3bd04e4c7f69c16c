import type { Declared } from "../../helpers/handlers";
import { expectNoErrors } from "../../helpers/outcomes";
import { type Allowed, a, allowedBy, b, c, expectNoGap, foreign, merge, open, type Scene, withFirewall } from "./scene";

/** No moment of a change allows more or less than both before and after; told by the service's own history. */

interface Row {
  what: string;
  before(at: Scene): Declared[];
  /** What happens outside, seen by a refresh. */
  drift?: (at: Scene) => void;
  /** What is declared then; nothing at all is a destroy. */
  after(at: Scene): Declared[];
  /** What is allowed in the end, on the first instance. */
  left: Allowed;
}

const less = { ...a, services: ["AMQPS" as const] };
const onOther = ({ other }: Scene, declared: Declared): Declared => ({
  ...declared,
  inputs: { ...declared.inputs, instance: other },
});

const taking = (declared: Declared): Declared => ({ ...declared, inputs: { takeOver: true, ...declared.inputs } });

const rows: Row[] = [
  {
    what: "rules",
    before: ({ set }) => [set("fw", [a, b])],
    after: ({ set }) => [set("fw", [less, c])],
    left: allowedBy(less, c),
  },
  {
    what: "a rename of an exclusive set",
    before: ({ set }) => [set("fw", [a, b])],
    after: ({ set }) => [set("new", [a, b])],
    left: allowedBy(a, b),
  },
  {
    what: "a rename of an exclusive set that is closed on removal",
    before: ({ set }) => [set("fw", [a, b], { onDelete: "close" })],
    after: ({ set }) => [set("new", [a, b], { onDelete: "close" })],
    left: allowedBy(a, b),
  },
  {
    what: "a rename with other rules",
    before: ({ set }) => [set("fw", [a, b])],
    after: ({ set }) => [set("new", [b, c], { takeOver: true })],
    left: allowedBy(b, c),
  },
  {
    what: "a rename of a merge set",
    before: ({ set }) => [set("fw", [a, b], merge)],
    after: ({ set }) => [set("new", [a, b], merge)],
    left: allowedBy(foreign, a, b),
  },
  {
    what: "a rename of a merge set with other rules",
    before: ({ set }) => [set("fw", [a, b], merge)],
    after: ({ set }) => [set("new", [b, c], merge)],
    left: allowedBy(foreign, b, c),
  },
  {
    what: "exclusive to merge",
    before: ({ set }) => [set("fw", [a, b])],
    after: ({ set }) => [set("fw", [a, b], merge)],
    left: allowedBy(a, b),
  },
  {
    what: "exclusive to merge with drift and other rules",
    before: ({ set }) => [set("fw", [a, b])],
    drift: ({ byHand }) => byHand(a, b, foreign),
    after: ({ set }) => [set("fw", [less, c], merge)],
    left: allowedBy(less, b, foreign, c),
  },
  {
    what: "merge to exclusive",
    before: ({ set }) => [set("fw", [a, b], merge)],
    after: ({ set }) => [set("fw", [a, b], { takeOver: true })],
    left: allowedBy(a, b),
  },
  {
    what: "merge to exclusive with drift and other rules",
    before: ({ set }) => [set("fw", [a, b], merge)],
    drift: ({ byHand }) => byHand(foreign, { ...a, ports: [15_671] }),
    after: ({ set }) => [set("fw", [a, c], { unmanaged: [foreign.ip] })],
    left: allowedBy(foreign, a, c),
  },
  {
    what: "another instance, the old one kept",
    before: ({ set }) => [set("fw", [a])],
    after: (at) => [onOther(at, at.set("fw", [a]))],
    left: allowedBy(a),
  },
  {
    what: "another instance, the old one closed",
    before: ({ set }) => [set("fw", [a], { onDelete: "close" })],
    after: (at) => [onOther(at, at.set("fw", [a], { onDelete: "close" }))],
    left: {},
  },
  {
    what: "another instance in merge",
    before: ({ set }) => [set("fw", [a, b], merge)],
    after: (at) => [onOther(at, at.set("fw", [a, b], merge))],
    left: allowedBy(foreign),
  },
  {
    what: "a destroy that keeps",
    before: ({ set }) => [set("fw", [a, b])],
    after: () => [],
    left: allowedBy(a, b),
  },
  {
    what: "a destroy that closes",
    before: ({ set }) => [set("fw", [a, b], { onDelete: "close" })],
    after: () => [],
    left: {},
  },
  {
    what: "a destroy that opens",
    before: ({ set }) => [set("fw", [a, b], { onDelete: "open" })],
    after: () => [],
    left: allowedBy(open),
  },
  {
    what: "a destroy in merge",
    before: ({ set }) => [set("fw", [a, b], merge)],
    after: () => [],
    left: allowedBy(foreign),
  },
  {
    what: "one of two merge sets removed",
    before: ({ set }) => [set("one", [a, b], merge), set("two", [b, c], merge)],
    after: ({ set }) => [set("two", [b, c], merge)],
    left: allowedBy(foreign, b, c),
  },
];

test.each(rows)("$what", ({ before, drift, after, left }) =>
  withFirewall(async (at) => {
    const { stack, allowed, instance, other } = at;
    at.byHand(foreign);
    const all = before(at).map(taking);
    expectNoErrors(await stack.up(all));
    if (drift) {
      drift(at);
      expectNoErrors(await stack.refresh());
    }
    const then = after(at).map(taking);
    const change = async () => expectNoErrors(then.length > 0 ? await stack.up(then) : await stack.destroy());
    await expectNoGap(at, () => expectNoGap(at, change, other), instance);
    expect(allowed()).toEqual(left);
    if (then[0]?.inputs.instance === other) expect(allowed(other)).toMatchObject(allowedBy(a));
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expect(expectNoErrors(await stack.up(then)).changes).toEqual([]);
  }),
);

test("merge sets renamed: nothing is sent at all", () =>
  withFirewall(async ({ stack, set, patches, allowed }) => {
    expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
    const before = patches().length;
    expectNoErrors(await stack.up([set("new", [a, b], merge)]));
    expect(patches()).toHaveLength(before);
    expect(allowed()).toMatchObject(allowedBy(a, b));
  }));

test("another instance: the new one is closed first, then the old one goes", () =>
  withFirewall(async (at) => {
    expectNoErrors(await at.stack.up([at.set("fw", [a])]));
    const moved = expectNoErrors(await at.stack.up([onOther(at, at.set("fw", [a]))]));
    expect(moved.changes).toEqual(["replace fw", "delete fw"]);
    expect([at.allowed(), at.allowed(at.other)]).toEqual([allowedBy(a), allowedBy(a)]);
  }));
