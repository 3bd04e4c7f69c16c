import type { Fault } from "../../../provider/emulator";
import { type Handlers, it, resource, withHandlers } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectNothingToDo, expectSaid, lastingLines } from "../../helpers/outcomes";

const email = "night@example.com";
const path = "/customer/api/team";

const declare = (inputs: object = {}, name = "night") => [resource("teamMember", name, { email, ...inputs })];

const named = ({ emulator }: Handlers, address = email) => emulator.state().team.find((each) => each.email === address);

/** The service shows nobody who has not accepted the invitation. */
function hideInvited({ emulator }: Handlers): void {
  emulator.patch({ op: "set", in: "dialects", id: 1, fields: { hides_invited: true } });
}

function accept(at: Handlers): void {
  at.emulator.patch({ op: "set", in: "team", id: named(at)?.id ?? 0, fields: { accepted: true } });
}

const fail = ({ emulator }: Handlers, what: string, fault: Fault, times = 1) =>
  emulator.fault({ match: { method: "POST", path: `${path}/${what}` }, times, fault });

it("an invited person who is not shown is neither gone nor invited again, and becomes a member", async (at) => {
  hideInvited(at);
  const run = expectNoErrors(await at.one.up(declare({ tags: ["production"] })));
  expect(lastingLines(run)).toEqual([`${email} was invited, and joins the team when the person accepts`]);
  expect(at.one.entry("night")).toMatchObject({ id: email, outputs: { status: "invited", role: "member" } });
  await expectNothingToDo(at.one, declare({ tags: ["production"] }));

  accept(at);
  expect(await at.one.refresh()).toMatchObject({ errors: [] });
  expect(at.one.entry("night").outputs).toMatchObject({ status: "member", userId: named(at)?.uuid });
  at.emulator.patch({ op: "delete", in: "team", id: named(at)?.id ?? 0 });
  expect(await at.one.refresh()).toMatchObject({ changes: ["gone night"], errors: [] });
});

it("the role of an invited person who is not shown cannot change, and the error says when it can", async (at) => {
  hideInvited(at);
  await at.one.up(declare());
  expect((await at.one.up(declare({ role: "devops" }))).errors).toEqual([
    expect.stringMatching(
      /has not accepted the invitation yet.*when the person has accepted the invitation, run pulumi up again/,
    ),
  ]);
  accept(at);
  expect((await at.one.up(declare({ role: "devops" }))).errors).toEqual([]);
  expect(named(at)?.role).toBe("devops");
});

it("an invitation is taken back; where the service does not confirm it, a warning says so", async (at) => {
  hideInvited(at);
  await at.one.up(declare());
  expect(await at.one.destroy()).toMatchObject({ changes: ["delete night"], errors: [] });
  expect(named(at)).toBeUndefined();

  await at.one.up(declare());
  fail(at, "remove", { status: 400, body: { error: "not a member" } });
  const run = await at.one.destroy();
  expect(run).toMatchObject({ changes: ["delete night"], errors: [] });
  expectSaid(run, /did not confirm that it withdrew the invitation to night@example.com/);
});

it("an invitation whose answer was lost is found in the team", async (at) => {
  fail(at, "invite", { reset: "after" });
  expect(await at.one.up(declare())).toMatchObject({ errors: [] });
  expect(at.one.entry("night").outputs).toMatchObject({ status: "member" });
  expect(at.emulator.state().team.filter((each) => each.email === email)).toHaveLength(1);
});

it("an invitation that is open is never lost: the next run finishes it", async (at) => {
  hideInvited(at);
  fail(at, "invite", { reset: "before" });
  expect((await at.one.up(declare())).errors).toHaveLength(1);
  expect(at.one.entry("night").id).toBe(email);
  expect(named(at)).toBeUndefined();
  expect((await at.one.up(declare())).errors).toEqual([]);
  expect(named(at)).toMatchObject({ email, role: "member" });
  expect(await at.one.up(declare())).toMatchObject({ changes: [], requests: 0 });
});

