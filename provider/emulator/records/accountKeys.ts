import { z } from "zod";
import { base, collection } from "../server/collection";

/** The roles of the specification's permission table. */
export const roles = ["admin", "devops", "member", "monitor", "billing manager"] as const;

/** The role of a key or of a member of the team. */
export type Role = (typeof roles)[number];

/** Keys of the account API. */
export const accountKeys = collection({
  schema: z.strictObject({ ...base, key: z.string(), role: z.enum(roles), comment: z.string() }),
  firstId: 1,
  make: (given, { random }) => ({
    key: given.key ?? random.key(),
    role: given.role ?? "admin",
    comment: given.comment ?? "",
  }),
});
