import { expectError, expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { lasting } from "../instance/scene";
import { a, allowedBy, b, c, foreign, it, merge, type Rule, type Scene } from "./scene";

/** A run ends while its rules configure: whatever comes next, no rule that is not declared may stay. */

const timeouts = { create: "5s", update: "5s", delete: "10m" };
const closed = { onDelete: "close", takeOver: true };

const outOfTime = expect.stringMatching(
  /^FirewallRuleSet "[^"]+": gave up waiting for the firewall of instance \d+ after 5s: the service still has to ((add|change|remove) \d rules?( and )?)+; run again\. If the work needs more time/,
);

/** What lies between the two runs. */
const between: [string, (at: Scene) => Promise<void>][] = [
  ["at once", async () => {}],
  ["after a refresh", async ({ stack }) => void expectNoErrors(await stack.refresh())],
  ["when all is in force", ({ later }) => later()],
  [
    "after a refresh, when all is in force",
    async ({ stack, later }) => {
      expectNoErrors(await stack.refresh());
      await later();
    },
  ],
];

interface Row {
  what: string;
  more?: object;
  /** The rules that are there, and those of the set before. */
  there: Rule[];
  before?: Rule[];
  /** The rules of the run whose time is over, and of the next one; without those, the set is destroyed. */
  sent: Rule[];
  next?: Rule[];
  left: Rule[];
}

// biome-ignore format: one row for each pair of runs
const rows: Row[] = [
  { what: "create, then destroy: merge", more: merge, there: [foreign], sent: [a, b], left: [foreign] },
  { what: "create, then destroy: exclusive, to be closed", more: closed, there: [foreign], sent: [a, b], left: [] },
  { what: "a rule more, then as before: merge", more: merge, there: [a], before: [a], sent: [a, c], next: [a], left: [a] },
  { what: "a rule more, then as before: exclusive", there: [a], before: [a], sent: [a, c], next: [a], left: [a] },
  { what: "a rule less, then as before: merge", more: merge, there: [a, c], before: [a, c], sent: [a], next: [a, c], left: [a, c] },
  { what: "a rule less, then as before: exclusive", there: [a, c], before: [a, c], sent: [a], next: [a, c], left: [a, c] },
  { what: "a rule more, then destroy: merge", more: merge, there: [foreign], before: [a], sent: [a, c], left: [foreign] },
];
const cases = between.flatMap(([how, pause]) =>
  ["in force", "asked for"].flatMap((shows) => rows.map((row) => ({ ...row, how, pause, shows }))),
);

it.each(cases)("$what, $how, shown $shows", async (at, { more, there, before, sent, next, left, pause, shows }) => {
  const { stack, set, allowed } = at;
  lasting(at.emulator, { configuringFirewall: 20_000 });
  at.setFields({ shows });
  at.byHand(...there);
  if (before) expectNoErrors(await stack.up([set("fw", before, more)]));
  await at.later();
  const { errors } = await stack.up([set("fw", sent, more, { timeouts })]);
  // Where the service shows what was asked for, that is seen in time.
  expect(errors).toEqual(shows === "in force" ? [outOfTime] : []);
  expect(at.firewall().change).not.toBeNull();
  await pause(at);
  const program = next ? [set("fw", next, more)] : [];
  expectNoErrors(next ? await stack.up(program) : await stack.destroy());
  await at.later();
  expect(allowed()).toEqual(allowedBy(...left));
  await expectNothingToDo(stack, program);
  expect(stack.state.filter(({ outputs }) => "__pending" in outputs)).toEqual([]);
  expect(stack.state).toHaveLength(program.length);
});

it("a change whose answers are lost until its time is over is known to the next run", async (at) => {
  at.byHand(foreign);
  expectNoErrors(await at.stack.up([at.set("fw", [a], merge)]));
  const match = { method: "PATCH", path: "/instance/api/security/firewall" };
  at.emulator.fault({ match, times: 1, fault: { reset: "after" } });
  at.emulator.fault({ match, times: 40, fault: { reset: "before" } });
  expectError(await at.stack.up([at.set("fw", [a, c], merge)]), expect.stringContaining("got no answer"));
  at.emulator.clearFaults();
  expectNoErrors(await at.stack.up([at.set("fw", [a], merge)]));
  await at.later();
  expect(at.allowed()).toEqual(allowedBy(foreign, a));
});

it("a change that is refused leaves nothing behind", async (at) => {
  const match = { method: "PATCH", path: "/instance/api/security/firewall" };
  at.emulator.fault({ match, times: 1, fault: { status: 400, body: { error_code: 40002, message: "no" } } });
  expectError(await at.stack.up([at.set("fw", [a], merge)]), expect.stringContaining("answered 400: no"));
  expect(at.stack.state).toEqual([]);
});
