// `nouns/index.ts` lists the three nouns that replace keys and passwords. The length of a password may change. An old
// key must end at once, because the specification says so. `access: "read"` must stay, because any key may replace
// itself. Keys of `routes` must stay, because tests use them.
import { accountKeys } from "../server/auth";
import { noContent, ok } from "../server/reply";
import { instanceOf, noun, route } from "../server/route";

/** Keys of the account API. */
export const accountKeyNoun = noun({
  name: "accountKey",
  api: "account",
  collections: [accountKeys],
  routes: {
    // Any key may replace itself. The new key has the role and the comment of the old one.
    rotate: route("POST /api/apikeys/rotate-apikey", { access: "read", unspecified: [] }, ({ caller, random }) => {
      if (caller.api !== "account") throw new Error("This operation belongs to the account API");
      caller.key.key = random.key();
      return ok({ apikey: caller.key.key });
    }),
  },
});

/** The password of an instance's broker. */
export const instancePasswordNoun = noun({
  name: "instancePassword",
  api: "instance",
  routes: {
    rotate: route("POST /api/account/rotate-password", (context) => {
      instanceOf(context).password = context.random.word(32);
      return noContent();
    }),
  },
});

/** The key of an instance. */
export const instanceKeyNoun = noun({
  name: "instanceKey",
  api: "instance",
  routes: {
    rotate: route("POST /api/account/rotate-apikey", (context) => {
      const instance = instanceOf(context);
      instance.apikey = context.random.key();
      return ok({ apikey: instance.apikey });
    }),
  },
});
