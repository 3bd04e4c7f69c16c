import type { TeamMemberArgs } from "pulumi-broker";
import { type At, row } from "./kind";

const email = "lifecycle@example.com";
const path = "/customer/api/team";

const recordOf = ({ id, state }: At) => state().team.find((each) => each.email === id);
const put = (at: At, role: string) => [
  { method: "GET", path },
  { method: "PUT", path: `${path}/${recordOf(at)?.uuid}`, body: { role, tags: ["b", "a"] } },
];

export const teamMember = row<TeamMemberArgs>({
  kind: "TeamMember",
  id: "ops@example.com",
  operations: ["team.list", "team.invite", "team.remove", "team.update"],
  functions: { "team.list": ["getTeam"] },
  look: {
    path,
    isList: true,
    changed: { role: "monitor" },
    empty: JSON.stringify([{ id: "u-1", email: "admin@example.com", roles: ["admin"] }]),
  },
  // biome-ignore format: one row for each input
  refused: [
    [{ email: "nobody" }, "email: must be an e-mail address, such as ops@example.com"],
    [{ role: "owner" }, "role: must be one of the values admin, devops, member, monitor, billing manager"],
    [{ role: "devops", tags: ["a"] }, "tags: can be given only for the roles member and monitor: leave this input out for the role devops"],
    [{ tags: [""] }, "tags: tags[0]: must not be empty"],
  ],
  args: () => ({ email, role: "member", tags: ["b", "a"] }),
  outputs: () => ({ status: "member", userId: expect.any(String), tfaEnabled: false }),
  neverRead: ["tags"],
  records: (state) =>
    state.team
      .filter((each) => each.email.startsWith("lifecycle"))
      .map((each) => ({ email: each.email, role: each.role, tags: each.tags })),
  held: (_at, { email: held, role, tags }) => ({ email: held, role, tags }),
  create: () => `POST ${path}/invite`,
  onInstance: false,
  inPlace: { args: () => ({ role: "monitor" }), requests: (at) => put(at, "monitor") },
  replacing: { args: () => ({ email: "lifecycle-2@example.com" }) },
  outsideEdit: {
    change: (at) => ({ op: "set", in: "team", id: recordOf(at)?.id ?? 0, fields: { role: "devops" } }),
    property: "role",
    repair: (at) => put(at, "member"),
  },
  outsideDelete: (at) => ({ op: "delete", in: "team", id: recordOf(at)?.id ?? 0 }),
  missingId: () => "nobody@example.com",
  idIsName: true,
});
