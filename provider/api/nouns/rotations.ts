import { z } from "zod";
import type { Endpoint } from "../transport/endpoint";

/** The answer to a rotation of a key. */
const rotatedSchema = z.object({ apikey: z.string().min(1) });
/** The new key, as the rotation of a key answers it. */
export type RotatedKey = z.output<typeof rotatedSchema>;

/** Replaces the account key that is used by a new one with the same permissions. */
export const rotateAccountKey: Endpoint<RotatedKey> = {
  method: "POST",
  path: "/api/apikeys/rotate-apikey",
  answer: rotatedSchema,
};

/** Replaces the instance key that is used by a new one. The specification does not show the answer. */
export const rotateInstanceKey: Endpoint<RotatedKey | undefined> = {
  method: "POST",
  path: "/api/account/rotate-apikey",
  echo: rotatedSchema,
};

/** Starts to change the password of the instance's user. */
export const rotatePassword: Endpoint<void> = {
  method: "POST",
  path: "/api/account/rotate-password",
};
