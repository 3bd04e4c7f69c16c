// `resources/index.ts` exports the file. A new argument goes into the interfaces, the schema and `MemberValues`. The id
// must stay the e-mail address in lower case: states hold it, and another spelling would be another member.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { ask, askOutput, inCamelCase } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs, superArguments } from "../../dynamic/resource";
import { field, inputsOf, ofText } from "../../framework/kind/marks";
import type { Agrees } from "../shared/agrees";
import { accountKey, defineKind } from "../shared/defineKind";
import { showId } from "../shared/ids";
import type { MemberValues, TaggedRole, TeamMemberState, TeamRole } from "./steps";
import * as steps from "./steps";

/** What every member of the team has. */
export interface AnyMemberArgs {
  /**
   * The e-mail address of the person, who gets an invitation. Upper and lower case mean the same. Changing it removes
   * the member and invites the other address.
   */
  email: pulumi.Input<string>;
}

/** A person who sees all that the role may see. */
export interface UntaggedMemberArgs extends AnyMemberArgs {
  /**
   * The role: `admin` (the team and all instances), `devops` (all instances), `member` or `monitor` (the instances with
   * their tags), or `billing manager`. Changed in place, once the person is in the team. Left out: `member`.
   */
  role?: pulumi.Input<TeamRole>;
  /** Only for the roles `member` and `monitor`: the others see all instances, or none. */
  tags?: undefined;
}

/** A person who sees the instances with some tags. */
export interface TaggedMemberArgs extends AnyMemberArgs {
  /** The role: `member` or `monitor`. Changed in place, once the person is in the team. Left out: `member`. */
  role?: pulumi.Input<TaggedRole>;
  /**
   * The tags of the instances that the person may see, in any order; for the roles `member` and `monitor` only. The
   * service never shows them, so that a change from outside is not noticed. Changed in place. Left out: no tags, and
   * tags that were set are removed.
   */
  tags?: pulumi.Input<pulumi.Input<string>[]>;
}

/** What a {@link TeamMember} is made from. */
export type TeamMemberArgs = UntaggedMemberArgs | TaggedMemberArgs;

/** True when a text can be the e-mail address that is the id of a member. */
const isMemberEmail = (text: string): boolean =>
  /^[^@\s/\p{C}]{1,64}@[^@\s/\p{C}]{1,190}\.[^@\s/\p{C}.]{1,60}$/u.test(text);

function parseEmail(id: string): string {
  if (!isMemberEmail(id) || id !== id.toLowerCase())
    throw new Error(`the id ${showId(id)} is not valid for the type TeamMember: write an e-mail address in lower case`);
  return id;
}

const schema = inputsOf(() => ({
  email: field(z.string().refine(isMemberEmail, "must be an e-mail address, such as ops@example.com"), {
    replace: true,
    normal: ofText((email) => email.toLowerCase()),
  }),
  role: field(z.enum(steps.roles), { default: "member" }).optional(),
  tags: field(z.array(z.string().min(1, "must not be empty")), { set: true, default: [] }).optional(),
}));

type Inputs = z.output<typeof schema>;