it("an invitation that was sent without an answer, and is not shown, does not block the next run", async (at) => {
  hideInvited(at);
  fail(at, "invite", { reset: "after" });
  expect((await at.one.up(declare())).errors).toHaveLength(1);
  const next = expectNoErrors(await at.one.up(declare()));
  expect(lastingLines(next)).toContainEqual(
    expect.stringContaining(`perhaps an earlier run has invited ${email}, but the service did not confirm`),
  );
  expect(await at.one.up(declare())).toMatchObject({ changes: [], requests: 0 });

  // A run that was killed leaves no state: the error says how to go on.
  expect((await at.stack().up(declare())).errors).toEqual([
    expect.stringMatching(
      /If an interrupted run has already invited the person, also withdraw this invitation in the control/,
    ),
  ]);
});

it("of two admins that one run removes, the last one stays", async (at) => {
  at.emulator.patch({ op: "add", in: "team", fields: { email: "second@example.com", role: "admin" } });
  const both = ["admin", "second"].flatMap((name) => declare({ email: `${name}@example.com`, role: "admin" }, name));
  expect((await at.one.up(both)).errors).toEqual([]);
  const before = at.emulator.requests().length;
  expectError(await at.one.destroy(), /the team needs an admin, and .* is the last admin/);
  const removals = at.emulator
    .requests()
    .slice(before)
    .filter(({ method }) => method !== "GET");
  expect(removals).toHaveLength(1);
});

it("a takeover without tags removes the tags that the person has", async (at) => {
  at.emulator.patch({ op: "add", in: "team", fields: { email, role: "member", tags: ["secret"] } });
  const run = expectNoErrors(await at.stack().up(declare()));
  expect(named(at)?.tags).toEqual([]);
  expect(lastingLines(run)).toContainEqual(
    expect.stringContaining("takes over the member, and sends no tags, as declared"),
  );
});

it("a role that the service writes with a capital letter is no difference", async (at) => {
  await at.one.up(declare({ role: "monitor" }));
  const shown = at.emulator.state().team.map((each) => ({ id: each.uuid, email: each.email, roles: ["Monitor"] }));
  at.emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: JSON.stringify(shown) } });
  await expectNothingToDo(at.one, declare({ role: "monitor" }));
});

