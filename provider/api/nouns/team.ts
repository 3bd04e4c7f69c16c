import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import type { Endpoint } from "../transport/endpoint";
import { type Api, request } from "../transport/request";
import { flag, listOf, type Message, messageSchema, optional } from "../transport/schemas";

/** An item of `GET /api/team`. */
const memberSchema = z.object({
  id: z.string().min(1),
  email: z.string(),
  tfa_auth_enabled: optional(flag),
  roles: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
});
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

const role = "admin";

/** Lists the team. */
export const listTeam: Endpoint<TeamMember[]> = {
  method: "GET",
  path: "/api/team",
  role,
  // The owner of the key is in the team, so that an empty team is a wrong answer and proves no absence.
  answer: listOf(memberSchema, (member) => member.id).refine(
    (members) => members.length > 0,
    "a team without any member, which cannot be right",
  ),
};

/** Changes the role or the tags of a member. */
export const updateMember: Endpoint<Message | undefined> = {
  method: "PUT",
  path: "/api/team/{id}",
  role,
  echo: messageSchema,
};

// A POST that is sent only once: the service would refuse a second invitation or removal because of the first one, so
// the caller must look at the team in between.
const post = (path: string): Endpoint<Message | undefined> => ({
  method: "POST",
  path,
  role,
  echo: messageSchema,
});

/** Invites somebody. */
export const inviteMember = post("/api/team/invite");

/** Removes a member. */
export const removeMember = post("/api/team/remove");

/** The team of the account for resources: all of them share one list, which their own writes keep right. */
export interface Team {
  /** All members, shared by every caller for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<TeamMember[]>;
  /** Invites a person. The list does not show the person before the next fresh look. */
  invite(invitation: TeamInvitation, call: Call): Promise<void>;
  /** Changes the role or the tags of a member. */
  update(id: string, changes: TeamMemberChanges, call: Call): Promise<void>;
  /** Removes a member. */
  remove(member: { email: string }, call: Call): Promise<void>;
}

/** Opens the account's team. */
export function teamOf(account: Api): Team {
  const members = createShared(account.transport.clock, (call) => request(account, listTeam, {}, call));
  return {
    list: (call, options) => members.get(call, options),
    async invite(body, call) {
      await request(account, inviteMember, { body }, call);
    },
    async update(id, body, call) {
      await request(account, updateMember, { params: { id }, body }, call);
      const { role: changed } = body;
      if (changed === undefined) return;
      members.change((all) => all.map((each) => (each.id === id ? { ...each, roles: [changed] } : each)));
    },
    async remove(body, call) {
      await request(account, removeMember, { body }, call);
      members.change((all) => all.filter((each) => each.email !== body.email));
    },
  };
}