const teamMemberDefinition = defineKind<Inputs & MemberValues, TeamMemberState>({
  type: "TeamMember",
  schema,
  outputs: ["status", "userId", "tfaEnabled"],
  // A change may find in the team a person who was only invited when last seen.
  alters: { role: ["status", "userId", "tfaEnabled"], tags: ["status", "userId", "tfaEnabled"] },
  rules: [
    {
      needs: ["tags", "role"],
      // The rule sees the inputs as the program gives them, without defaults.
      refuses: ({ tags = [], role = "member" }: Inputs) =>
        tags.length > 0 && !steps.rolesWithTags.includes(role)
          ? `can be given only for the roles member and monitor: leave this input out for the role ${role}`
          : undefined,
    },
  ],
  idOf: ({ email }) => email.toLowerCase(),
  inEachAccount: true,
  replaceLoses: "the person is removed from the team, and another address is invited",

  ...accountKey,
  // A person may be in the teams of several accounts.
  claims: ({ email }, client) => [
    { property: "email", what: `team member ${email.toLowerCase()}`, within: client.keyOf()?.fingerprint("") },
  ],

  async create(ctx, args) {
    const id = args.email.toLowerCase();
    const there = await steps.findSurely(ctx.call, id);
    if (there === undefined) return { id, state: await steps.invite(ctx, id, args) };
    const { role = "none" } = steps.toState(there);
    if (role !== args.role) {
      throw new Error(
        `${ctx.call.subject}: ${id} is already in the team with the role ${role}, but the program declares the role ${args.role}. To take over the member, first declare the present role ${role} and run pulumi up. Then declare the new role ${args.role}. Or import the member with { import: "${id}" }`,
      );
    }
    const how = steps.hasTags(there) ? `, and sends ${describeTags(args)}, as declared` : " as it is";
    ctx.say.note(`${id} is in the team already, with the role ${role}: this resource takes over the member${how}`);
    ctx.kept.hold(id, steps.toState(there));
    if (steps.hasTags(there)) await ctx.call.client.team.update(there.id, steps.changesOf(args), ctx.call);
    return { id, state: steps.toState(there) };
  },

  async read(ctx, id, state) {
    const email = parseEmail(id);
    const member = await steps.findSurely(ctx.call, email);
    // The state of an import is what the program declares, so it has no status.
    const isImport = state.status === undefined && state.email !== undefined;
    if (member !== undefined) {
      if (isImport && steps.hasTags(member)) {
        ctx.say.note(
          `the service never shows tags: the provider assumes that ${email} already has the tags that the program declares, and sends no tags. To make the provider send tags, change the tags in the program`,
        );
      }
      return steps.toState(member);
    }
    if (isImport) {
      throw new Error(
        `${ctx.call.subject}: the import finds no TeamMember with the id ${email}. Perhaps the person has an open invitation, which the service does not show. Wait until the person has accepted the invitation, then import the member. Or withdraw the invitation in the control panel and remove the import option`,
      );
    }
    // An invitation is shown nowhere, so an invited person who is not in the list is not gone.
    if (state.status === "invited") return { status: "invited" };
    await ctx.call.confirmAccount?.();
    return undefined;
  },

  async update(ctx, id, _state, args) {
    const email = parseEmail(id);
    const member = await steps.findMember(ctx.call, email);
    await ctx.call.confirmAccount?.(true);
    if (member === undefined && ctx.kept.pending) return steps.invite(ctx, email, args);
    if (member === undefined) {
      throw new Error(
        `${ctx.call.subject}: the person ${email} has not accepted the invitation yet, so the service cannot give this person the role ${args.role} (with ${describeTags(args)}): when the person has accepted the invitation, run pulumi up again`,
      );
    }
    await ctx.inTurn("the team", async (turn) => {
      await steps.throwForLastAdmin(turn.call, member, args.role);
      await turn.call.client.team.update(member.id, steps.changesOf(args), turn.call);
    });
    return { ...steps.toState(member), role: args.role, tags: args.tags };
  },

  async delete(ctx, id, state) {
    const email = parseEmail(id);
    const member = await steps.findSurely(ctx.call, email);
    if (member === undefined && state.status !== "invited") {
      await ctx.call.confirmAccount?.();
      return;
    }
    await ctx.call.confirmAccount?.(true);
    await ctx.inTurn("the team", async (turn) => {
      if (member !== undefined) await steps.throwForLastAdmin(turn.call, member);
      await steps.remove(turn, member?.email ?? email, member === undefined);
    });
  },
});

const describeTags = ({ tags }: MemberValues) => (tags.length > 0 ? `the tags ${tags.join(", ")}` : "no tags");

/**
 * A person in the account's team.
 *
 * Creating this resource sends an invitation. A person who was invited and has not accepted yet has the status
 * `invited`. The service shows invitations nowhere, so the resource trusts that the invitation stands. A person who is
 * in the team already is taken over if the role is the declared one, and refused otherwise. Needs an account key with
 * the role admin.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const night = new broker.TeamMember("night", {
 *   email: "night@example.com",
 *   role: "monitor",
 *   tags: ["production"],
 * });
 * ```
 *
 * Changing `role` or `tags` is done in place, once the person is in the team; changing `email` replaces the member.
 * Removing the resource removes the person from the team, or takes the invitation back. The last admin is never
 * removed, and never gets another role. Take over a member with `{ import: "<e-mail in lower case>" }`, which sends
 * nothing. The service never shows tags, so the declared ones count as those of the member until they change. You
 * cannot take over an open invitation, which the service does not show, before the person accepts.
 *
 * @category The account and its team
 */
export class TeamMember extends CustomResource {
  /** @throws at preview: a text that is no e-mail address, tags for a role that has none, an account key that is missing. */
  constructor(name: string, args: TeamMemberArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? args : undefined;
    super(...superArguments<Agrees<TeamMemberArgs, typeof schema>>(teamMemberDefinition, name, given, opts));
  }

  /** Reads a member that something else manages, by the e-mail address. Fails for an unknown address. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TeamMember {
    return new TeamMember(name, {} as TeamMemberArgs, { ...opts, id });
  }

  /** True when a value is a TeamMember, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is TeamMember {
    return isInstanceOf(teamMemberDefinition, value);
  }
}

export interface TeamMember extends Outputs<TeamMemberState> {}

/** A member of the team as {@link getTeam} lists it. */
export interface TeamMemberResult {
  /** The id, a UUID. */
  id: string;
  /** The e-mail address. */
  email: string;
  /** The roles, such as `admin` or `devops`. */
  roles: string[];
  /** True when the member signs in with a second factor. */
  tfaAuthEnabled?: boolean;
}

/**
 * The members of the account's team. The account key must be that of an admin.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const withoutSecondFactor = broker
 *   .getTeam()
 *   .then((team) => team.filter((member) => !member.tfaAuthEnabled).map((member) => member.email));
 * ```
 */
export const getTeam = ask<never, TeamMemberResult[]>({
  name: "getTeam",
  takesNothing: true,
  list: true,
  answer: async (client, call) => (await client.operations.team.list(call)).map(inCamelCase),
});

/** {@link getTeam} as an output. */
export const getTeamOutput = askOutput<never, TeamMemberResult[]>(getTeam);
