// `teamMember.ts` invites, finds and removes a person by these steps; `cli/adopt/account.ts` calls `isAdmin`. A new
// role goes into `TeamRole` and `roles`. State keeps the names and statuses, which must stay.
import { isApiError, type TeamMember as TeamMemberWire, waitFor, withAdvice } from "../../api";
import type { Calling, Ctx } from "../shared/ctx";

/** The roles that a member of the team can have. */
export type TeamRole = "admin" | "devops" | "member" | "monitor" | "billing manager";

/** A role whose members see only the instances that carry one of their tags. */
export type TaggedRole = "member" | "monitor";

export const roles = ["admin", "devops", "member", "monitor", "billing manager"] as const satisfies readonly TeamRole[];

/** The roles whose members see only the instances that carry one of their tags. */
export const rolesWithTags: readonly string[] = ["member", "monitor"] satisfies TaggedRole[];

/** A team member as state keeps it. */
export interface TeamMemberState {
  /** The e-mail address. */
  email: string;
  /** The role. If the service shows several roles, their names are separated by commas. */
  role: string;
  /** The tags of the instances that the person may see, as last sent. */
  tags: string[];
  /** `invited` until the person is seen in the team, then `member`. */
  status: "invited" | "member";
  /** The service's id of the person, a UUID; not set before the person is in the team. */
  userId: string | null;
  /** True when the person signs in with a second factor, as last seen. */
  tfaEnabled: boolean | null;
}

/** What a member is made from, with the defaults. */
export type MemberValues = Pick<TeamMemberState, "email" | "tags"> & { role: TeamRole };

/** Finds a person in a fresh list of the team, by the e-mail address in lower case. */
export const findMember = async (call: Calling, email: string, options = { fresh: true }) =>
  (await call.client.team.list(call, options)).find((each) => each.email.toLowerCase() === email);

/** Finds a person in the team: a fresh list must confirm an absence. */
export const findSurely = async (call: Calling, email: string) =>
  (await findMember(call, email, { fresh: false })) ?? findMember(call, email);

/** The advice for a refused invitation, such as a second one beside an open invitation. */
const adviceForRefused = {
  invalid:
    "correct the arguments of this resource. If an interrupted run has already invited the person, also withdraw this invitation in the control panel. Then run again",
  conflict:
    "perhaps the person has an open invitation, which the service does not show. Withdraw the invitation in the control panel and run again. Or wait until the person has accepted the invitation, then import the member",
};

/** The state of a person whom the team does not show yet. */
const invited = { status: "invited", userId: null, tfaEnabled: null } as const;

/** For how many milliseconds the team is searched for a person after an invitation without an answer. */
const shownMs = 5_000;

/**
 * Invites a person, whom the team may show at once or only after the acceptance. Nothing shows an open invitation. An
 * invitation whose answer was lost stays in state as unfinished, and the next run sends it again.
 */
export async function invite(ctx: Ctx, id: string, args: MemberValues): Promise<Partial<TeamMemberState>> {
  try {
    await ctx.call.client.team.invite({ email: args.email, ...changesOf(args) }, ctx.call);
  } catch (error) {
    if (isApiError(error) && ["invalid", "conflict"].includes(error.kind)) {
      if ((await findMember(ctx.call, id)) !== undefined) throw error;
      // The service refuses a second invitation; where a run was cut off, the first one may stand without being shown.
      if (!ctx.kept.pending) throw withAdvice(error, adviceForRefused);
      ctx.say.warn(
        `perhaps an earlier run has invited ${id}, but the service did not confirm the invitation: look at the team in the control panel`,
      );
      return invited;
    }
    if (!isApiError(error) || !error.ambiguous) throw error;
    ctx.kept.hold(id, { status: "invited" });
    const until = ctx.call.clock.now() + shownMs;
    const shown = await waitFor<TeamMemberWire | undefined>(ctx.call, `${id} in the team`, async () => {
      const found = await findMember(ctx.call, id);
      return found !== undefined || ctx.call.clock.now() >= until ? { done: found } : { waiting: "not shown yet" };
    });
    if (shown === undefined) throw error;
    return toState(shown);
  }
  ctx.kept.hold(id, { status: "invited" });
  // The invitation has succeeded even if this look fails, because a refresh looks again.
  const shown = await findMember(ctx.call, id).catch(() => undefined);
  if (shown !== undefined) return toState(shown);
  ctx.say.note(`${id} was invited, and joins the team when the person accepts`);
  return invited;
}

/** Removes a member, or takes back an invitation. A removal is done when the team no longer shows the person. */
export async function remove(ctx: Ctx, email: string, isOnlyInvited: boolean): Promise<void> {
  try {
    await ctx.call.client.team.remove({ email }, ctx.call);
  } catch (error) {
    const kinds = ["invalid", "conflict", "notFound"];
    if (!isApiError(error) || (!error.ambiguous && !kinds.includes(error.kind))) throw error;
    if ((await findMember(ctx.call, email.toLowerCase())) !== undefined) throw error;
    if (isOnlyInvited) {
      ctx.say.warn(
        `the service did not confirm that it withdrew the invitation to ${email}: look at the team in the control panel`,
      );
    }
  }
}

/** Throws when a change of a member would leave the team without an admin. */
export async function throwForLastAdmin(call: Calling, member: TeamMemberWire, role?: TeamRole): Promise<void> {
  if (role === "admin" || !isAdmin(member)) return;
  const admins = (await call.client.team.list(call, { fresh: true })).filter(isAdmin);
  const email = member.email.toLowerCase();
  if (admins.length !== 1 || admins[0]?.email.toLowerCase() !== email) return;
  throw new Error(
    `${call.subject}: the team needs an admin, and ${email} is the last admin: first set the role of another member to admin`,
  );
}

/** The role and the tags as the service takes them. Only members and monitors have tags. */
export const changesOf = ({ role, tags }: MemberValues) => (rolesWithTags.includes(role) ? { role, tags } : { role });

/** The names of a member's roles, which the service may write with a capital letter. */
const namesOf = ({ roles: shown }: TeamMemberWire) => shown.map((name) => name.toLowerCase()).sort();

/** True when a member has a role that sees only the instances with its tags. */
export const hasTags = (member: TeamMemberWire) => namesOf(member).some((name) => rolesWithTags.includes(name));

export const isAdmin = (member: TeamMemberWire) => namesOf(member).includes("admin");

/** Turns a member of the service into state; no other function does. */
export const toState = (member: TeamMemberWire): Partial<TeamMemberState> => ({
  email: member.email,
  role: namesOf(member).join(", ") || undefined,
  status: "member",
  userId: member.id,
  tfaEnabled: member.tfa_auth_enabled ?? null,
});
