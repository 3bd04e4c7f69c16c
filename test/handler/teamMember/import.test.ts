import { type Declared, type Handlers, it, withHandlers } from "../../helpers/handlers";
import { lastingLines } from "../../helpers/outcomes";

const email = "night@example.com";

const declare = (inputs: object = {}, more: Partial<Declared> = {}): Declared[] => [
  { type: "teamMember", name: "night", inputs: { email, ...inputs }, ...more },
];
const writes = ({ emulator }: Handlers) => emulator.requests().filter(({ method }) => method !== "GET");
const invited = ({ emulator }: Handlers) => {
  emulator.patch({ op: "set", in: "dialects", id: 1, fields: { hides_invited: true } });
  return emulator.patch({ op: "add", in: "team", fields: { email, role: "member", accepted: false } })[0]!;
};

test.each([
  [{ role: "monitor" as const, tags: ["a"] }, true],
  [{ role: "monitor" as const }, true],
  [{ role: "devops" as const }, false],
])("imported as %j, without a request: a line says that tags are not shown where the role has some", (inputs, isSaid) =>
  withHandlers(async (at) => {
    const fields = { email, role: inputs.role, tags: inputs.role === "monitor" ? ["hidden"] : [] };
    at.emulator.patch({ op: "add", in: "team", fields });
    const run = await at.one.up(declare(inputs, { import: email }));
    expect([run.errors, writes(at).length]).toEqual([[], 0]);
    const said = `the service never shows tags: those of the program are taken for those of ${email} and not sent; change them to be sure of them`;
    // Once at preview, and not again in the create that follows.
    expect(lastingLines(run).filter((text) => text === said)).toHaveLength(isSaid ? 1 : 0);
    const refreshed = await at.one.refresh();
    expect([refreshed.errors, lastingLines(refreshed)]).toEqual([[], []]);
    expect(await at.one.up(declare(inputs))).toMatchObject({ changes: [], requests: 0 });
  }),
);

test("an open invitation that is not shown is not imported, and the error says when it can be and how to go on", () =>
  withHandlers(async (at) => {
    const id = invited(at);
    const run = await at.one.up(declare({}, { import: email }));
    expect(run.errors).toEqual([
      `TeamMember "night": there is no TeamMember with the id ${email} to import: an invitation that the person has not accepted is not shown, and can be imported once it is accepted; to go on at once, take it back in the control panel and the import option out of the program`,
    ]);
    expect([at.one.state, writes(at)]).toEqual([[], []]);
    at.emulator.patch({ op: "set", in: "team", id, fields: { accepted: true } });
    expect((await at.one.up(declare({}, { import: email }))).errors).toEqual([]);
  }));

it.each([
  [409, "the person may have an open invitation, which the team does not show: take it back in the control panel"],
  [400, "correct the arguments; if an earlier run was cut off, take the open invitation back in the control panel"],
])("an invitation refused with %d ends with what to do about it, on one line", async (at, status, advice) => {
  invited(at);
  const match = { method: "POST", path: "/customer/api/team/invite" };
  at.emulator.fault({ match, times: "always", fault: { status, raw: '{"error":"Already invited"}' } });
  const { errors } = await at.stack().up(declare());
  expect(errors).toEqual([
    expect.stringMatching(`^TeamMember "night": .*: Already invited \\(.*\\); ${advice}[^\n]*$`),
  ]);
});
