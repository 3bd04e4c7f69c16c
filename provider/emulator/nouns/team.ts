import { z } from "zod";
import type { RecordOf } from "../records";
import { roles } from "../records/accountKeys";
import { changesSaved, invalid, notFound, ok, refused } from "../server/reply";
import { commaList, text } from "../server/request";
import { type Route, route } from "../server/route";
import type { Store } from "../server/store";
import { dialectOf } from "../service/dialects";

const email = text.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "Must be an e-mail address");
const role = z.enum(roles, { error: "Unknown role" });

const show = ({ uuid, email, tfa_auth_enabled, role }: RecordOf<"team">) => ({
  id: uuid,
  email,
  tfa_auth_enabled,
  roles: [role],
});

const sameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The persons that the team shows. Persons who were only invited are included unless the dialect hides them. */
function shown(store: Store): RecordOf<"team">[] {
  const hides = dialectOf(store.list("dialects")).hides_invited;
  return store.list("team").filter(({ accepted }) => accepted || !hides);
}

/** Refuses a change that would leave the team without an admin. */
function throwForLastAdmin(store: Store, member: RecordOf<"team">): void {
  const isAdmin = ({ role, accepted }: RecordOf<"team">) => role === "admin" && accepted;
  if (isAdmin(member) && store.list("team").filter(isAdmin).length === 1) {
    throw refused(`${member.email} is the last admin of the team`);
  }
}

/** Operations of the account API on the team. */
export const teamRoutes: Route[] = [
  route({
    operation: "team.list",
    method: "GET",
    path: "/api/team",
    auth: "account",
    access: "admin",
    handle: ({ store }) => ok(shown(store).map(show)),
  }),
  route({
    operation: "team.invite",
    method: "POST",
    path: "/api/team/invite",
    auth: "account",
    access: "admin",
    body: z.strictObject({ email, role: role.optional(), tags: commaList.optional() }),
    handle: ({ store, body }) => {
      if (store.list("team").some((member) => sameEmail(member.email, body.email))) {
        throw refused(`${body.email} is a member already`);
      }
      if (body.tags !== undefined && !["member", "monitor"].includes(body.role ?? "member")) {
        throw invalid([["tags", "Are for member and monitor users only"]]);
      }
      store.insert("team", { ...body, accepted: false });
      return ok({ message: `Invitation sent to ${body.email}` });
    },
  }),
  route({
    operation: "team.remove",
    method: "POST",
    path: "/api/team/remove",
    auth: "account",
    access: "admin",
    body: z.strictObject({ email }),
    handle: ({ store, body }) => {
      const found = store.list("team").find((member) => sameEmail(member.email, body.email));
      if (!found) throw refused(`${body.email} is not a member of the team`);
      throwForLastAdmin(store, found);
      store.remove("team", found.id);
      return ok({ message: `${body.email} was removed` });
    },
  }),
  route({
    operation: "team.update",
    method: "PUT",
    path: "/api/team/:id",
    auth: "account",
    access: "admin",
    body: z.strictObject({ role: role.optional(), tags: commaList.optional() }),
    handle: ({ store, body, params }) => {
      const found = shown(store).find(({ uuid }) => uuid === params["id"]);
      if (!found) throw notFound();
      if (body.role === undefined && body.tags === undefined) throw invalid([["role", "Give a role or tags"]]);
      if (body.role !== undefined && body.role !== "admin") throwForLastAdmin(store, found);
      found.role = body.role ?? found.role;
      found.tags = body.tags ?? found.tags;
      return changesSaved();
    },
  }),
];
