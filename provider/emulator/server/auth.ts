// `server.ts` finds the sender of a request, and refuses a missing right; `nouns/keys.ts` and `nouns/team.ts` use
// `accountKeys` and `roles`. Texts may change with their tests. `rights` may change only with `DIFFERENCES.md`, because
// `test/handler/api/roles.test.ts` tests each role.
import { z } from "zod";
import { instances } from "../nouns/instances/record";
import { collection, type RecordIn, recordOf, usually } from "./collection";
import { type Reply, ServiceError } from "./reply";
import type { Store } from "./store";

/** The API of an operation, which decides the prefix of its URL and the keys that are accepted. */
export type ApiName = "account" | "instance";

/** The roles of the specification's permission table. */
export const roles = ["admin", "devops", "member", "monitor", "billing manager"] as const;

/** The role of a key or of a member of the team. */
export type Role = (typeof roles)[number];

/** Keys of the account API. */
export const accountKeys = collection({
  name: "accountKeys",
  ...recordOf({
    key: usually(z.string(), ({ random }) => random.key()),
    role: usually(z.enum(roles), "admin"),
    comment: usually(z.string(), ""),
  }),
});

/** The sender of a request, known by a key of the account or by the key of one instance. */
export type Caller =
  | { api: "account"; key: RecordIn<typeof accountKeys> }
  | { api: "instance"; instance: RecordIn<typeof instances> };

/** The right that an operation needs: to read, to change, to see the bills, or to administer the team. */
export type Access = "read" | "write" | "bills" | "admin";

// The specification describes the roles in words. This table is the emulator's reading of these words.
const rights: Record<Role, readonly Access[]> = {
  admin: ["read", "write", "bills", "admin"],
  devops: ["read", "write"],
  member: ["read"],
  monitor: ["read"],
  "billing manager": ["read", "bills"],
};

const unauthorized = () =>
  new ServiceError({
    status: 401,
    body: { error: "Unauthorized" },
    headers: { "www-authenticate": 'Basic realm="broker"' },
  });

/** The key in a header. Undefined if the header has no key, or a user name beside the key. */
function keyIn(header: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  const [, user, key] = /^([^:]*):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? [];
  return user === "" ? key : undefined;
}

/**
 * Refuses a control call without a valid key. Valid are the present keys of the role `admin`, and `first`, the key with
 * which the emulator started. After a rotation, the link of the panel still has `first`. Undefined for a valid key.
 */
export const refuseWithoutKey = (header: string | undefined, first: string, store: Store): Reply | undefined =>
  [first, ...store.list(accountKeys).flatMap(({ role, key }) => (role === "admin" ? key : []))].some(
    (key) => key === keyIn(header),
  )
    ? undefined
    : { status: 401, body: { error: "A control call needs the account's key, as the account API does: curl -u :KEY" } };

/** Finds out who sent a request. A missing or wrong key, or a user name beside the key, is a 401. */
export function authenticate(header: string | undefined, api: ApiName, store: Store): Caller {
  const key = keyIn(header);
  if (key === undefined) throw unauthorized();
  if (api === "account") {
    const found = store.list(accountKeys).find((each) => each.key === key);
    if (found) return { api, key: found };
  } else {
    const instance = store.list(instances).find((each) => each.apikey === key);
    if (instance) return { api, instance };
  }
  throw unauthorized();
}

/** Answers 403 when the caller's role lacks a right. The key of an instance may do everything on its instance. */
export function authorize(caller: Caller, access: Access): void {
  if (caller.api === "account" && !rights[caller.key.role].includes(access)) {
    throw new ServiceError({ status: 403, body: { error: "This API key is not allowed to do this" } });
  }
}
