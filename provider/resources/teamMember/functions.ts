// `resources/index.ts` exports the functions to programs. A new field goes into the answer of `api/nouns/team.ts` and
// into `TeamMemberResult`. The names of functions and fields must stay, because programs use them.
import { ask, askOutput, inCamelCase } from "../../ask/ask";

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
