// `nouns/index.ts` lists `teamNoun`; `service/seed.ts` adds two members. Texts may change with their tests. `email`
// must stay `secret`, because the log must not show addresses. `access` must stay, because only admins see the team.
// Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { roles } from "../server/auth";
import { collection, type RecordIn, recordOf, usually } from "../server/collection";
import { changesSaved, invalid, notFound, ok, refused } from "../server/reply";
import { commaList, text } from "../server/request";
import { noun, route } from "../server/route";
import { secret } from "../server/secrets";
import type { Store } from "../server/store";
import { dialectOf } from "../service/dialects";

/** Members of the account's team, including those who were only invited. */
export const team = collection({
  name: "team",
  ...recordOf({
    uuid: usually(z.string(), ({ random }) => random.key()),
    email: usually(z.string(), "member@example.com"),
    tfa_auth_enabled: usually(z.boolean(), false),
    role: usually(z.enum(roles), "member"),
    /** The tags of the instances that member and monitor users may see. */
    tags: usually(z.array(z.string()), []),
    /** False for a person who was invited and has not accepted yet. */
    accepted: usually(z.boolean(), true),
  }),
});

type Member = RecordIn<typeof team>;

const email = secret(text.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "Must be an e-mail address"));
const role = z.enum(roles, { error: "Unknown role" });

/** A member as answers show it. No answer shows the tags. */
const show = ({ uuid, email, tfa_auth_enabled, role }: Member) => ({
  id: uuid,
  email,
  tfa_auth_enabled,
  roles: [role],
});

const sameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The persons that the team shows. Persons who were only invited are included unless the dialect hides them. */
function shown(store: Store): Member[] {
  const hides = dialectOf(store).hides_invited;
  return store.list(team).filter(({ accepted }) => accepted || !hides);
}

/** Refuses a change that would leave the team without an admin. */
function throwForLastAdmin(store: Store, member: Member): void {
  const isAdmin = ({ role, accepted }: Member) => role === "admin" && accepted;
  if (isAdmin(member) && store.list(team).filter(isAdmin).length === 1) {
    throw refused(`${member.email} is the last admin of the team`);
  }
}

/** The team of the account. */
export const teamNoun = noun({
  name: "team",
  api: "account",
  collections: [team],
  routes: {
    list: route("GET /api/team", { access: "admin" }, ({ store }) => ok(shown(store).map(show))),
    invite: route(
      "POST /api/team/invite",
      {
        access: "admin",
        unspecified: [],
        body: z.strictObject({ email, role: role.optional(), tags: commaList.optional() }),
      },
      ({ store, body }) => {
        if (store.list(team).some((member) => sameEmail(member.email, body.email))) {
          throw refused(`${body.email} is a member already`);
        }
        if (body.tags !== undefined && !["member", "monitor"].includes(body.role ?? "member")) {
          throw invalid([["tags", "Are for member and monitor users only"]]);
        }
        store.insert(team, { ...body, accepted: false });
        return ok({ message: `Invitation sent to ${body.email}` });
      },
    ),
    remove: route(
      "POST /api/team/remove",
      { access: "admin", unspecified: [], body: z.strictObject({ email }) },
      ({ store, body }) => {
        const found = store.list(team).find((member) => sameEmail(member.email, body.email));
        if (!found) throw refused(`${body.email} is not a member of the team`);
        throwForLastAdmin(store, found);
        store.remove(team, found.id);
        return ok({ message: `${body.email} was removed` });
      },
    ),
    update: route(
      "PUT /api/team/:id",
      { access: "admin", unspecified: [], body: z.strictObject({ role: role.optional(), tags: commaList.optional() }) },
      ({ store, body, params }) => {
        const found = shown(store).find(({ uuid }) => uuid === params["id"]);
        if (!found) throw notFound();
        if (body.role === undefined && body.tags === undefined) throw invalid([["role", "Give a role or tags"]]);
        if (body.role !== undefined && body.role !== "admin") throwForLastAdmin(store, found);
        found.role = body.role ?? found.role;
        found.tags = body.tags ?? found.tags;
        return changesSaved();
      },
    ),
  },
});
