import { z } from "zod";
import { base, collection } from "../server/collection";
import { roles } from "./accountKeys";

/** Members of the account's team, including those who were only invited. */
export const team = collection({
  schema: z.strictObject({
    ...base,
    uuid: z.string(),
    email: z.string(),
    tfa_auth_enabled: z.boolean(),
    role: z.enum(roles),
    /** The tags of the instances that member and monitor users may see. */
    tags: z.array(z.string()),
    /** False for a person who was invited and has not accepted yet. */
    accepted: z.boolean(),
  }),
  firstId: 1,
  make: (given, { random }) => ({
    uuid: given.uuid ?? random.key(),
    email: given.email ?? "member@example.com",
    tfa_auth_enabled: given.tfa_auth_enabled ?? false,
    role: given.role ?? "member",
    tags: given.tags ?? [],
    accepted: given.accepted ?? true,
  }),
});
