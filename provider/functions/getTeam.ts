import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput, type InvokeOptions } from "./invoke";
import type { Question } from "./question";

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

/** The question of {@link getTeam}. */
export const getTeamQuestion: Question<object, TeamMemberResult[]> = {
  name: "getTeam",
  list: true,
  async answer(client, call) {
    const members = await client.operations.team.list(call);
    return members.map(({ id, email, roles, tfa_auth_enabled }) => ({
      id,
      email,
      roles,
      tfaAuthEnabled: tfa_auth_enabled,
    }));
  },
};

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
export function getTeam(options?: InvokeOptions): Promise<TeamMemberResult[]> {
  return ask(getTeamQuestion, {}, options);
}

/** {@link getTeam} as an output. */
export function getTeamOutput(options?: InvokeOptions): pulumi.Output<TeamMemberResult[]> {
  return askOutput(getTeamQuestion, {}, options);
}
