import type { FaultRule } from "../../../provider/emulator";
import type { Declared, HandlerStack, Handlers, Outcome } from "../../helpers/handlers";
import { it, itThrough, withHandlers } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectSaid, lastingLines, writesOf } from "../../helpers/outcomes";
import { declare, held, idsOf, vpcRow } from "./rows";

const oneLineOf = expect.stringMatching(/^[^\n]+$/);
const soon = { create: "5s" };
const oneLine = expect.stringMatching(/^[^\n]*Vpc "one"[^\n]*$/);

interface Scene extends Pick<Handlers, "clock" | "emulator"> {
  stack: HandlerStack;
  /** The program with these inputs over the row's, and no create longer than five seconds. */
  program(inputs?: Record<string, unknown>, over?: Partial<Declared>): Declared[];
}

/** A VPC whose create was not ready in time. */
function pending(work: (scene: Scene, failed: Outcome) => Promise<void>): Promise<void> {
  return withHandlers(async ({ clock, emulator, one }) => {
    const program: Scene["program"] = (inputs = {}, over = {}) => [
      declare(vpcRow, emulator, { inputs, timeouts: soon, ...over }),
    ];
    const failed = expectError(await one.up(program()), oneLine);
    await work({ clock, emulator, stack: one, program }, failed);
  });
}

/** Exactly what is declared exists, is in state without a mark of being unfinished, and needs nothing more. */
async function expectSettled({ emulator, stack, program }: Scene, inputs: Record<string, unknown> = {}): Promise<void> {
  const wanted = vpcRow.record({ ...vpcRow.inputs(emulator), ...inputs });
  expect(held(vpcRow, emulator)).toEqual([{ id: expect.any(Number), ...wanted }]);
  expect(stack.state).toMatchObject([{ id: idsOf(vpcRow, emulator)[0], initErrors: [], outputs: wanted }]);
  expect(stack.entry("one").outputs).not.toHaveProperty("__pending");
  expect(await stack.up(program(inputs))).toMatchObject({ changes: [], errors: [], calls: [] });
  expect(await stack.refresh()).toMatchObject({ changes: [], errors: [], requests: 1 });
}

const posts = ({ calls }: Outcome) => calls.filter((call) => call.startsWith("POST"));

/** The next run finishes it with these inputs, and makes nothing. */
async function expectFinished(scene: Scene, inputs: Record<string, unknown> = {}): Promise<Outcome> {
  const next = await scene.stack.up(scene.program(inputs));
  expect(next).toMatchObject({ changes: ["update one"], errors: [] });
  expect(posts(next)).toEqual([]);
  await expectSettled(scene, inputs);
  return next;
}

test("the id, the inputs and the key are in state, and the wait took no longer than it might", () =>
  pending(async ({ emulator, stack }, failed) => {
    const [vpc] = emulator.state().vpcs;
    expect(failed).toMatchObject({ changes: ["create one"], ms: 5_000 });
    expect(failed.errors[0]).toMatch(/^Vpc "one": gave up waiting for VPC \d+ after 5s: being created/);
    expect(stack.entry("one")).toMatchObject({
      id: `${vpc?.id}`,
      initErrors: failed.errors,
      outputs: { ...vpcRow.inputs(emulator), apiKey: vpc?.apikey, __pending: failed.errors[0], __timeouts: soon },
    });
  }));

test("the next run sends no POST and finishes", () =>
  pending(async (scene) => {
    const { emulator, stack } = scene;
    const id = stack.entry("one").id;
    expect(writesOf(await expectFinished(scene))).toEqual([`PUT /customer/api/vpcs/${id}`]);
    expect(stack.entry("one").outputs).toMatchObject({ apiKey: emulator.state().vpcs[0]?.apikey });
  }));

const hidden = { match: { method: "GET", path: vpcRow.path }, times: 3, fault: { list: "gone" } } as const;

/** What lies between the two runs, before a refresh. */
const between: [string, (scene: Scene) => unknown][] = [
  ["while it is being made, changes nothing and does not hide that it is unfinished", () => {}],
  [
    "whose list does not show it yet, asks for it by its id, hears that it is busy, and keeps it",
    ({ emulator }) => emulator.fault(hidden),
  ],
  ["when it is ready, leaves the mark to be removed by the next run", ({ clock }) => clock.advance(300_000)],
];
test.each(between)("a refresh in between %s", (_what, begin) =>
  pending(async (scene) => {
    await begin(scene);
    expectNoErrors(await scene.stack.refresh());
    scene.emulator.clearFaults();
    expect(scene.stack.entry("one")).toMatchObject({ initErrors: [], outputs: { __pending: expect.any(String) } });
    await expectFinished(scene);
  }),
);

