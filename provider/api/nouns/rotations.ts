// The file declares the requests that rotate passwords and keys. `nouns/index.ts` calls both functions;
// `resources/credentialRotation.ts` and `cli/rotateKey.ts` send the requests. No POST here may become repeatable,
// because it could rotate twice. `used` must give the client its new key, because the service refuses the old one.
import { z } from "zod";
import type { Api, CallOptions } from "../transport/endpoint";
import { shown } from "../transport/schemas";
import { senderTo } from "../transport/send";

const rotatedSchema = shown(() => ({ apikey: z.string().min(1) }));
/** The new key, as the rotation of a key answers it. */
export type RotatedKey = z.output<typeof rotatedSchema>;

/** The rotations of what opens an instance. */
export interface RotationOperations {
  readonly instancePassword: {
    /**
     * Starts to change the password of the instance's user, in one attempt. The account API then shows the new
     * password.
     */
    rotate(options?: CallOptions): Promise<void>;
  };
  readonly instanceKey: {
    /**
     * Replaces the instance's key by a new one, in one attempt. This client then uses the new key. Undefined when the
     * answer does not show the key; the account API shows it.
     */
    rotate(options?: CallOptions): Promise<RotatedKey | undefined>;
  };
}

/** The rotation of the account key. */
export interface AccountKeyOperations {
  /** Replaces the account key by a new one, in one attempt. This client then uses the new key. */
  rotate(options?: CallOptions): Promise<RotatedKey>;
}

/** The rotation of the account key, whose successor has the same permissions. */
export function accountKeyNoun(account: Api) {
  const rotate = senderTo(account)({ method: "POST", path: "/api/apikeys/rotate-apikey", answer: rotatedSchema });
  const accountKey: AccountKeyOperations = { rotate: async (options) => used(account, await rotate(options)) };
  return { operations: { accountKey }, shared: {} };
}

/** The rotations of what opens an instance. The specification does not show the answers. */
export function rotationNoun(instance: Api) {
  const send = senderTo(instance);
  const rotate = send({ method: "POST", path: "/api/account/rotate-apikey", echo: rotatedSchema.optional() });
  const operations: RotationOperations = {
    instancePassword: { rotate: send({ method: "POST", path: "/api/account/rotate-password" }) },
    instanceKey: { rotate: async (options) => used(instance, await rotate(options)) },
  };
  return { operations, shared: {} };
}

/** Makes the client use a new key from now on. */
function used<T extends RotatedKey | undefined>({ credentials }: Api, rotated: T): T {
  if (rotated !== undefined) credentials.replace?.(rotated.apikey);
  return rotated;
}