it("a person who is in the team is taken over with the same role, and refused with another", async (at) => {
  const monitor = { email: "Monitor@example.com" };
  expectError(await at.one.up(declare(monitor)), /already in the team with .* monitor, .*import: "monitor@/);
  const tagged = declare({ ...monitor, role: "monitor", tags: ["production"] });
  const run = expectNoErrors(await at.one.up(tagged));
  expect(lastingLines(run)).toEqual([
    "monitor@example.com is in the team already, with the role monitor: this resource takes over the member, and sends the tags production, as declared",
  ]);
  expect(named(at, "monitor@example.com")?.tags).toEqual(["production"]);
  expect(await at.one.up(tagged)).toMatchObject({ requests: 0 });
});

it("the last admin is never removed and never gets another role", async (at) => {
  const admin = { email: "admin@example.com" };
  expect((await at.one.up(declare({ ...admin, role: "admin" }))).errors).toEqual([]);
  const sent = () => at.emulator.writes().length;
  const before = sent();
  const last =
    /the team needs an admin, and admin@example.com is the last admin: first set the role of another member to admin/;
  expectError(await at.one.up(declare({ ...admin, role: "devops" })), expect.stringMatching(last));
  expectError(await at.one.destroy(), expect.stringMatching(last));
  expect(sent()).toBe(before);
  expect(named(at, "admin@example.com")?.role).toBe("admin");

  at.emulator.patch({ op: "add", in: "team", fields: { email: "second@example.com", role: "admin" } });
  expect(await at.one.destroy()).toMatchObject({ changes: ["delete night"], errors: [] });
});

it("tags are changed in place, and removed where the program leaves them out or the role takes none", async (at) => {
  const tagsAfter = async (inputs: object) => {
    expect(await at.one.up(declare(inputs))).toMatchObject({ changes: ["update night"], errors: [] });
    expect(await at.one.up(declare(inputs))).toMatchObject({ changes: [], requests: 0 });
    return [named(at)?.role, named(at)?.tags];
  };
  await at.one.up(declare({ tags: ["a", "b"] }));
  expect(await tagsAfter({ tags: ["c"] })).toEqual(["member", ["c"]]);
  expect(await tagsAfter({})).toEqual(["member", []]);
  expect(await tagsAfter({ role: "monitor", tags: ["d"] })).toEqual(["monitor", ["d"]]);
  expect((await tagsAfter({ role: "devops" }))[0]).toBe("devops");
});

it("many members cost a refresh one request", async ({ one }) => {
  const all = ["a", "b", "c"].flatMap((name) => declare({ email: `${name}@example.com` }, name));
  expect((await one.up(all)).errors).toEqual([]);
  expect((await one.refresh()).calls).toEqual([`GET ${path}`]);
});

const imported = (inputs: object) => declare(inputs).map((each) => ({ ...each, import: email }));
const invited = (at: Handlers) => {
  hideInvited(at);
  at.emulator.patch({ op: "add", in: "team", fields: { email, role: "member", accepted: false } });
};

test.each([
  [{ role: "monitor" as const, tags: ["a"] }, true],
  [{ role: "monitor" as const }, true],
  [{ role: "devops" as const }, false],
])("imported as %j, without a request: a line says that tags are not shown where the role has some", (inputs, isSaid) =>
  withHandlers(async (at) => {
    const fields = { email, role: inputs.role, tags: inputs.role === "monitor" ? ["hidden"] : [] };
    at.emulator.patch({ op: "add", in: "team", fields });
    const run = await at.one.up(imported(inputs));
    expect([run.errors, at.emulator.writes().length]).toEqual([[], 0]);
    const said = `the service never shows tags: the provider assumes that ${email} already has the tags that the program declares, and sends no tags. To make the provider send tags, change the tags in the program`;
    // Once at preview, and not again in the create that follows.
    expect(lastingLines(run).filter((text) => text === said)).toHaveLength(isSaid ? 1 : 0);
    const refreshed = await at.one.refresh();
    expect([refreshed.errors, lastingLines(refreshed)]).toEqual([[], []]);
    expect(await at.one.up(declare(inputs))).toMatchObject({ changes: [], requests: 0 });
  }),
);

test("an open invitation that is not shown is not imported, and the error says when it can be and how to go on", () =>
  withHandlers(async (at) => {
    invited(at);
    const { id } = named(at)!;
    expect((await at.one.up(imported({}))).errors).toEqual([
      `TeamMember "night": the import finds no TeamMember with the id ${email}. Perhaps the person has an open invitation, which the service does not show. Wait until the person has accepted the invitation, then import the member. Or withdraw the invitation in the control panel and remove the import option`,
    ]);
    expect([at.one.state, at.emulator.writes()]).toEqual([[], []]);
    at.emulator.patch({ op: "set", in: "team", id, fields: { accepted: true } });
    expect((await at.one.up(imported({}))).errors).toEqual([]);
  }));

it.each([
  [
    409,
    "perhaps the person has an open invitation, which the service does not show. Withdraw the invitation in the control panel",
  ],
  [
    400,
    "correct the arguments of this resource. If an interrupted run has already invited the person, also withdraw this invitation in the control panel. Then run again",
  ],
])("an invitation refused with %d ends with what to do about it, on one line", async (at, status, advice) => {
  invited(at);
  const match = { method: "POST", path: "/customer/api/team/invite" };
  at.emulator.fault({ match, times: "always", fault: { status, raw: '{"error":"Already invited"}' } });
  expect((await at.stack().up(declare())).errors).toEqual([
    expect.stringMatching(`^TeamMember "night": .*: Already invited \\(.*\\); ${advice}[^\n]*$`),
  ]);
});