test.each([{ name: "other" }, { tags: ["x"] }, { name: "other", tags: [] }])(
  "a change to %j in between is made with the end of the wait",
  (inputs) => pending(async (scene) => void (await expectFinished(scene, inputs))),
);

test("a refresh and the next run say that it is unfinished, why, and who goes on with it", () =>
  pending(async ({ stack, program }, failed) => {
    const unfinished = (who: string) =>
      `is unfinished: ${who} continues the work; the last pulumi up ended with: ${failed.errors[0]?.slice('Vpc "one": '.length)}`;
    const refreshed = await stack.refresh();
    expect(lastingLines(refreshed)).toEqual([unfinished("the next pulumi up")]);
    expect(lastingLines(await stack.refresh())).toEqual([unfinished("the next pulumi up")]);
    expect(lastingLines(await stack.up(program({ tags: ["x"] })))).toEqual([unfinished("pulumi up")]);
    expect(lastingLines(await stack.refresh())).toEqual([]);
  }));

test("an error that names the resource itself names it once in the line that it is unfinished", () =>
  withHandlers(async ({ emulator, one }) => {
    emulator.fault({ match: { method: "PUT" }, fault: { status: 422, body: { error: "No" } } });
    const [error] = (await one.up([declare(vpcRow, emulator)])).errors;
    expect(error).toMatch(/^Vpc "one": /);
    const reason = error?.slice('Vpc "one": '.length);
    expectSaid(
      await one.refresh(),
      `is unfinished: the next pulumi up continues the work; the last pulumi up ended with: ${reason}`,
    );
  }));

test("it may run out of time again and again, and is finished by the run that has enough", () =>
  pending(async (scene) => {
    const { stack, program } = scene;
    const id = stack.entry("one").id;
    const short = { timeouts: { create: "5s", update: "7s" } };
    for (let i = 0; i < 3; i += 1) {
      const again = await stack.up(program({}, short));
      expect(again).toMatchObject({ errors: [oneLine], ms: 7_000 });
      expect(posts(again)).toEqual([]);
      expect(stack.entry("one")).toMatchObject({ id, outputs: { __pending: expect.any(String) } });
      if (i === 1) expect((await stack.refresh()).errors).toEqual([]);
    }
    expect((await stack.up(program())).errors).toEqual([]);
    await expectSettled(scene);
  }));

test("a change in between that replaces it makes the new one, and removes the unfinished one", () =>
  pending(async (scene) => {
    const next = await scene.stack.up(scene.program({ subnet: "10.57.0.0/24" }, { timeouts: undefined }));
    expect(next).toMatchObject({ changes: ["replace one", "delete one"], errors: [] });
    expect(posts(next)).toHaveLength(1);
    // Nothing goes on with the unfinished one.
    expect(lastingLines(next).filter((line) => line.includes("unfinished"))).toEqual([]);
    const program: Scene["program"] = (inputs) => scene.program(inputs, { timeouts: undefined });
    await expectSettled({ ...scene, program }, { subnet: "10.57.0.0/24" });
  }));

test("a rename in between makes another one, and removes the unfinished one", () =>
  pending(async ({ emulator, stack, program }) => {
    const next = await stack.up(program({}, { name: "two", timeouts: undefined }));
    expect(next).toMatchObject({ changes: ["create two", "delete one"], errors: [] });
    expect(idsOf(vpcRow, emulator)).toEqual([stack.entry("two").id]);
  }));

test("a destroy in between waits until it can be removed", () =>
  pending(async ({ emulator, stack }) => {
    expect(await stack.destroy()).toMatchObject({ changes: ["delete one"], errors: [] });
    expect([idsOf(vpcRow, emulator), stack.state]).toEqual([[], []]);
  }));

