import { noContent, ok } from "../server/reply";
import { instanceOf, type Route, route } from "../server/route";

/** Operations of both APIs that replace keys and passwords. */
export const keyRoutes: Route[] = [
  route({
    operation: "accountKey.rotate",
    method: "POST",
    path: "/api/apikeys/rotate-apikey",
    auth: "account",
    // Any key may replace itself. The new key has the role and the comment of the old one.
    access: "read",
    handle: ({ caller, random }) => {
      if (caller.api !== "account") throw new Error("This operation belongs to the account API");
      caller.key.key = random.key();
      return ok({ apikey: caller.key.key });
    },
  }),
  route({
    operation: "instanceKey.rotate",
    method: "POST",
    path: "/api/account/rotate-apikey",
    auth: "instance",
    handle: (context) => {
      const instance = instanceOf(context);
      instance.apikey = context.random.key();
      return ok({ apikey: instance.apikey });
    },
  }),
  route({
    operation: "instancePassword.rotate",
    method: "POST",
    path: "/api/account/rotate-password",
    auth: "instance",
    handle: (context) => {
      instanceOf(context).password = context.random.word(32);
      return noContent();
    },
  }),
];
