import { TeamMember, type TeamMemberArgs } from "pulumi-broker";
import { type At, row } from "./row";

const email = "lifecycle@example.com";
const path = "/customer/api/team";

const recordOf = ({ id, state }: At) => state().team.find((each) => each.email === id);

export const teamMember = row<TeamMemberArgs>({
  kind: "TeamMember",
  resource: TeamMember,
  args: () => ({ email, role: "member", tags: ["b", "a"] }),
  outputs: () => ({
    email,
    role: "member",
    tags: ["b", "a"],
    status: "member",
    userId: expect.any(String),
    tfaEnabled: false,
  }),
  neverRead: ["tags"],
  records: (state) =>
    state.team
      .filter((each) => each.email.startsWith("lifecycle"))
      .map((each) => ({ email: each.email, role: each.role, tags: each.tags })),
  held: () => ({ email, role: "member", tags: ["b", "a"] }),
  create: () => `POST ${path}/invite`,
  refresh: () => [`GET ${path}`],
  onInstance: false,
  inPlace: {
    args: () => ({ role: "monitor" }),
    props: ["role"],
    requests: (at) => [
      { method: "GET", path },
      { method: "PUT", path: `${path}/${recordOf(at)?.uuid}`, body: { role: "monitor", tags: ["b", "a"] } },
    ],
    outputs: () => ({ role: "monitor" }),
    held: () => ({ role: "monitor" }),
  },
  replacing: {
    args: () => ({ email: "lifecycle-2@example.com" }),
    props: ["email"],
    outputs: () => ({ email: "lifecycle-2@example.com" }),
    held: () => ({ email: "lifecycle-2@example.com" }),
  },
  outsideEdit: {
    change: (at) => ({ op: "set", in: "team", id: recordOf(at)?.id ?? 0, fields: { role: "devops" } }),
    property: "role",
    repair: (at) => [
      { method: "GET", path },
      { method: "PUT", path: `${path}/${recordOf(at)?.uuid}`, body: { role: "member", tags: ["b", "a"] } },
    ],
  },
  outsideDelete: (at) => ({ op: "delete", in: "team", id: recordOf(at)?.id ?? 0 }),
  missingId: () => "nobody@example.com",
  idIsName: true,
});