test("deleted outside in between: the run says what to do, and after it exactly one exists", () =>
  pending(async (scene) => {
    const { emulator, stack, program } = scene;
    emulator.patch({ op: "delete", in: "vpcs", id: Number(stack.entry("one").id) });
    expectError(await stack.up(program()), /no longer exists: run pulumi/);
    expect(await stack.refresh()).toMatchObject({ changes: ["gone one"], errors: [] });
    expect((await stack.up(program({}, { timeouts: undefined }))).errors).toEqual([]);
    await expectSettled({ ...scene, program: (inputs) => program(inputs, { timeouts: undefined }) });
  }));

describe("a failure after the service gave the id loses nothing:", () => {
  const by = (path: string) => ({ method: "GET", path: `${vpcRow.path}/${path}` });
  const cases = [
    ["a 500 to each look", { match: by("*"), times: 8, fault: { status: 500 } }],
    ["a page to each look", { match: by("*"), times: 3, fault: { html: true } }],
    ["a 403 to a look", { match: by("*"), fault: { status: 403 } }],
    ["a 404 to each look for half a minute", { match: by("*"), times: 20, fault: { status: 404 } }],
    ["a refused removal of the mark", { match: { method: "PUT" }, fault: { status: 422, body: { error: "No" } } }],
    ["a 500 to each removal of the mark", { match: { method: "PUT" }, times: 8, fault: { status: 500 } }],
    ["no answer to the removal of the mark", { match: { method: "PUT" }, times: 60, fault: { blackHole: true } }],
  ] as const;

  it.each(cases)("%s", async ({ clock, emulator, one }, _what, fault) => {
    const program = (inputs = {}) => [declare(vpcRow, emulator, { inputs })];
    emulator.fault({ ...fault });
    const failed = expectError(await one.up(program()), /^[^\n]+$/);
    expect(one.entry("one")).toMatchObject({ id: idsOf(vpcRow, emulator)[0], initErrors: failed.errors });
    emulator.clearFaults();
    await expectFinished({ clock, emulator, stack: one, program });
  });
});

it("an update that fails midway keeps what was there, and the next run makes it", async ({ clock, emulator, one }) => {
  const program = (inputs = {}) => [declare(vpcRow, emulator, { inputs })];
  await one.up(program());
  emulator.fault({ match: { method: "PUT" }, times: 8, fault: { status: 500 } });
  const failed = await one.up(program({ name: "other" }));
  expect(failed).toMatchObject({ changes: ["update one"], errors: [oneLine] });
  expect(one.entry("one")).toMatchObject({ outputs: { name: "net" }, initErrors: failed.errors });
  expectNoErrors(await one.up(program({ name: "other" })));
  await expectSettled({ clock, emulator, stack: one, program }, { name: "other" });
});

it("updates that fail for one reason name it once", async ({ emulator, one }) => {
  const program = (inputs = {}) => ["one", "two"].map((name) => declare(vpcRow, emulator, { inputs, name }));
  await one.up(program());
  emulator.fault({ match: { path: "/customer/*" }, times: "always", fault: { raw: "<html>Sign in</html>" } });
  const { changes, errors } = await one.up(program({ name: "other" }));
  expect([...changes].sort()).toEqual(["update one", "update two"]);
  expect(errors).toContainEqual(
    expect.stringMatching(/^Vpc "\w+": failed for the same reason as Vpc "\w+": see the error of that resource$/),
  );
});

/** Kinds whose unfinished object has outputs in state that the update then changes. */
const halfDone: [string, Record<string, unknown>, FaultRule, Record<string, unknown>][] = [
  [
    "customDomain",
    { instance: "1001", hostname: "mq.example.com" },
    { match: { method: "GET", path: "/instance/api/custom-domain" }, skip: 1, fault: { status: 422 } },
    { configured: true },
  ],
  [
    "teamMember",
    { email: "new@example.com", role: "monitor" },
    { match: { method: "POST", path: "/customer/api/team/invite" }, fault: { raw: "null" } },
    { status: "member" },
  ],
];

itThrough("plugin").each(halfDone)(
  "a %s: the preview of the update that finishes it promises no output that becomes another",
  async ({ clock, emulator, one }, type, inputs, fault, outputs) => {
    const program: Declared[] = [{ type, name: "one", inputs }];
    emulator.fault(fault);
    expectError(await one.up(program), oneLineOf);
    emulator.clearFaults();
    await clock.advance(600_000);
    expect(await one.up(program)).toMatchObject({ changes: ["update one"], errors: [] });
    expect(one.entry("one").outputs).toMatchObject(outputs);
  },
);
