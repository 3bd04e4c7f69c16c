// `teamNoun` declares the team of an account. `nouns/index.ts` opens it; `resources/teamMember/` and
// `cli/adopt/account.ts` use `shared`. A new field goes into its schema. No POST may become repeatable, because the
// service refuses a second one. An empty team must stay an error, because every member would seem to be gone.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { flag, listOf, type Message, messageSchema, optional, shown, strings } from "../transport/schemas";
import { senderTo, withBody, withIdAndBody } from "../transport/send";

const memberSchema = shown(() => ({
  id: z.string().min(1),
  email: z.string(),
  tfa_auth_enabled: optional(flag),
  roles: strings,
}));
/** A member of the team as the service shows it. */
export type TeamMember = z.output<typeof memberSchema>;

/** The body of `POST /api/team/invite`. */
export interface TeamInvitation {
  email: string;
  /** The role of the new member. Default: `member`. */
  role?: string;
  /** The tags of the instances that the new member may see; only for the roles `member` and `monitor`. */
  tags?: string[];
}

/** The body of `PUT /api/team/<id>`: the role, the tags, or both. */
export type TeamMemberChanges = Partial<Pick<TeamInvitation, "role" | "tags">>;

/** The operations on the team. */
export interface TeamOperations {
  /** The members of the team. */
  list(options?: CallOptions): Promise<TeamMember[]>;
  /** Invites somebody, in one attempt. When it is unclear whether the service did it, the error is `ambiguous`. */
  invite(invitation: TeamInvitation, options?: CallOptions): Promise<Message | undefined>;
  /** Removes a member, in one attempt. When it is unclear whether the service did it, the error is `ambiguous`. */
  remove(member: { email: string }, options?: CallOptions): Promise<Message | undefined>;
  /** Changes the role or the tags of a member. */
  update(id: string, changes: TeamMemberChanges, options?: CallOptions): Promise<Message | undefined>;
}

const role = "admin";

// The owner of the key is in the team, so that an empty team is a wrong answer and proves no absence.
const teamSchema = z.lazy(() =>
  listOf(memberSchema, (member) => member.id).refine(
    (members) => members.length > 0,
    "a team without any member, which cannot be right",
  ),
);

/** The account's team. The service refuses a second invitation or removal, so that a caller looks in between. */
export function teamNoun(account: Api) {
  const send = senderTo(account);
  const operations: TeamOperations = {
    list: send({ method: "GET", path: "/api/team", role, answer: teamSchema }),
    invite: send({ method: "POST", path: "/api/team/invite", role, echo: messageSchema }, withBody),
    remove: send({ method: "POST", path: "/api/team/remove", role, echo: messageSchema }, withBody),
    update: send({ method: "PUT", path: "/api/team/{id}", role, echo: messageSchema }, withIdAndBody),
  };
  const members = createShared(account.transport.clock, operations.list);
  const team = {
    ...operations,
    list: members.get,
    async update(id: string, body: TeamMemberChanges, call: Call) {
      await operations.update(id, body, call);
      const { role: changed } = body;
      if (changed === undefined) return;
      members.change((all) => all.map((each) => (each.id === id ? { ...each, roles: [changed] } : each)));
    },
    async remove(body: { email: string }, call: Call) {
      await operations.remove(body, call);
      members.change((all) => all.filter((each) => each.email !== body.email));
    },
  };
  return { operations: { team: operations }, shared: { team } };
}
