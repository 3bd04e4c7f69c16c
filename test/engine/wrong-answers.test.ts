import type { Fault } from "../../provider/emulator";
import { foreignNotFound, lonelyNotFound } from "../helpers/foreign-answers";
import { type Suite, startSuite } from "../helpers/lifecycle-suite";
import type { StateResource } from "../helpers/stack";
import { kinds as rows } from "../kinds";

/** Needs the engine: every kind in one stack, and the world answers 404 for all. The tests are steps, in order. */

/** One of each sort: the handler tier tries all of them on each kind. */
const wrong = [...foreignNotFound.slice(0, 1), ...lonelyNotFound.slice(0, 1)];

let suite: Suite;
let before: StateResource[];

beforeAll(async () => {
  suite = await startSuite("wrong-answers", rows);
  // A delete that is told of no end waits for it as long as it may.
  suite.declare({ variant: "args", options: () => ({ customTimeouts: { delete: "20s" } }) });
  await suite.stack.up();
  before = resources();
});
afterAll(() => suite.close());

const resources = () => suite.stack.exportState().deployment.resources ?? [];
const ours = (all: readonly StateResource[]) => all.filter(({ type }) => type.includes("dynamic/broker:"));
const idsIn = (all: readonly StateResource[]) => Object.fromEntries(ours(all).map(({ urn, id }) => [urn, id]));

async function expectNothingDropped(): Promise<void> {
  expect(idsIn(resources())).toEqual(idsIn(before));
}

const always = (method: "GET" | "DELETE" | "POST" | "PUT", path: string, fault: Fault) =>
  ({ match: { method, path }, times: "always", fault }) as const;

/** The same answer to every request that removes something. */
const removals = (fault: Fault) => [
  always("DELETE", "*", fault),
  always("POST", "/customer/api/team/remove", fault),
  always("PUT", "/instance/api/actions/*", fault),
];

test.each(wrong)("a refresh answered by %s drops nothing", async (_what, fault) => {
  suite.emulator.fault(always("GET", "*", fault));
  const run = await suite.stack.refresh({ exit: "failure" });
  suite.emulator.clearFaults();
  expect(run.changes.filter((change) => change.startsWith("delete"))).toEqual([]);
  await expectNothingDropped();
});

test("a destroy whose deletes are answered 404 forgets nothing that stands on the service", async () => {
  const held = suite.held();
  for (const [, fault] of wrong) {
    suite.emulator.fault(...removals(fault));
    await suite.stack.destroy({ flags: ["--continue-on-error"], exit: "failure" });
    suite.emulator.clearFaults();
  }
  const left = new Set(ours(resources()).map(({ urn }) => urn.split("::").at(-1)));
  // A delete of these sends nothing; that of a firewall leaves the rules as they are.
  const sendsNothing = ({ kind, staysWhenDeleted }: (typeof rows)[number]) =>
    staysWhenDeleted || kind === "FirewallRuleSet";
  const expected = rows.filter((row) => !sendsNothing(row)).map(({ kind }) => `main-${kind}`);
  expect(expected.filter((name) => !left.has(name))).toEqual([]);
  expect(suite.held()).toEqual(held);
});

test("without faults the stack is whole", async () => {
  suite.declare({ variant: "args" });
  expect((await suite.stack.up()).code).toBe(0);
  expect((await suite.stack.refresh()).changes.filter((change) => !/^(refresh|read) /.test(change))).toEqual([]);
});
